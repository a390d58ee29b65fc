import { resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import type { Prepared } from '../run/attempt/order.js';
import { prepareContract } from '../run/contracts/prepare.js';
import type { OpenRooms } from './open_rooms.js';
import type { RunOrder } from './orders.js';

/** Looks at a contract's repository and tools when it is first asked for. */
export type Preparation = (loaded: LoadedContract) => Promise<Prepared>;

/** Each contract is looked at once, however many attempts ask. A failure is kept too. */
export function preparation(
  { repos, pull_request }: Pick<RunOrder, 'repos' | 'pull_request'>,
  { cwd, cache, of }: OpenRooms,
  signal: AbortSignal,
): Preparation {
  const made = new Map<LoadedContract, Promise<Prepared>>();
  const sources = { repos: repos.map((folder) => resolve(cwd, folder)), pull_request, signal };
  return (loaded) => {
    const preparing = made.get(loaded) ?? prepareContract(loaded, cache, of(loaded).toolchain, sources);
    made.set(loaded, preparing);
    return preparing;
  };
}
