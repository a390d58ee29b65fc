import { statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { BaseHeadPair } from '../../judge/analysis/regression/comparison_report.js';
import { readLineCounts } from '../../judge/analysis/regression/create_history_line.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { HistoryLine } from '../../record/planning/suite_history.js';
import { createComparisonSide } from '../compare/match_arm_pairs.js';
import { readHistoryFile } from '../io/read_history_file.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { mergeResults } from '../merge/merge_results.js';

/** Baseline of a regression gate. */
export interface RegressionBaseline {
  shown: string;
  /** Returns the earlier results of an arm, and those before them. */
  getSides(arm: string): Pick<BaseHeadPair, 'base' | 'history'>;
}

/**
 * Reads a baseline: results of an earlier run, or a history.
 *
 * In a history the newest line of an arm is its base, and the lines before it tell which contracts are stable.
 *
 * @param arms arms that are judged
 * @throws {UserError} if there is none, if it cannot be read, and for an arm that it does not have
 */
export function readRegressionBaseline(
  path: string | undefined,
  arms: readonly string[],
  cwd: string,
): RegressionBaseline {
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
  const sides = results ? readResultSides(path, arms, cwd) : readHistorySides(path, arms, shown, cwd);
  const absent = arms.filter((arm) => !sides.has(arm));
  if (absent.length > 0)
    throw new UserError(
      `the baseline ${safe(shown)} has no attempts of ${safe(absent.join(', '))}`,
      'Judge only arms that it has (gate.arms in the suite), or name another baseline.',
    );
  return { shown, getSides: (arm) => sides.get(arm)! };
}

type BaselineSides = ReadonlyMap<string, Pick<BaseHeadPair, 'base' | 'history'>>;

function readResultSides(path: string, arms: readonly string[], cwd: string): BaselineSides {
  const merged = mergeResults({ folders: [path], out: `${path}/.`, allow_mixed_versions: true }, cwd);
  merged.reader.close();
  const sides = arms.map((arm) => createComparisonSide(merged, arm)).filter(({ trials }) => trials.length > 0);
  return new Map(sides.map((base) => [base.name, { base }]));
}

function readHistorySides(path: string, arms: readonly string[], shown: string, cwd: string): BaselineSides {
  const { lines, faults } = readHistoryFile(resolve(cwd, path), safe(shown));
  const [fault] = faults;
  if (lines.length === 0)
    throw new UserError(
      fault ? `${safe(shown)}:${fault.line}:1  ${safe(fault.what)}` : `the history ${safe(shown)} is empty`,
      'Name a history that `gatebench report … --history FILE` wrote, or an output folder of a run.',
    );
  return new Map(arms.flatMap((arm) => findEarlierRuns(arm, lines)));
}

function findEarlierRuns(
  arm: string,
  lines: readonly HistoryLine[],
): [string, Pick<BaseHeadPair, 'base' | 'history'>][] {
  const counts = lines.flatMap(({ arms }) => arms.filter((one) => one.arm === arm).map(readLineCounts));
  const newest = counts.at(-1);
  if (!newest) return [];
  const older = counts.slice(0, -1);
  const history = older.length === 0 ? undefined : { nights: older, lines: older.length };
  return [[arm, { base: { name: arm, counts: newest }, history }]];
}
