import type { Probe, SandboxBackend } from './backend.js';
import { bubblewrapBackend } from './bubblewrap.js';
import { noneBackend } from './none.js';

/** What a run asks of isolation. */
export interface SandboxWish {
  /** `auto` = the best isolation there is, never none. */
  sandbox: 'auto' | 'bubblewrap' | 'none';
  /** The explicit flag without which `none` is refused. */
  unsafe: boolean;
  /** Image that the contract pins. */
  image?: string | undefined;
  /** Guarantees that the contract demands, by name, e.g. `{memory: 'hard'}`. */
  guarantees?: Record<string, string> | undefined;
}

export type Selection =
  | { backend: SandboxBackend; probe: Extract<Probe, { usable: true }> }
  | { refusal: { reason: string; remedy: string } };

/** How the backends are made; tests and callers with a state folder give their own. */
export interface BackendMakers {
  bubblewrap: () => SandboxBackend;
  none: () => SandboxBackend;
}

/**
 * Chooses the backend, or says why there is none. What is missing is a refusal: a weaker sandbox than asked for is never
 * taken silently.
 */
export async function selectBackend(
  wish: SandboxWish,
  makers: BackendMakers = { bubblewrap: () => bubblewrapBackend(), none: () => noneBackend() },
): Promise<Selection> {
  if (wish.sandbox === 'none' && !wish.unsafe) {
    return refuse(
      'running without isolation was asked for',
      'Pass --unsafe-no-sandbox as well (never a pass), or leave the sandbox at auto.',
    );
  }
  if (wish.image !== undefined && wish.sandbox !== 'none') {
    return refuse(
      `the contract runs in the image ${wish.image}, and this version has no container backend`,
      'Describe the environment without an image: tools of the machine (environment.tools) and setup steps.',
    );
  }
  const backend = wish.sandbox === 'none' ? makers.none() : makers.bubblewrap();
  const probe = await backend.probe();
  if (!probe.usable) return refuse(probe.reason, probe.remedy);
  const missing = Object.entries(wish.guarantees ?? {}).filter(([name, value]) => probe.guarantees[name] !== value);
  if (missing.length > 0) {
    const list = missing.map(([name, value]) => `${name}: ${value} (here: ${probe.guarantees[name] ?? 'not given'})`);
    return refuse(
      `the contract demands what the ${backend.name} sandbox does not guarantee here: ${list.join(', ')}`,
      'See docs/sandbox.md#limits for what each guarantee needs.',
    );
  }
  return { backend, probe };
}

function refuse(reason: string, remedy: string): Selection {
  return { refusal: { reason, remedy } };
}
