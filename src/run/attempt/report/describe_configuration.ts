import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { computeDigest } from '../../../record/json/compute_digest.js';
import type { Manifest, RunConditions } from '../../../record/manifest/manifest.js';
import type { AttemptConfiguration } from '../../../record/verdict/attempt_result.js';
import { digestBriefing } from '../attempt_spec.js';

/** Describes the configuration that an independent run must repeat. Temperatures are those named in requests. */
export function describeConfiguration(manifest: Manifest, events: readonly Event[]): AttemptConfiguration {
  const { agent, model, tools, lockfiles, sandbox, caps, contract } = manifest;
  return {
    agent_identity: agent.identity,
    model: model?.name ?? null,
    temperatures: collectTemperatures(events),
    tools,
    lockfiles,
    image: contract.body.environment.image ?? null,
    sandbox_class: sandbox.class,
    caps,
    conditions: describeRunConditions(manifest),
  };
}

function describeRunConditions({
  schema,
  contract,
  sandbox,
  harness,
  environment,
  guardrail_rules,
  model,
  judge_model,
}: Manifest): RunConditions {
  const { policy, budget } = contract.body;
  const { platform, kernel, cpu_class, memory_class } = environment;
  return {
    record_schema: schema,
    briefing: contract.briefing_sha256 ?? digestBriefing(contract.body),
    sandbox_version: sandbox.version,
    guarantees: sandbox.guarantees,
    runtime: harness.runtime,
    machine: { platform, kernel, cpu_class, memory_class },
    network: policy.network === 'deny' ? 'deny' : policy.network.allow.join(', '),
    policy: computeDigest(policy),
    budget: computeDigest(budget),
    rules: Object.fromEntries(
      Object.entries(guardrail_rules).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    prices: formatPriceSources(model ?? judge_model ?? null),
    redaction: (model ?? judge_model)?.redaction_sha256 ?? null,
    model_access: digestModelAccess(model),
    ...(judge_model?.name == null
      ? {}
      : { judge_model: judge_model.name, judge_access: digestModelAccess(judge_model) ?? undefined }),
  };
}

/**
 * Digests how an agent reaches models: allowed models, upstreams and steering; null = it asks none.
 *
 * The provider of an upstream follows from its address, except for a server that costs nothing. Records of earlier
 * versions do not name it.
 */
export const digestModelAccess = (model: Manifest['model']): string | null =>
  model &&
  computeDigest({
    allowed: model.allowed ?? [],
    upstreams: model.upstreams.map(({ provider, ...one }) =>
      provider?.startsWith('free:') ? { ...one, provider } : one,
    ),
    steering: model.steering,
  });

/** Formats where prices come from: the digest of a table, and the library; null = no models are asked. */
export const formatPriceSources = (model: Manifest['model']): string | null =>
  model && [model.prices.table_sha256, model.prices.library].filter((part) => part !== null).join(', ');

function collectTemperatures(events: readonly Event[]): number[] {
  const temperatures = selectEvents(events, 'prompt').flatMap(({ payload: { parameters } }) => {
    const { temperature, generationConfig } = parameters as {
      temperature?: unknown;
      generationConfig?: { temperature?: unknown } | null;
    };
    return [temperature, generationConfig?.temperature].filter((value) => typeof value === 'number');
  });
  return [...new Set(temperatures)].sort((a, b) => a - b);
}
