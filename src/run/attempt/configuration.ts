import { type Event, eventsOf } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import type { Configuration } from '../../record/result.js';

/** What an independent run of the attempt has to set up alike; temperatures as requests named them, in whichever format. */
export function configurationOf(manifest: Manifest, events: readonly Event[]): Configuration {
  const { agent, model, tools, lockfiles, sandbox, caps, contract } = manifest;
  return {
    agent_identity: agent.identity,
    model: model?.name ?? null,
    temperatures: temperaturesOf(events),
    tools,
    lockfiles,
    image: contract.body.environment.image ?? null,
    sandbox_class: sandbox.class,
    caps,
  };
}

function temperaturesOf(events: readonly Event[]): number[] {
  const asked = eventsOf(events, 'prompt').flatMap(({ payload: { parameters } }) => {
    const { temperature, generationConfig } = parameters as {
      temperature?: unknown;
      generationConfig?: { temperature?: unknown } | null;
    };
    return [temperature, generationConfig?.temperature].filter((value) => typeof value === 'number');
  });
  return [...new Set(asked)].sort((a, b) => a - b);
}
