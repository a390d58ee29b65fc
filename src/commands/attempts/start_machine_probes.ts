import { tmpdir } from 'node:os';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { createBubblewrapBackend } from '../../sandbox/bubblewrap/create_bubblewrap_backend.js';
import { createContainerBackend } from '../../sandbox/container/create_container_backend.js';
import type { DiskEnforcement, SandboxBackend } from '../../sandbox/sandbox_backend.js';
import type { BackendFactories } from '../../sandbox/selection/select_backend.js';
import { createUnisolatedBackend } from '../../sandbox/unisolated/create_unisolated_backend.js';
import { findProgram } from '../../system/find_program.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { canMakeVolumes } from '../../workspace/volume.js';
import { detectWorkspaceMethod, type WorkspaceMethod } from '../../workspace/workspace.js';
import type { RunOptions } from '../study/run_options.js';

/** Findings about workspaces on this machine, which processes are still making. */
interface WorkspaceProbes {
  method: Promise<WorkspaceMethod>;
  /** Enforcement of the disk limit of commands. */
  disk: Promise<DiskEnforcement>;
}

/**
 * Finds out how workspaces are made on this machine. What was found is kept for this process.
 *
 * @param bytes size of volumes that will be needed
 */
export function probeWorkspaces(cache: WorkspaceCache, bytes?: number): WorkspaceProbes {
  const method = detectWorkspaceMethod(cache);
  const disk = Promise.all([method, canMakeVolumes(cache, bytes)]).then(([found, can]) =>
    found === 'overlay' && can ? 'enforced' : 'watched',
  );
  return { method, disk };
}

/**
 * Starts to find out what a run needs to know of its machine, while contracts are still read: workspaces and the
 * process sandbox. `createRunnerContexts` takes what was found, and finds out again what was not.
 *
 * @param bytes size of volumes that will probably be needed
 * @returns what is settled when nothing of it runs any more; it never rejects
 */
export async function startMachineProbes(
  { sandbox, search_path }: Pick<RunOptions, 'sandbox' | 'search_path'>,
  cache: WorkspaceCache,
  bytes: number,
): Promise<void> {
  const { method, disk } = probeWorkspaces(cache, bytes);
  const isolates = sandbox === 'auto' || sandbox === 'bubblewrap';
  const probe = isolates ? createBackendFactories(search_path, disk).bubblewrap().probe() : undefined;
  await Promise.allSettled([method, disk, probe]);
}

/**
 * Creates the factories of sandbox backends; containers are shared by engine and image.
 *
 * @param disk how disk use is limited in their sessions; undefined = not at all
 */
export function createBackendFactories(
  search_path: string | undefined,
  disk?: Promise<DiskEnforcement>,
): BackendFactories {
  const bwrap = findProgram('bwrap', search_path);
  const bubblewrap = getBubblewrapBackend(bwrap, disk);
  const none = createUnisolatedBackend();
  const containers = new Map<string, SandboxBackend>();
  return {
    bubblewrap: () => bubblewrap,
    none: () => none,
    container(engine, image) {
      const key = `${engine} ${image}`;
      const program = findProgram(engine, search_path);
      const backend =
        containers.get(key) ?? createContainerBackend({ engine, image, disk, ...omitUndefined({ program }) });
      containers.set(key, backend);
      return backend;
    },
  };
}

const bubblewrapBackends = new Map<string, SandboxBackend>();

/**
 * Returns the bubblewrap backend of this process: runs share its probes, since the machine does not change between
 * them.
 */
function getBubblewrapBackend(bwrap: string | undefined, disk: Promise<DiskEnforcement> | undefined): SandboxBackend {
  const key = JSON.stringify([bwrap, tmpdir(), disk !== undefined]);
  const backend = bubblewrapBackends.get(key) ?? createBubblewrapBackend({ disk, ...omitUndefined({ bwrap }) });
  bubblewrapBackends.set(key, backend);
  return backend;
}
