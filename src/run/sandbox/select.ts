import type { Probe, SandboxBackend } from './backend.js';
import { bubblewrapBackend } from './bubblewrap.js';
import { containerBackend } from './container/container.js';
import type { EngineName } from './container/engine.js';
import { noneBackend } from './none.js';

/** What a run asks of isolation. */
export interface SandboxWish {
  /** `auto` = the best isolation there is, never none; a contract that names an image is only run in a container. */
  sandbox: 'auto' | 'bubblewrap' | 'none' | EngineName;
  /** The explicit flag without which `none` is refused. */
  unsafe: boolean;
  /** Image that the contract pins. */
  image?: string | undefined;
  /** Guarantees that the contract demands, by name, e.g. `{memory: 'hard'}`. */
  guarantees?: Record<string, string> | undefined;
  /** The contract has a network in one of its stages, which goes through a door. */
  doors?: boolean | undefined;
}

export type Selection =
  | { backend: SandboxBackend; probe: Extract<Probe, { usable: true }> }
  | { refusal: { reason: string; remedy: string } };

/** How the backends are made; tests and callers with a state folder give their own. */
export interface BackendMakers {
  bubblewrap: () => SandboxBackend;
  none: () => SandboxBackend;
  container: (engine: EngineName, image: string) => SandboxBackend;
}

const MAKERS: BackendMakers = {
  bubblewrap: () => bubblewrapBackend(),
  none: () => noneBackend(),
  container: (engine, image) => containerBackend({ engine, image }),
};

/**
 * Chooses the backend, or says why there is none. What is missing is a refusal: a weaker sandbox than asked for is never
 * taken silently, and an environment that the contract pins is never replaced by the machine's own.
 */
export async function selectBackend(wish: SandboxWish, makers: BackendMakers = MAKERS): Promise<Selection> {
  if (wish.sandbox === 'none') {
    if (wish.unsafe) return choose([makers.none()], wish);
    return refuse(
      'running without isolation was asked for',
      'Pass --unsafe-no-sandbox as well (never a pass), or leave the sandbox at auto.',
    );
  }
  if (wish.image === undefined) {
    if (wish.sandbox === 'auto' || wish.sandbox === 'bubblewrap') return choose([makers.bubblewrap()], wish);
    return refuse(
      `${wish.sandbox} was asked for, and the contract names no image`,
      'Name one by digest (environment.image), or leave the sandbox at auto.',
    );
  }
  if (wish.sandbox === 'bubblewrap') {
    return refuse(
      `bubblewrap was asked for, and the contract runs in the image ${wish.image}`,
      'Leave the sandbox at auto: what the contract pins is not replaced by the tools of the machine.',
    );
  }
  if (wish.guarantees?.trace !== undefined) {
    return refuse('the contract asks for a trace (policy.evidence), and containers are not traced', UNTRACED);
  }
  const { image } = wish;
  const engines: EngineName[] = wish.sandbox === 'auto' ? ['docker', 'podman'] : [wish.sandbox];
  return choose(
    engines.map((engine) => makers.container(engine, image)),
    wish,
  );
}

const UNTRACED = 'Only bubblewrap can trace (see docs/sandbox.md#tracing); elsewhere write `evidence: counters`.';

/** The first backend that works, if it guarantees what the contract demands. */
async function choose(candidates: readonly SandboxBackend[], wish: SandboxWish): Promise<Selection> {
  const refusals: { reason: string; remedy: string }[] = [];
  for (const backend of candidates) {
    const probe = await backend.probe(wish.guarantees?.trace !== undefined);
    if (!probe.usable) {
      refusals.push(probe);
      continue;
    }
    if (wish.doors === true && probe.doors === false) {
      refusals.push({
        reason: `the contract has a network (setup, policy.network), and an ordinary user cannot open doors into a container of ${backend.name}`,
        remedy: 'Run as root, or without an image (see docs/sandbox.md#container-backend).',
      });
      continue;
    }
    const missing = Object.entries(wish.guarantees ?? {}).filter(
      ([name, value]) => !isGiven(value, probe.guarantees[name]),
    );
    if (missing.length === 0) return { backend, probe };
    const list = missing.map(([name, value]) => `${name}: ${value} (here: ${probe.guarantees[name] ?? 'not given'})`);
    refusals.push({
      reason: `the contract demands what the ${backend.name} sandbox does not guarantee here: ${list.join(', ')}`,
      remedy: missing.some(([name]) => name === 'trace')
        ? UNTRACED
        : 'See docs/sandbox.md#limits for what each guarantee needs.',
    });
  }
  return refuse(
    refusals.map(({ reason }) => reason).join('; '),
    [...new Set(refusals.map(({ remedy }) => remedy))].join(' Or: '),
  );
}

/** Grades of guarantees of which the stronger one is as good as the weaker. */
const STRONGER: Record<string, string> = { weak: 'hard', watched: 'enforced' };

const isGiven = (wanted: string, given: string | undefined) =>
  given !== undefined && (given === wanted || given === STRONGER[wanted]);

function refuse(reason: string, remedy: string): Selection {
  return { refusal: { reason, remedy } };
}
