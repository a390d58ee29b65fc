import { combineCriterionVerdicts, selectOpenCriteria } from '../../judge/pilot/pilot_evidence.js';
import { type PilotReport, reportPilot } from '../../judge/pilot/pilot_report.js';
import { createPilotSection } from '../../publish/report/sections/create_pilot_section.js';
import { renderSectionLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import type { CommandContext } from '../io/command_context.js';
import { getExitCode } from '../io/get_exit_code.js';
import { readPilotFolder } from './pilot_folder.js';
import type { PilotCheckOptions } from './pilot_plan_options.js';
import { readPilotEvidence } from './read_pilot_evidence.js';

/** Outcome of `pilot check`. Exit codes: 0 all criteria met, 1 some are not or a rule says stop, 3 not decided. */
interface PilotCheckOutcome {
  exit_code: 0 | 1 | 3;
  report: PilotReport;
}

/**
 * Judges the criteria of a stage and the stopping rules from records (`pilot check`).
 *
 * Before the stage has begun only its entry criteria are judged, then those of its exit too.
 *
 * @throws {UserError} for a protocol that was changed, and for results that contradict their records
 */
export function checkPilot(options: PilotCheckOptions, out: CommandContext, cwd = process.cwd()): PilotCheckOutcome {
  const evidence = readPilotEvidence(readPilotFolder(options.pilot, cwd), options.results, cwd);
  const report = reportPilot(evidence, options.stage);
  const verdict = combineCriterionVerdicts(selectOpenCriteria(report.criteria));
  const { decision, rule } = report.advice;
  const ended = decision === 'stop' && rule !== 'planned end' && rule !== 'early stopping';
  const is_open = verdict === 'not decided' || decision === 'not decided';
  const exit_code = getExitCode(verdict === 'not met' || ended, is_open);
  if (options.json) out.log(formatInertJson({ exit_code, verdict, ...report }));
  else renderSectionLines(createPilotSection(report), out.terminal.columns).forEach(out.log);
  return { exit_code, report };
}
