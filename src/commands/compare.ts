import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { analysisSettingsSchema } from '../contract/suite.js';
import { UserError } from '../contract/user_error.js';
import { type Compared, compare as judge } from '../judge/analysis/compared.js';
import { gatingOf } from '../judge/analysis/gating_set.js';
import { ORDINARY_ALPHA } from '../judge/analysis/regression.js';
import { historyOf, runCounts } from '../judge/analysis/run_counts.js';
import type { Section } from '../publish/report/blocks.js';
import { sectionMarkdown } from '../publish/report/blocks_markdown.js';
import { sectionTerminal } from '../publish/report/blocks_terminal.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { comparedSections } from '../publish/report/sections/compared.js';
import { writeAtomically } from '../record/atomic.js';
import { armPairs, sideOf } from './compare_arms.js';
import type { CompareOrder } from './compare_order.js';
import { printLines } from './console_writer.js';
import { readHistoryFile } from './history_file.js';
import { mergeResults } from './merge.js';
import type { Merge } from './merged.js';
import type { RunOutput } from './orders.js';
import { unwritable } from './write_reports.js';

export const COMPARISON_FILE = 'comparison.json';

export interface CompareOutcome {
  exit_code: 0 | 1 | 3;
  compared: Compared;
  sections: Section[];
}

/**
 * `compare`: results before and results after → regression, no regression, or undecided, with the numbers.
 *
 * @throws {UserError} for results that cannot be read or compared
 */
export function compare(order: CompareOrder, out: RunOutput, cwd = process.cwd()): CompareOutcome {
  const [base, head] = [order.base, order.head].map((folder) => resultsIn(folder, order, cwd)) as [Merge, Merge];
  for (const [shown, { warnings }] of [
    [order.base, base],
    [order.head, head],
  ] as const)
    for (const warning of warnings) out.error(`${safe(shown)}: ${warning}`);
  const history = order.history === undefined ? undefined : linesOf(order.history, out, cwd);
  // A folder compared with itself is two arms of one run: what made its night bad is in both.
  const same_night = resolve(cwd, order.base) === resolve(cwd, order.head);
  const pairs = armPairs(base, head, order).map((names) => {
    const [before, after] = [sideOf(base, names.base), sideOf(head, names.head)];
    const sides = [runCounts(before), runCounts(after)];
    return { base: before, head: after, history: history && historyOf(history, names.base, sides), same_night };
  });
  const compared = judge(pairs, settingsOf(order, base, head), provenBy(head, base));
  const sections = comparedSections(compared, order.base, order.head);
  if (order.out !== undefined) write(order.out, compared, sections, cwd);
  if (order.json) out.log(jsonText(compared));
  else {
    const shown = sections.map((section) => sectionTerminal(section, out.terminal.columns));
    printLines(
      out.log,
      shown.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines])),
    );
  }
  return {
    exit_code: ({ regression: 1, 'no regression': 0, undecided: 3 } as const)[compared.verdict],
    compared,
    sections,
  };
}

/** Contracts that differ within a side are left out of the gate one by one, not refused as a whole. */
function resultsIn(folder: string, order: CompareOrder, cwd: string): Merge {
  const merge = mergeResults({ folders: [folder], out: order.out ?? COMPARISON_FILE, allow_mixed_versions: true }, cwd);
  merge.read.close();
  return merge;
}

function linesOf(path: string, out: RunOutput, cwd: string) {
  const { lines, faults } = readHistoryFile(resolve(cwd, path), safe(path));
  if (lines.length === 0)
    throw new UserError(
      `${safe(path)} has no line that could be read, so no contract is known to be stable`,
      'Write one with `gatebench report … --history FILE`, or leave --history out.',
    );
  for (const { line, what } of faults) out.error(`${safe(path)}:${line}:1  ${safe(what)}; the line counts for nothing`);
  return lines;
}

/** As it was agreed in the plan of head, else of base, unless the order says otherwise. */
function settingsOf(order: CompareOrder, base: Merge, head: Merge) {
  const plan = head.plan ?? base.plan;
  const agreed = plan?.analysis ?? analysisSettingsSchema.parse({});
  return {
    outcome: agreed.outcome,
    resamples: agreed.resamples,
    seed: plan?.seed ?? 20260307,
    confidence: order.confidence ?? agreed.confidence,
    minimum_effect: order.minimum_effect ?? agreed.minimum_effect,
    ...gatingOf(order, plan?.gate),
    alpha: order.alpha ?? plan?.gate.alpha ?? ORDINARY_ALPHA,
    extra_trials: 0,
    coverage_floor: order.coverage_floor ?? plan?.gate.coverage_floor ?? 1,
  };
}

/** Whether a plan says that a contract is proven. */
export function provenBy(...merges: Pick<Merge, 'plan'>[]): (task: string, version: string) => boolean | undefined {
  const known = new Map(
    merges.flatMap(({ plan }) => plan?.tasks ?? []).map(({ id, version, proven }) => [`${id} ${version}`, proven]),
  );
  return (task, version) => known.get(`${task} ${version}`);
}

function write(out: string, compared: Compared, sections: readonly Section[], cwd: string): void {
  const folder = resolve(cwd, out);
  try {
    mkdirSync(folder, { recursive: true });
    writeAtomically(join(folder, COMPARISON_FILE), `${JSON.stringify(compared, null, 2)}\n`);
    const text = sections.map((section) => sectionMarkdown(section)).join('\n\n');
    writeAtomically(join(folder, 'comparison.md'), `${text}\n`);
  } catch (error) {
    throw unwritable(error, out) ?? error;
  }
}
