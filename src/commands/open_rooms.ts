import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { VERSION } from '../record/version.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { imageToolchain, openToolchain } from '../run/attempt/toolchain.js';
import { openOutside } from '../run/egress/egress.js';
import { describeMachine, runtimeVersions } from '../run/machine.js';
import type { DiskHold, SandboxBackend } from '../run/sandbox/backend.js';
import { bubblewrapBackend } from '../run/sandbox/bubblewrap.js';
import { containerBackend } from '../run/sandbox/container/container.js';
import { noneBackend } from '../run/sandbox/none.js';
import { findProgram } from '../run/sandbox/program.js';
import { type BackendMakers, selectBackend } from '../run/sandbox/select.js';
import type { Cache } from '../run/workspace/cache.js';
import { canMakeVolumes } from '../run/workspace/volume.js';
import { workspaceMethod } from '../run/workspace/workspace.js';
import { operatorsOf } from './operators.js';
import type { RunOrder, RunOutput } from './orders.js';
import { readWayOut } from './way_out.js';

/**
 * Opens what the attempts of a run share: cache, sandbox, toolchain. Everything that can refuse the run does so here, before
 * the first attempt.
 *
 * @param order `doors`: agents reach something of ours from inside their sandbox; `keys`: of providers, to be kept out of records; `prices`: of everything
 * @throws {UserError} when a sandbox that the contracts need cannot be had, or a folder cannot be written
 */
export async function openRooms(
  order: RunOrder & { doors?: boolean } & Pick<Rooms, 'keys' | 'prices'>,
  contracts: readonly LoadedContract[],
  cache: Cache,
  cwd: string,
  { signal, people, secrets }: Pick<RunOutput, 'signal' | 'people' | 'secrets'>,
): Promise<OpenRooms> {
  const runs = join(resolve(cwd, order.out), 'runs');
  try {
    // Node's recursive mkdir never ends where the kernel lets nobody make folders.
    if (/^\/(proc|sys)\//.test(runs)) throw Object.assign(new Error(), { code: 'EROFS' });
    mkdirSync(runs, { recursive: true });
    // A folder that is there may still be closed or on a read-only disk.
    const trial = join(runs, `.writable-${process.pid}`);
    writeFileSync(trial, '');
    rmSync(trial);
  } catch (error) {
    throw new UserError(
      `output folder ${order.out} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another one with --out DIR.',
    );
  }
  // They wait for processes, not for each other; when one refuses, nothing is left at work.
  const means = Promise.all([workspaceMethod(cache), canMakeVolumes(cache)]);
  const disk = means.then(([method, can]) => (method === 'overlay' && can ? 'enforced' : 'watched'));
  const opening = [chooseSandboxes(order, contracts, disk), means, disk, runtimeVersions()] as const;
  await Promise.allSettled(opening);
  const [chosen, [method], held, runtime] = await Promise.all(opening);
  const now = () => new Date();
  const shared = {
    cache,
    volumes: held === 'enforced',
    layers: new Map(),
    references: new Map(),
    runs,
    cwd,
    version: VERSION,
    runtime,
    entrypoint: 'run',
    rubric: RUBRIC_VERSION,
    machine: describeMachine(),
    signal,
    now,
    outside: openOutside(readWayOut(order.way_out), now),
    ...(order.record_stubs ? { recordings: new Map() } : {}),
    operators: operatorsOf(order, people),
    ...(secrets ? { secrets } : {}),
    keys: order.keys,
    prices: order.prices,
  };
  const searched = (order.search_path ?? '').split(':').filter(Boolean);
  const rooms = new Map<SandboxBackend, Rooms>();
  for (const { backend, probe } of chosen.values()) {
    const known = rooms.get(backend);
    if (known) {
      // Its manifest says that it traces as soon as one contract asks for it.
      if (probe.guarantees.trace) known.probe = probe;
      continue;
    }
    rooms.set(backend, {
      ...shared,
      backend,
      probe,
      // An engine does not see what an ordinary user mounted in a namespace of their own.
      method: probe.path !== undefined && method === 'overlay-userns' ? 'copy' : method,
      toolchain:
        probe.path === undefined ? openToolchain(backend, cache, searched) : imageToolchain(backend, cache, probe.path),
    });
  }
  return {
    runs,
    cwd,
    cache,
    isolated: [...rooms.values()].every(({ probe }) => probe.isolated),
    of: (loaded) => rooms.get(chosen.get(loaded)!.backend)!,
  };
}

/** What a run has opened. Contracts of one image share their rooms, and so do all that name none. */
export interface OpenRooms extends Pick<Rooms, 'runs' | 'cwd' | 'cache'> {
  /** False when attempts run on the machine itself. */
  isolated: boolean;
  /** The rooms of a contract: its own sandbox and tools over what all share. */
  of(loaded: LoadedContract): Rooms;
}

/** The sandbox of every contract: what it pins and demands decides. Backends are made and probed once. */
async function chooseSandboxes(
  order: RunOrder & { doors?: boolean },
  contracts: readonly LoadedContract[],
  disk: Promise<DiskHold>,
): Promise<Map<LoadedContract, Pick<Rooms, 'backend' | 'probe'>>> {
  const chosen = new Map<LoadedContract, Pick<Rooms, 'backend' | 'probe'>>();
  const makers = backendMakers(order.search_path, disk);
  for (const loaded of contracts) {
    const { contract, shown, lines } = loaded;
    const { network } = contract.policy;
    if (network !== 'deny' && network.stubs !== undefined && !loaded.stubs && !order.record_stubs)
      throw new UserError(
        `${shown}:${lines['policy.network.stubs'] ?? 1}  policy.network.stubs: "${network.stubs}" does not exist beside the contract`,
        'Record it once: gatebench run --record-stubs.',
      );
    const wish = {
      sandbox: order.sandbox,
      unsafe: order.unsafe,
      ...(contract.environment.image ? { image: contract.environment.image } : {}),
      guarantees: {
        ...contract.policy.guarantees,
        ...(contract.policy.evidence === 'trace' ? { trace: 'strace' } : {}),
      },
      doors: order.doors === true || network !== 'deny' || contract.setup.some((step) => step.network.length > 0),
    };
    const choice = await selectBackend(wish, makers);
    if ('refusal' in choice) throw new UserError(`sandbox (${shown}): ${choice.refusal.reason}`, choice.refusal.remedy);
    chosen.set(loaded, choice);
  }
  return chosen;
}

/**
 * One backend of each kind, containers by engine and image.
 *
 * @param disk how disk use is held in their sessions; undefined = not at all
 */
export function backendMakers(search_path: string | undefined, disk?: Promise<DiskHold>): BackendMakers {
  const bwrap = findProgram('bwrap', search_path);
  const bubblewrap = bubblewrapBackend({ disk, ...(bwrap ? { bwrap } : {}) });
  const none = noneBackend();
  const containers = new Map<string, SandboxBackend>();
  return {
    bubblewrap: () => bubblewrap,
    none: () => none,
    container(engine, image) {
      const key = `${engine} ${image}`;
      const program = findProgram(engine, search_path);
      const backend = containers.get(key) ?? containerBackend({ engine, image, disk, ...(program ? { program } : {}) });
      containers.set(key, backend);
      return backend;
    },
  };
}
