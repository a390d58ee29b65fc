import type { LoadedContract } from '../../contract/loaded.js';
import type { Payload } from '../../record/events.js';
import { layOracle } from '../oracle/lay.js';
import { type Application, writePatch } from '../workspace/apply.js';
import type { Layer } from '../workspace/layer.js';
import { madeBySetup } from '../workspace/made_by_setup.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import type { Rooms } from './rooms.js';

/** An application that left something to evaluate. */
export type Applied = Extract<Application, { outcome: 'applied' | 'empty' }>;

/**
 * Opens a fresh workspace on the layer, writes the patch into it and lays the oracle over; it is gone when `act` is done.
 * What setup made stays as setup made it, whatever the patch says.
 */
export async function inPatchedWorkspace<T>(
  loaded: LoadedContract,
  application: Applied,
  layer: Layer,
  rooms: Rooms,
  act: (workspace: Workspace, laid: Payload<'oracle_laid'>) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(layer, rooms.cache, rooms.method);
  try {
    const { written = [], removed = [] } = application.outcome === 'applied' ? application.applied : {};
    const left = new Set(await madeBySetup(written, layer, rooms.cache));
    const placed = written.filter((path) => !left.has(path));
    if (application.outcome === 'applied') await writePatch({ ...application.applied, written: placed }, workspace);
    const laid = await layOracle(loaded, [...placed, ...removed], workspace, rooms.cache);
    for (const path of left)
      laid.restored.push({ path: Buffer.from(path, 'latin1').toString('utf8'), how: 'restored' });
    return await act(workspace, laid);
  } finally {
    await workspace.dispose();
  }
}
