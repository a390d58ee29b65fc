import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import type { Layer } from '../../workspace/layer.js';
import type { WorkspacePool } from '../../workspace/workspace.js';
import {
  openWorkspace,
  type Workspace,
  type WorkspaceMethod,
  type WorkspaceOptions,
} from '../../workspace/workspace.js';

/** Supply of fresh workspaces on one layer. The next one is opened while the tests of the one before run. */
export interface WorkspaceSupply {
  /** Announces that so many more workspaces will be taken. */
  expect(count: number): void;
  /** Returns a fresh workspace, which belongs to the caller. */
  take(): Promise<Workspace>;
  /** Disposes a workspace that nobody took. */
  close(): Promise<void>;
}

/**
 * Creates a supply. The first workspace is opened as soon as one is expected, or comes from the pool of the run.
 *
 * @param pool undefined = every workspace is opened here
 */
export function createWorkspaceSupply(
  layer: Layer,
  cache: WorkspaceCache,
  method: WorkspaceMethod,
  { pool, ...options }: Pick<WorkspaceOptions, 'volume_bytes'> & { pool?: WorkspacePool | undefined },
): WorkspaceSupply {
  let expected = 0;
  let ahead = pool;
  let next: Promise<Workspace> | undefined;
  const open = () => {
    // One for each attempt: the others are opened while its own tests run.
    const first = ahead;
    ahead = undefined;
    return first ? first.take({ layer, cache, method, options }) : openWorkspace(layer, cache, method, options);
  };
  const prepare = () => {
    if (next || expected === 0) return;
    next = open();
    // Whoever takes it is told; nobody may.
    next.catch(() => undefined);
  };
  return {
    expect(count) {
      expected += count;
      prepare();
    },
    async take() {
      const opening = next ?? open();
      next = undefined;
      expected = Math.max(0, expected - 1);
      const workspace = await opening;
      prepare();
      return workspace;
    },
    async close() {
      expected = 0;
      const left = await next?.catch(() => undefined);
      next = undefined;
      await left?.dispose();
    },
  };
}
