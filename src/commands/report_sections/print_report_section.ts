import { UserError } from '../../contract/input/user_error.js';
import { analyseTrials } from '../../judge/analysis/analysis.js';
import { createConsistencySection } from '../../publish/report/sections/create_consistency_section.js';
import { renderSectionLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import type { CommandContext } from '../io/command_context.js';
import { mergeResults } from '../merge/merge_results.js';
import { measureContext } from './measure_context.js';
import { measureSafetyRates } from './measure_safety_rates.js';
import type { MeasuredSection, ReportSectionOptions } from './report_section_options.js';

/**
 * Prints one section of a report over records or results (`report --section`). Writes nothing.
 *
 * @returns 0 if every record was read, 3 if one could not be
 * @throws {UserError} if the folders have nothing that the section is about
 */
export async function printReportSection(
  options: ReportSectionOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<0 | 3> {
  const { section, measures, unread } = await MEASURES[options.section](options, out, cwd);
  if (options.json) out.log(formatInertJson({ ...measures, unread }));
  else renderSectionLines(section, out.terminal.columns).forEach(out.log);
  return unread > 0 ? 3 : 0;
}

const MEASURES = {
  consistency: measureConsistency,
  context: measureContext,
  'safety-rates': measureSafetyRates,
} as const;

/** Measures how consistently agents succeed at the same task, from merged results. Missing attempts are unread. */
function measureConsistency(options: ReportSectionOptions, out: CommandContext, cwd: string): MeasuredSection {
  const { folders, plan } = options;
  const merged = mergeResults({ folders, plan, out: '' }, cwd, () => {});
  merged.reader.close();
  merged.warnings.forEach(out.error);
  const trials = merged.attempts.map(({ trial }) => trial);
  const analysis = analyseTrials(trials, { arms: merged.arms, plan: merged.plan });
  const section = createConsistencySection(analysis);
  if (section === null)
    throw new UserError(
      'no task was attempted twice by the same agent: nothing is known of consistency',
      'Make several attempts of each: run --trials 8.',
    );
  return { section, measures: { consistency: analysis.consistency }, unread: merged.missing.length };
}
