import type { LoadedContract } from '../../contract/loaded_contract.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';

/** Formats the result of `--record-stubs` by contract. Without a request there is no file. */
export function formatRecordedStubs(
  contracts: readonly LoadedContract[],
  roomsOf: (loaded: LoadedContract) => Pick<RunnerContext, 'recordings'>,
): string[] {
  return [...new Set(contracts)].flatMap((loaded) => {
    const { recordings } = roomsOf(loaded);
    const { network } = loaded.contract.policy;
    if (recordings === undefined || network === 'deny' || network.stubs === undefined) return [];
    const count = recordings.get(loaded.path)?.size ?? 0;
    const text =
      count === 0 ? 'not written, since nothing was asked for' : `${formatQuantity(count, 'response')} recorded`;
    return [`${loaded.shown}: ${network.stubs}: ${text}`];
  });
}
