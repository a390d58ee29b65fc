import type { WorkspaceCache } from './cache/workspace_cache.js';
import type { Layer } from './layer.js';
import { openWorkspace, type Workspace, type WorkspaceMethod, type WorkspaceOptions } from './workspace.js';

/** Inputs of a fresh workspace. */
interface WorkspaceOrder {
  layer: Layer;
  cache: WorkspaceCache;
  method: WorkspaceMethod;
  options: WorkspaceOptions;
}

/** Fresh workspaces of attempts at one contract. The next ones are mounted while the tests of those before run. */
export interface WorkspacePool {
  /** Returns a workspace that nobody had before; it belongs to the caller. */
  take(order: WorkspaceOrder): Promise<Workspace>;
  /** Begins to open what will be taken next. Call when commands run: until then it would hold up the attempt. */
  refill(): void;
  /** Removes workspaces that nobody took. */
  close(): Promise<void>;
}

/** Workspaces of all pools of a run that wait to be taken. */
interface WaitingWorkspaces {
  count: number;
  most: number;
}

/**
 * Creates a pool that opens a workspace ahead for each attempt that is expected. Only what was taken before is opened
 * ahead, and only overlays on volumes: a copy takes as much of the disk as the repository.
 *
 * @param expected attempts that will take a workspace
 * @param shared limit that several pools share
 */
export function createWorkspacePool(expected: number, shared: WaitingWorkspaces): WorkspacePool {
  const waiting: { key: string; workspace: Promise<Workspace> }[] = [];
  let last: WorkspaceOrder | undefined;
  let taken = 0;
  let closed = false;

  return {
    async take(order) {
      last = canWait(order) ? order : undefined;
      taken++;
      const found = waiting.findIndex(({ key }) => key === computeKey(order));
      if (found < 0) return open(order);
      const [{ workspace }] = waiting.splice(found, 1) as [(typeof waiting)[number]];
      shared.count--;
      // What could not be opened ahead is tried again, so that the error reaches who needs it.
      return (await workspace.catch(() => undefined)) ?? open(order);
    },
    refill() {
      while (last && !closed && shared.count < shared.most && waiting.length < expected - taken) {
        const workspace = open(last);
        workspace.catch(() => undefined); // `take` tries again
        waiting.push({ key: computeKey(last), workspace });
        shared.count++;
      }
    },
    async close() {
      closed = true;
      const left = waiting.splice(0);
      shared.count -= left.length;
      for (const one of await Promise.allSettled(left.map(({ workspace }) => workspace)))
        if (one.status === 'fulfilled') await one.value.dispose();
    },
  };
}

const open = ({ layer, cache, method, options }: WorkspaceOrder) => openWorkspace(layer, cache, method, options);

const canWait = ({ method, options }: WorkspaceOrder): boolean =>
  method === 'overlay' && options.volume_bytes !== undefined && options.base === undefined;

const computeKey = ({ layer, cache, options }: WorkspaceOrder): string =>
  [cache.scratch, layer.tree_path, options.volume_bytes].join('\0');
