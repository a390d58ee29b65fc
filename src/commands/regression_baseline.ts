import { statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import type { ArmPair } from '../judge/analysis/compared.js';
import type { Side } from '../judge/analysis/paired_tasks.js';
import { lineCounts } from '../judge/analysis/run_counts.js';
import { logLine as safe } from '../publish/report/escape.js';
import type { HistoryLine } from '../record/history.js';
import { sideOf } from './compare_arms.js';
import { readHistoryFile } from './history_file.js';
import { mergeResults } from './merge.js';
import { RESULTS_FILE } from './merge_find.js';

/** What a run is compared with. */
export interface Baseline {
  shown: string;
  /** What an arm did before, and before that. */
  of(arm: string): Pick<ArmPair, 'base' | 'history'>;
}

/**
 * Opens what `--baseline` names: results of an earlier run, or a history. Of a history the newest line of an arm is its base, and the lines
 * before that say which contracts are stable.
 *
 * @param arms that are judged
 * @throws {UserError} when there is none, when it cannot be read, and for an arm that it does not have
 */
export function openBaseline(path: string | undefined, arms: readonly string[], cwd: string): Baseline {
  if (path === undefined)
    throw new UserError(
      '--fail-on regression needs a baseline to compare with',
      'Name an output folder of an earlier run, or a history, with --baseline, or in the suite with gate.baseline.',
    );
  const shown = relative(cwd, resolve(cwd, path)) || '.';
  const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false });
  if (!stat)
    throw new UserError(
      `the baseline ${safe(shown)} does not exist`,
      'Make one: `gatebench run … --fail-on never --out DIR`, or `gatebench report … --history FILE`.',
    );
  const results = stat.isDirectory() || basename(path) === RESULTS_FILE;
  const sides = results ? sidesOfResults(path, arms, cwd) : sidesOfHistory(path, arms, shown, cwd);
  const without = arms.filter((arm) => !sides.has(arm));
  if (without.length > 0)
    throw new UserError(
      `the baseline ${safe(shown)} has no attempts of ${safe(without.join(', '))}`,
      'Judge only arms that it has (gate.arms in the suite), or name another baseline.',
    );
  return { shown, of: (arm) => sides.get(arm)! };
}

type Sides = ReadonlyMap<string, Pick<ArmPair, 'base' | 'history'>>;

function sidesOfResults(path: string, arms: readonly string[], cwd: string): Sides {
  const merge = mergeResults({ folders: [path], out: `${path}/.`, allow_mixed_versions: true }, cwd);
  merge.read.close();
  const sides = arms.map((arm): Side => sideOf(merge, arm)).filter(({ trials }) => trials.length > 0);
  return new Map(sides.map((base) => [base.name, { base }]));
}

function sidesOfHistory(path: string, arms: readonly string[], shown: string, cwd: string): Sides {
  const { lines, faults } = readHistoryFile(resolve(cwd, path), safe(shown));
  const [fault] = faults;
  if (lines.length === 0)
    throw new UserError(
      fault ? `${safe(shown)}:${fault.line}:1  ${safe(fault.what)}` : `the history ${safe(shown)} is empty`,
      'Name a history that `gatebench report … --history FILE` wrote, or an output folder of a run.',
    );
  return new Map(arms.flatMap((arm) => earlierRuns(arm, lines)));
}

function earlierRuns(arm: string, lines: readonly HistoryLine[]): [string, Pick<ArmPair, 'base' | 'history'>][] {
  const own = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm).map(lineCounts));
  const newest = own.at(-1);
  if (!newest) return [];
  const older = own.slice(0, -1);
  const history = older.length === 0 ? undefined : { nights: older, lines: older.length };
  return [[arm, { base: { name: arm, counts: newest }, history }]];
}
