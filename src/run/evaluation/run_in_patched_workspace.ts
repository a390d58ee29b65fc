import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { EventPayload } from '../../record/events/event.js';
import type { Layer } from '../../workspace/layer.js';
import { findSetupPaths } from '../../workspace/layer.js';
import { type PatchApplication, writePatch } from '../../workspace/patch/apply_patch.js';
import { openWorkspace, type Workspace } from '../../workspace/workspace.js';
import { removeFilesSafely, setModificationTimes } from '../../workspace/write_file_safely.js';
import { computeVolumeBytes, type RunnerContext } from '../attempt/runner_context.js';
import { recordProvisioning } from '../attempt/setup/record_provisioning.js';
import { installOracle } from '../oracle/install_oracle.js';
import type { PatchContext } from './patch_context.js';

/** Application of a patch that left something to evaluate. */
export type EvaluablePatch = Extract<PatchApplication, { outcome: 'applied' | 'empty' }>;

type PatchInspector = (workspace: Workspace, written: readonly string[]) => void;

/**
 * Runs a callback in a fresh workspace with patch and oracle, and disposes the workspace afterwards.
 *
 * Files made by setup stay, whatever the patch says. All written files get one modification time.
 *
 * @param vacated paths that must not exist
 * @param inspect reads the workspace with the patch alone; gets the written paths as bytes (latin-1)
 */
export async function runInPatchedWorkspace<T>(
  { loaded, layer, runner, run, supply }: Pick<PatchContext, 'loaded' | 'layer' | 'runner' | 'run' | 'supply'>,
  application: EvaluablePatch,
  act: (workspace: Workspace, laid: EventPayload<'oracle_laid'>) => Promise<T>,
  vacated: readonly string[] = [],
  inspect: PatchInspector = () => {},
): Promise<T> {
  const { workspace, laid } = await recordProvisioning(run, 'workspace', () =>
    createPatchedWorkspace(loaded, application, layer, runner, { vacated, inspect }, () =>
      supply
        ? supply.take()
        : openWorkspace(layer, runner.cache, runner.method, { volume_bytes: computeVolumeBytes(loaded, runner) }),
    ),
  );
  try {
    return await act(workspace, laid);
  } finally {
    await workspace.dispose();
  }
}

/**
 * Creates the workspace. Content too large for a volume is written beside it; the first size check then ends a command.
 */
async function createPatchedWorkspace(
  loaded: LoadedContract,
  application: EvaluablePatch,
  layer: Layer,
  runner: RunnerContext,
  { vacated, inspect }: { vacated: readonly string[]; inspect: PatchInspector },
  open: () => Promise<Workspace>,
): Promise<{ workspace: Workspace; laid: EventPayload<'oracle_laid'> }> {
  const workspace = await open();
  try {
    const { written: writes = [], removed = [] } = application.outcome === 'applied' ? application.applied : {};
    const left = new Set(await findSetupPaths(writes, layer, runner.cache));
    const placed = writes.filter((path) => !left.has(path));
    if (application.outcome === 'applied') await writePatch({ ...application.applied, written: placed }, workspace);
    inspect(workspace, placed);
    const laid = await installOracle(loaded, [...placed, ...removed], workspace, runner.cache);
    removeFilesSafely(workspace.view, vacated.map(toBytePath));
    // The order and duration of writes would tell the tested code which run it is.
    const laid_at = new Date();
    setModificationTimes(workspace.view, [...placed, ...removed, ...listOraclePaths(loaded, laid)], laid_at);
    for (const path of left)
      laid.restored.push({ path: Buffer.from(path, 'latin1').toString('utf8'), how: 'restored' });
    return { workspace: { ...workspace, oracle_mtime: laid_at }, laid };
  } catch (error) {
    await workspace.dispose();
    if (workspace.volume === undefined || !isDiskFullError(error)) throw error;
    return createPatchedWorkspace(loaded, application, layer, runner, { vacated, inspect }, () =>
      openWorkspace(layer, runner.cache, runner.method),
    );
  }
}

/** Tells whether a write of gatebench, or of git for it, found the disk full. */
const isDiskFullError = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC' || /No space left on device/.test(String(error));

/** Lists the paths that the oracle wrote, restored or removed, as bytes. */
const listOraclePaths = (
  { oracle_files }: LoadedContract,
  { restored, overwritten }: EventPayload<'oracle_laid'>,
): string[] =>
  [...oracle_files.map(({ path }) => path), ...restored.map(({ path }) => path), ...overwritten].map(toBytePath);

/** Converts a contract path (UTF-8) to a disk path (latin-1 bytes). */
const toBytePath = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
