import { UserError } from '../../contract/input/user_error.js';
import { formatDuration, formatQuantity } from '../../publish/text/format_quantity.js';
import { GitError } from '../../workspace/git/run_git.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import { type ContractOutcome, createContract } from './create_contract.js';
import type { ChangeText } from './drafts/change_text.js';
import type { InitSession } from './drafts/init_session.js';
import type { MiningLog } from './open_mining_log.js';
import { MISSING_TOOL } from './setup/measurement_problem.js';

/** Options of a walk over changes. */
interface TryOptions {
  /** True if the changes were chosen from the history: then one that cannot be read does not end the walk. */
  mining: boolean;
  /** Most contracts. */
  max: number;
  log: MiningLog;
  /** Returns the time that is left for all commits, in milliseconds. */
  left(): number;
  readText(change: CommitChange): Promise<ChangeText>;
  /** Is called for each change that was tried now. */
  report(outcome: ContractOutcome): void;
}

const INTERRUPTED = 'interrupted before it was done; the next walk goes on where it was';
const BUDGET_ENDED = 'the budget ended before it was done; the next walk goes on where it was';
/** Commits that may fail for a missing tool before the walk ends: other commits may belong to another project. */
const MAX_MISSING = 5;

/** Outcomes of a walk. */
interface TriedChanges {
  contracts: ContractOutcome[];
  /** Why the walk ended before all changes were tried; undefined if they were. */
  ended?: string;
}

/**
 * Tries to make contracts of changes in their order, until there are enough, the time of the session is over, or a
 * tool is missing again and again.
 *
 * @param out its signal tells an interruption by the user from the end of the session's time
 */
export async function tryChanges(
  changes: readonly CommitChange[],
  session: InitSession,
  out: CommandContext,
  options: TryOptions,
): Promise<TriedChanges> {
  const { mining, max, log, report } = options;
  const contracts: ContractOutcome[] = [];
  let missing = 0;
  for (const change of changes) {
    const ended =
      missing >= MAX_MISSING
        ? `${MAX_MISSING} commits in a row lack a tool`
        : findEnd(contracts, session, out, options);
    if (ended !== undefined) return { contracts, ended };
    // What cannot change is not tried again. A contract that was made is found in its folder.
    const earlier = log.known.get(change.commit);
    if (earlier?.final && mining) {
      contracts.push(earlier);
      continue;
    }
    const counts = mining
      ? { done: contracts.filter(isMadeContract).length, of: max }
      : { done: contracts.length, of: changes.length };
    out.progress?.update({ text: `${change.commit.slice(0, 8)} ${change.subject}`, ...counts });
    const outcome = await tryChange(change, session, out, options);
    if (mining) missing = MISSING_TOOL.test(outcome.reason) ? missing + 1 : 0;
    contracts.push(outcome);
    // A named commit that can become no contract leaves no folder behind: what it lacks is found again at once.
    if (!out.signal.aborted && (mining || outcome.state !== 'skipped')) log.append(outcome);
    report(outcome);
  }
  return { contracts };
}

/** Finds why no further commit is begun; undefined if one is. */
function findEnd(
  contracts: readonly ContractOutcome[],
  { signal }: InitSession,
  out: CommandContext,
  { max, left }: TryOptions,
): string | undefined {
  if (out.signal.aborted) return 'interrupted';
  if (signal.aborted) return 'the budget ended';
  if (contracts.filter(isMadeContract).length >= max)
    return `${formatQuantity(max, 'contract')} were to be made (--max)`;
  const times = contracts.flatMap(getContractTime);
  if (times.length === 0 || left() >= Math.min(...times)) return undefined;
  const least = formatDuration(Math.min(...times));
  return `the rest of the budget (${formatDuration(left())}) is shorter than any contract took (${least})`;
}

/** Tries to make a contract of one change. */
async function tryChange(
  change: CommitChange,
  session: InitSession,
  out: CommandContext,
  { mining, readText }: TryOptions,
): Promise<ContractOutcome> {
  const start = performance.now();
  const skip = (reason: string): ContractOutcome => {
    const { commit, subject } = change;
    return { commit, subject, state: 'skipped', reason, notes: [], wall_ms: Math.round(performance.now() - start) };
  };
  try {
    return await createContract(change, await readText(change), session);
  } catch (error) {
    if (session.signal.aborted) return { ...skip(out.signal.aborted ? INTERRUPTED : BUDGET_ENDED), unfinished: true };
    if (mining && (error instanceof GitError || error instanceof UserError)) return skip(error.message);
    throw error;
  }
}

/** Tells whether a contract was written. */
export const isMadeContract = ({ state }: ContractOutcome): boolean => state === 'proven' || state === 'written';

/** Returns the time that a commit took whose tests could be measured, in milliseconds; none for others. */
const getContractTime = ({ state, tests, wall_ms }: ContractOutcome): number[] =>
  state !== 'skipped' && tests !== undefined ? [wall_ms] : [];
