import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { analysisSettingsSchema } from '../../contract/suite/analysis_settings.js';
import {
  type ComparisonReport,
  DEFAULT_ALPHA,
  compareArms as judge,
  resolveGatingSettings,
} from '../../judge/analysis/regression/comparison_report.js';
import { createHistoryArm, selectHistory } from '../../judge/analysis/regression/create_history_line.js';
import { renderSectionMarkdown } from '../../publish/report/markdown/render_markdown_report.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import { createComparedArmsSections } from '../../publish/report/sections/create_compared_arms_sections.js';
import { renderSectionLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { readHistoryFile } from '../io/read_history_file.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { mergeResults } from '../merge/merge_results.js';
import type { MergedResults } from '../merge/merged_results.js';
import { createOptionSchema } from '../options/create_option_schema.js';
import { createComparisonSide, matchArmPairs } from './match_arm_pairs.js';

/** Options of `compare`. */
export const compareOptionsSchema = z
  .strictObject({
    base: z.string().min(1).describe('output folder of `run` or `report`, or its results.jsonl: what was before'),
    head: z.string().min(1).describe('the same of what is judged'),
    arms: createOptionSchema('arms'),
    base_arm: createOptionSchema('base_arm'),
    head_arm: createOptionSchema('head_arm'),
    history: createOptionSchema('history'),
    minimum_effect: createOptionSchema('minimum_effect'),
    confidence: createOptionSchema('confidence'),
    alpha: createOptionSchema('alpha'),
    tolerance: createOptionSchema('tolerance'),
    minimum_history: createOptionSchema('minimum_history'),
    coverage_floor: createOptionSchema('coverage_floor'),
    out: createOptionSchema('out'),
    json: createOptionSchema('json'),
  })
  .superRefine(({ arms, base_arm, head_arm }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (arms.length > 0 && (base_arm ?? head_arm) !== undefined)
      refuse('arms', '--arm names arms that both sides have; leave out --base-arm and --head-arm, or it');
    if ((base_arm === undefined) !== (head_arm === undefined))
      refuse(base_arm === undefined ? 'base_arm' : 'head_arm', '--base-arm and --head-arm go together');
  });
export type CompareOptions = z.output<typeof compareOptionsSchema>;

const COMPARISON_FILE = 'comparison.json';

/** Outcome of `compareResults`. */
export interface CompareOutcome {
  exit_code: 0 | 1 | 3;
  compared: ComparisonReport;
  sections: ReportSection[];
}

/**
 * Compares results with a baseline (`compareResults`): regression, no regression, or undecided.
 *
 * @throws {UserError} for results that cannot be read or compared
 */
export function compareResults(options: CompareOptions, out: CommandContext, cwd = process.cwd()): CompareOutcome {
  const [base, head] = [options.base, options.head].map((folder) => readComparedResults(folder, options, cwd)) as [
    MergedResults,
    MergedResults,
  ];
  for (const [shown, { warnings }] of [
    [options.base, base],
    [options.head, head],
  ] as const)
    for (const warning of warnings) out.error(`${safe(shown)}: ${warning}`);
  const history = options.history === undefined ? undefined : readComparisonHistory(options.history, out, cwd);
  // Two arms of one folder ran in the same night, so that its disturbances are in both.
  const same_night = resolve(cwd, options.base) === resolve(cwd, options.head);
  const pairs = matchArmPairs(base, head, options).map((names) => {
    const [base_side, head_side] = [createComparisonSide(base, names.base), createComparisonSide(head, names.head)];
    const sides = [createMergedHistoryArm(base, names.base), createMergedHistoryArm(head, names.head)];
    return {
      base: base_side,
      head: head_side,
      history: history && selectHistory(history, names.base, sides),
      same_night,
    };
  });
  const compared = judge(pairs, createComparisonSettings(options, base, head), createProofLookup(head, base));
  const sections = createComparedArmsSections(compared, options.base, options.head);
  if (options.out !== undefined) writeComparison(options.out, compared, sections, cwd);
  if (options.json) out.log(formatInertJson(compared));
  else {
    const blocks = sections.map((section) => renderSectionLines(section, out.terminal.columns));
    blocks.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])).forEach(out.log);
  }
  return {
    exit_code: ({ regression: 1, 'no regression': 0, undecided: 3 } as const)[compared.verdict],
    compared,
    sections,
  };
}

/** Creates what a history keeps of an arm that was merged. */
const createMergedHistoryArm = (merged: MergedResults, id: string) =>
  createHistoryArm(merged.arms.find((arm) => arm.id === id)!, merged);

/** Reads the results of one side. Contracts whose versions differ within it are left out of the gate one by one. */
function readComparedResults(folder: string, options: CompareOptions, cwd: string): MergedResults {
  const merged = mergeResults(
    { folders: [folder], out: options.out ?? COMPARISON_FILE, allow_mixed_versions: true },
    cwd,
  );
  merged.reader.close();
  return merged;
}

function readComparisonHistory(path: string, out: CommandContext, cwd: string) {
  const { lines, faults } = readHistoryFile(resolve(cwd, path), safe(path));
  if (lines.length === 0)
    throw new UserError(
      `${safe(path)} has no line that could be read, so no contract is known to be stable`,
      'Write one with `gatebench report … --history FILE`, or leave --history out.',
    );
  for (const { line, what: fault } of faults)
    out.error(`${safe(path)}:${line}:1  ${safe(fault)}; the line counts for nothing`);
  return lines;
}

/** Returns the settings of the comparison: of the options, else of the plan of head, else of that of base. */
function createComparisonSettings(options: CompareOptions, base: MergedResults, head: MergedResults) {
  const plan = head.plan ?? base.plan;
  const agreed = plan?.analysis ?? analysisSettingsSchema.parse({});
  return {
    outcome: agreed.outcome,
    resamples: agreed.resamples,
    seed: plan?.seed ?? 20260307,
    confidence: options.confidence ?? agreed.confidence,
    minimum_effect: options.minimum_effect ?? agreed.minimum_effect,
    ...resolveGatingSettings(options, plan?.gate),
    alpha: options.alpha ?? plan?.gate.alpha ?? DEFAULT_ALPHA,
    extra_trials: 0,
    coverage_floor: options.coverage_floor ?? plan?.gate.coverage_floor ?? 1,
  };
}

/**
 * Creates a lookup of whether a contract was proven when it was planned.
 *
 * @returns undefined for a contract that no plan lists
 */
export function createProofLookup(
  ...merges: Pick<MergedResults, 'plan'>[]
): (task: string, version: string) => boolean | undefined {
  const proofs = new Map(
    merges.flatMap(({ plan }) => plan?.tasks ?? []).map(({ id, version, proven }) => [`${id} ${version}`, proven]),
  );
  return (task, version) => proofs.get(`${task} ${version}`);
}

function writeComparison(
  out: string,
  compared: ComparisonReport,
  sections: readonly ReportSection[],
  cwd: string,
): void {
  const folder = resolve(cwd, out);
  try {
    mkdirSync(folder, { recursive: true });
    writeAtomically(join(folder, COMPARISON_FILE), `${JSON.stringify(compared, null, 2)}\n`);
    const text = sections.map((section) => renderSectionMarkdown(section)).join('\n\n');
    writeAtomically(join(folder, 'comparison.md'), `${text}\n`);
  } catch (error) {
    throw toUnwritableError(error, out, false) ?? error;
  }
}
