import { UserError } from '../../contract/input/user_error.js';
import { formatDuration } from '../../publish/text/format_quantity.js';
import { GitError } from '../../workspace/git/run_git.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import type { CommandContext } from '../io/command_context.js';
import { type ContractOutcome, createContract } from './create_contract.js';
import type { ChangeText } from './drafts/change_text.js';
import type { InitSession } from './drafts/init_session.js';
import type { MiningLog } from './open_mining_log.js';

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

const BUDGET_ENDED = 'the budget ended before it was done; the next walk goes on where it was';
/** Reasons that are those of the machine: another commit of the same project would fail for them as well. */
const MISSING_TOOL = /^tool "[^"]+" is not on this machine/;
/** Commits that may fail for a missing tool before the walk ends: other commits may belong to another project. */
const MAX_MISSING = 5;

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
  { mining, max, log, left, readText, report }: TryOptions,
): Promise<ContractOutcome[]> {
  const contracts: ContractOutcome[] = [];
  let missing = 0;
  for (const change of changes) {
    const contractCount = contracts.filter(isMadeContract).length;
    if (session.signal.aborted || contractCount >= max || missing >= MAX_MISSING) break;
    // What cannot change is not tried again. A contract that was made is found in its folder.
    const earlier = log.known.get(change.commit);
    if (earlier?.final && mining) {
      contracts.push(earlier);
      continue;
    }
    const times = contracts.flatMap(getContractTime);
    if (times.length > 0 && left() < Math.min(...times)) {
      const rest = `the rest of the budget (${formatDuration(left())}) is shorter than any contract took`;
      out.error(`${rest} (${formatDuration(Math.min(...times))}): no further commit is begun`);
      break;
    }
    const counts = mining ? { done: contractCount, of: max } : { done: contracts.length, of: changes.length };
    out.progress?.update({ text: `${change.commit.slice(0, 8)} ${change.subject}`, ...counts });
    const start = performance.now();
    const skip = (reason: string): ContractOutcome => {
      const { commit, subject } = change;
      return { commit, subject, state: 'skipped', reason, notes: [], wall_ms: Math.round(performance.now() - start) };
    };
    let outcome: ContractOutcome;
    try {
      outcome = await createContract(change, await readText(change), session);
    } catch (error) {
      if (out.signal.aborted) break;
      if (session.signal.aborted) outcome = { ...skip(BUDGET_ENDED), unfinished: true };
      else if (mining && (error instanceof GitError || error instanceof UserError)) outcome = skip(error.message);
      else throw error;
    }
    if (mining) missing = MISSING_TOOL.test(outcome.reason) ? missing + 1 : 0;
    contracts.push(outcome);
    // A named commit that can become no contract leaves no folder behind: what it lacks is found again at once.
    if (mining || outcome.state !== 'skipped') log.append(outcome);
    report(outcome);
  }
  return contracts;
}

/** Tells whether a contract was written. */
export const isMadeContract = ({ state }: ContractOutcome): boolean => state === 'proven' || state === 'written';

/** Returns the time that a commit took whose tests could be measured, in milliseconds; none for others. */
const getContractTime = ({ state, tests, wall_ms }: ContractOutcome): number[] =>
  state !== 'skipped' && tests !== undefined ? [wall_ms] : [];
