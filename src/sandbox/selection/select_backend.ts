import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createBubblewrapBackend } from '../bubblewrap/create_bubblewrap_backend.js';
import type { ContainerEngineName } from '../container/container_engine.js';
import { createContainerBackend } from '../container/create_container_backend.js';
import type { SandboxBackend, SandboxDiagnosis, SandboxProbe } from '../sandbox_backend.js';
import { createUnisolatedBackend } from '../unisolated/create_unisolated_backend.js';

/** Requirements of a run for its sandbox. */
interface SandboxRequirements {
  /** `auto` = the best isolation there is, never none; a contract that names an image is only run in a container. */
  sandbox: 'auto' | 'bubblewrap' | 'none' | ContainerEngineName;
  /** The explicit flag without which `none` is refused. */
  unsafe: boolean;
  /** Image that the contract pins. */
  image?: string | undefined;
  /** Guarantees that the contract demands, by name, e.g. `{memory: 'hard'}`. */
  guarantees?: Record<string, string> | undefined;
  /** The contract allows a network in one of its stages, which needs a forwarded port. */
  needs_port_forwarding?: boolean | undefined;
}

/** Selected backend with its probe, or the reason why none is usable. */
type BackendSelection =
  | { backend: SandboxBackend; probe: Extract<SandboxProbe, { usable: true }> }
  | { refusal: SandboxDiagnosis };

/** Factories of the backends; tests and callers with a state folder pass their own. */
export interface BackendFactories {
  bubblewrap: () => SandboxBackend;
  none: () => SandboxBackend;
  container: (engine: ContainerEngineName, image: string) => SandboxBackend;
}

const DEFAULT_FACTORIES: BackendFactories = {
  bubblewrap: () => createBubblewrapBackend(),
  none: () => createUnisolatedBackend(),
  container: (engine, image) => createContainerBackend({ engine, image }),
};

/**
 * Selects the backend, or explains why none is usable. Never falls back to a weaker sandbox than required, and never
 * replaces a pinned image by the machine's own environment.
 */
export async function selectBackend(
  requirements: SandboxRequirements,
  makers: BackendFactories = DEFAULT_FACTORIES,
): Promise<BackendSelection> {
  if (requirements.sandbox === 'none') {
    if (requirements.unsafe) return chooseUsable([makers.none()], requirements);
    return createRefusal(
      'running without isolation was asked for',
      'Pass --unsafe-no-sandbox as well (never a pass), or leave the sandbox at auto.',
    );
  }
  if (requirements.image === undefined) {
    if (requirements.sandbox === 'auto' || requirements.sandbox === 'bubblewrap')
      return chooseUsable([makers.bubblewrap()], requirements);
    return createRefusal(
      `${requirements.sandbox} was asked for, and the contract names no image`,
      'Name one by digest (environment.image), or leave the sandbox at auto.',
    );
  }
  if (requirements.sandbox === 'bubblewrap') {
    return createRefusal(
      `bubblewrap was asked for, and the contract runs in the image ${requirements.image}`,
      'Leave the sandbox at auto: what the contract pins is not replaced by the tools of the machine.',
    );
  }
  if (requirements.guarantees?.trace !== undefined || requirements.guarantees?.programs !== undefined) {
    return createRefusal(
      'the contract asks for a trace (policy.evidence), and containers are not traced',
      TRACE_REMEDY,
    );
  }
  const { image } = requirements;
  const engines: ContainerEngineName[] =
    requirements.sandbox === 'auto' ? ['docker', 'podman'] : [requirements.sandbox];
  return chooseUsable(
    engines.map((engine) => makers.container(engine, image)),
    requirements,
  );
}

const TRACE_REMEDY = 'Only bubblewrap can trace (see docs/sandbox.md#tracing); elsewhere write `evidence: counters`.';

/** Selects the first usable backend that gives the required guarantees. */
async function chooseUsable(
  candidates: readonly SandboxBackend[],
  requirements: SandboxRequirements,
): Promise<BackendSelection> {
  const refusals: SandboxDiagnosis[] = [];
  for (const backend of candidates) {
    const probe = await backend.probe(requirements.guarantees?.trace !== undefined);
    if (!probe.usable) {
      refusals.push(probe);
      continue;
    }
    if (requirements.needs_port_forwarding === true && probe.doors === false) {
      const fault = `an ordinary user cannot open doors into a container of ${backend.name}`;
      refusals.push({
        reason: `the contract has a network (setup, policy.network), and ${fault}`,
        remedy: 'Run as root, or without an image (see docs/sandbox.md#container-backend).',
      });
      continue;
    }
    const traced = requirements.guarantees?.programs === undefined ? undefined : await findProgramGuarantee(backend);
    const guarantees = { ...probe.guarantees, ...traced };
    const missing = Object.entries(requirements.guarantees ?? {}).filter(
      ([name, value]) => !isGuaranteed(value, guarantees[name]),
    );
    if (missing.length === 0) return { backend, probe: { ...probe, guarantees } };
    const list = missing.map(([name, value]) => `${name}: ${value} (here: ${guarantees[name] ?? 'not given'})`);
    refusals.push({
      reason: `the contract demands what the ${backend.name} sandbox does not guarantee here: ${list.join(', ')}`,
      remedy: missing.some(([name]) => name === 'trace' || name === 'programs')
        ? TRACE_REMEDY
        : 'See docs/sandbox.md#limits for what each guarantee needs.',
    });
  }
  return createRefusal(
    refusals.map(({ reason }) => reason).join('; '),
    [...new Set(refusals.map(({ remedy }) => remedy))].join(' Or: '),
    refusals.find(({ obstacle }) => obstacle !== undefined)?.obstacle,
  );
}

/** Finds out if a backend can trace executed programs. Asked only on demand. */
async function findProgramGuarantee(backend: SandboxBackend): Promise<Record<string, string>> {
  const fault = backend.findProgramTraceFault ? await backend.findProgramTraceFault() : 'it traces nothing';
  return { programs: fault ?? 'strace' };
}

/** Grades of guarantees of which the stronger one is as good as the weaker. */
const STRONGER_GRADES: Record<string, string> = { weak: 'hard', watched: 'enforced' };

const isGuaranteed = (wanted: string, given: string | undefined) =>
  given !== undefined && (given === wanted || given === STRONGER_GRADES[wanted]);

function createRefusal(
  reason: string,
  remedy: string,
  obstacle?: SandboxDiagnosis['obstacle'],
): Extract<BackendSelection, { refusal: unknown }> {
  return { refusal: { reason, remedy, ...omitUndefined({ obstacle }) } };
}
