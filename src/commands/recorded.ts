import type { LoadedContract } from '../contract/loaded.js';
import { counted } from '../publish/report/quantities.js';
import type { Rooms } from '../run/attempt/rooms.js';

/** What `--record-stubs` came to, contract by contract: without a request there is no file, and the next run would ask for it. */
export function recordedLines(
  contracts: readonly LoadedContract[],
  roomsOf: (loaded: LoadedContract) => Pick<Rooms, 'recordings'>,
): string[] {
  return [...new Set(contracts)].flatMap((loaded) => {
    const { recordings } = roomsOf(loaded);
    const { network } = loaded.contract.policy;
    if (recordings === undefined || network === 'deny' || network.stubs === undefined) return [];
    const count = recordings.get(loaded.path)?.size ?? 0;
    const what = count === 0 ? 'not written, since nothing was asked for' : `${counted(count, 'response')} recorded`;
    return [`${loaded.shown}: ${network.stubs}: ${what}`];
  });
}
