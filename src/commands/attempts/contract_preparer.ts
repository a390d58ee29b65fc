import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { PreparedContract } from '../../run/attempt/attempt_spec.js';
import {
  createUnavailableContract,
  isMachineWideFault,
  prepareContract,
} from '../../run/attempt/setup/prepare_contract.js';
import type { RunOptions } from '../study/run_options.js';
import { createSnapshotSources } from './begin_inspection.js';
import type { RunnerContexts } from './create_runner_contexts.js';

/**
 * Function that prepares the repository and tools of a contract, once.
 *
 * @param most number of tries while there is no repository; default: one. A defect of the harness is not tried again
 */
export type ContractPreparer = (loaded: LoadedContract, most?: number) => Promise<PreparedContract>;

/**
 * Creates a function that prepares each contract once, however many attempts ask.
 *
 * A repository that is unavailable is a value, so that other contracts continue.
 *
 * @param say prints why a repository is unavailable
 * @throws on interruption, and for faults of the machine that the next contract would meet as well
 */
export function createContractPreparer(
  { repos, pull_request }: Pick<RunOptions, 'repos' | 'pull_request'>,
  { cwd, cache, inspected, getContext }: Pick<RunnerContexts, 'cwd' | 'cache' | 'inspected' | 'getContext'>,
  signal: AbortSignal,
  say: (line: string) => void = () => {},
): ContractPreparer {
  const tries = new Map<LoadedContract, { looks: number; last: Promise<PreparedContract> }>();
  const printed = new Set<string>();
  const sources = createSnapshotSources({ repos, pull_request }, cwd, signal);
  const look = async (loaded: LoadedContract) => {
    try {
      const begun = inspected.get(loaded);
      inspected.delete(loaded);
      return await prepareContract(loaded, cache, getContext(loaded).toolchain, sources, begun);
    } catch (fault) {
      if (signal.aborted || isMachineWideFault(fault)) throw fault;
      const text = fault instanceof UserError ? fault.text : formatUnexpectedFault(loaded, fault);
      if (!printed.has(text)) text.split('\n').forEach(say);
      printed.add(text);
      return createUnavailableContract(loaded, fault, pull_request);
    }
  };
  return async (loaded, most = 1) => {
    for (;;) {
      const attempt = tries.get(loaded);
      if (attempt && (attempt.looks >= most || isSettled(await attempt.last))) return attempt.last;
      // Another attempt may have started a new try meanwhile.
      if (tries.get(loaded) === attempt) tries.set(loaded, { looks: (attempt?.looks ?? 0) + 1, last: look(loaded) });
    }
  };
}

/** Tells whether a further look would give the same: there is a repository, or a defect of the harness. */
const isSettled = ({ snapshot, defect }: PreparedContract) =>
  snapshot.unavailable === undefined || defect !== undefined;

const formatUnexpectedFault = ({ shown }: LoadedContract, fault: unknown) =>
  `${safe(shown)}: ${safe(String((fault as Error)?.stack ?? fault))}`;
