import type { HistoryArm, HistoryLine, HistoryTask } from '../../record/planning/suite_history.js';
import { compareCodeUnits } from '../report/view/attempt_row.js';

/** Nights that a board shows, the newest last. */
const NIGHTS = 60;
/** Nights of the newest version of a contract that tell its state. */
const RECENT = 10;
/** Nights for which a change is news. */
const NEWS = 3;

/** State of a contract for one arm, by its last nights, the worst first. */
const BOARD_STATES = ['newly failing', 'fails', 'flaky', 'undecided', 'newly passing', 'passes'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

/** Attempts of one night. */
export interface BoardNight {
  at: string;
  successes: number;
  /** Attempts that were decided; 0 = none. */
  decided: number;
  /** null = unknown, or none was made. */
  cost_per_attempt_usd: number | null;
  /** True for the first night of another version of the contract. */
  is_changed: boolean;
}

/** Row of a board: one contract for one arm. */
export interface BoardRow {
  task: string;
  arm: string;
  state: BoardState;
  nights: BoardNight[];
}

/** History of a suite by contract. */
export interface HistoryBoard {
  suite: string;
  /** Time of the first and of the last night that is shown; '' without one. */
  first: string;
  last: string;
  nights: number;
  rows: BoardRow[];
}

/**
 * Creates the board of a history: each contract of the last night, for each arm that was judged, the worst first.
 * Lines of other suites do not count.
 */
export function createHistoryBoard(lines: readonly HistoryLine[]): HistoryBoard {
  const suite = lines.at(-1)?.suite ?? '';
  const nights = lines.filter((line) => line.suite === suite).slice(-NIGHTS);
  const rows = (nights.at(-1)?.arms ?? [])
    .filter(({ role }) => role !== 'noop' && role !== 'golden')
    .flatMap((arm) => listTasks(arm).map((task) => createBoardRow(nights, arm.arm, task)));
  const rank = ({ state }: BoardRow) => BOARD_STATES.indexOf(state);
  return {
    suite,
    first: nights[0]?.at ?? '',
    last: nights.at(-1)?.at ?? '',
    nights: nights.length,
    rows: rows.sort((a, b) => rank(a) - rank(b) || compareCodeUnits(a.task, b.task) || compareCodeUnits(a.arm, b.arm)),
  };
}

const listTasks = ({ tasks }: HistoryArm): string[] => [...new Set(tasks.map(({ task }) => task))];

function createBoardRow(lines: readonly HistoryLine[], arm: string, task: string): BoardRow {
  let version: string | undefined;
  const nights = lines.flatMap((line): (BoardNight & { version: string })[] => {
    const counts = line.arms.find((one) => one.arm === arm)?.tasks.findLast((one) => one.task === task);
    if (counts === undefined) return [];
    const is_changed = version !== undefined && counts.version !== version;
    version = counts.version;
    return [{ ...createNight(line.at, counts), is_changed, version }];
  });
  const recent = nights.filter((night) => night.version === version).slice(-RECENT);
  return { task, arm, state: tellState(recent), nights: nights.map(({ version: _, ...night }) => night) };
}

function createNight(at: string, counts: HistoryTask): Omit<BoardNight, 'is_changed'> {
  const { runs, successes, failures, cost_usd } = counts;
  const cost_per_attempt_usd = cost_usd === null || runs === 0 ? null : cost_usd / runs;
  return { at, successes, decided: successes + failures, cost_per_attempt_usd };
}

/** Tells the state of a contract by its nights of one version, the newest last. */
function tellState(nights: readonly BoardNight[]): BoardState {
  const decided = nights.filter((night) => night.decided > 0);
  const last = decided.at(-1);
  if (last === undefined || nights.at(-1)?.decided === 0) return 'undecided';
  const earlier = decided.slice(0, -1);
  const passes = (night: BoardNight) => night.successes === night.decided;
  const fails = (night: BoardNight) => night.successes === 0;
  if (decided.every(passes)) return 'passes';
  if (decided.every(fails)) return 'fails';
  // One change from nights that agree to nights that agree is news; anything else is noise.
  const start = decided.findLastIndex((night) => passes(night) !== passes(last) || fails(night) !== fails(last)) + 1;
  const [old_nights, new_nights] = [earlier.slice(0, start), decided.slice(start)];
  const is_news = new_nights.length <= NEWS;
  if (old_nights.every(passes) && new_nights.every(fails)) return is_news ? 'newly failing' : 'fails';
  if (old_nights.every(fails) && new_nights.every(passes)) return is_news ? 'newly passing' : 'passes';
  return 'flaky';
}
