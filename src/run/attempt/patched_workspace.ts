import type { LoadedContract } from '../../contract/loaded.js';
import type { Payload } from '../../record/events.js';
import { layOracle } from '../oracle/lay.js';
import { type Application, writePatch } from '../workspace/apply.js';
import type { Layer } from '../workspace/layer.js';
import { madeBySetup } from '../workspace/made_by_setup.js';
import { dateFiles, removeFiles } from '../workspace/place.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { type Rooms, volumeBytes } from './rooms.js';

/** An application that left something to evaluate. */
export type Applied = Extract<Application, { outcome: 'applied' | 'empty' }>;

/**
 * Opens a fresh workspace on the layer, writes the patch into it and lays the oracle over; it is gone when `act` is done.
 * What setup made stays as setup made it, whatever the patch says. All that is written has one modification time.
 *
 * @param vacated paths at which nothing may lie
 */
export async function inPatchedWorkspace<T>(
  loaded: LoadedContract,
  application: Applied,
  layer: Layer,
  rooms: Rooms,
  act: (workspace: Workspace, laid: Payload<'oracle_laid'>) => Promise<T>,
  vacated: readonly string[] = [],
): Promise<T> {
  const { workspace, laid } = await place(loaded, application, layer, rooms, vacated, volumeBytes(loaded, rooms));
  try {
    return await act(workspace, laid);
  } finally {
    await workspace.dispose();
  }
}

/** Lays everything into a fresh workspace. What is too large for a volume is written beside it: the first look at its size ends a command. */
async function place(
  loaded: LoadedContract,
  application: Applied,
  layer: Layer,
  rooms: Rooms,
  vacated: readonly string[],
  volume_bytes: number | undefined,
): Promise<{ workspace: Workspace; laid: Payload<'oracle_laid'> }> {
  const workspace = await openWorkspace(layer, rooms.cache, rooms.method, { volume_bytes });
  try {
    const { written = [], removed = [] } = application.outcome === 'applied' ? application.applied : {};
    const left = new Set(await madeBySetup(written, layer, rooms.cache));
    const placed = written.filter((path) => !left.has(path));
    if (application.outcome === 'applied') await writePatch({ ...application.applied, written: placed }, workspace);
    const laid = await layOracle(loaded, [...placed, ...removed], workspace, rooms.cache);
    removeFiles(workspace.view, vacated.map(bytes));
    // Which file was written before which other, and how long that took, would tell one run from another.
    const laid_at = new Date();
    dateFiles(workspace.view, [...placed, ...removed, ...laidBy(loaded, laid)], laid_at);
    for (const path of left)
      laid.restored.push({ path: Buffer.from(path, 'latin1').toString('utf8'), how: 'restored' });
    return { workspace: { ...workspace, laid_at }, laid };
  } catch (error) {
    await workspace.dispose();
    if (volume_bytes === undefined || !isFull(error)) throw error;
    return place(loaded, application, layer, rooms, vacated, undefined);
  }
}

/** Tells whether a write of ours, or of git for us, found no room. */
const isFull = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC' || /No space left on device/.test(String(error));

/** What the oracle put somewhere, put back or took away, as bytes. */
const laidBy = ({ oracle_files }: LoadedContract, { restored, overwritten }: Payload<'oracle_laid'>): string[] =>
  [...oracle_files.map(({ path }) => path), ...restored.map(({ path }) => path), ...overwritten].map(bytes);

/** Contract paths are UTF-8; paths on disk travel as latin-1 bytes. */
const bytes = (path: string) => Buffer.from(path, 'utf8').toString('latin1');
