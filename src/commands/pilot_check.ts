import { together } from '../judge/pilot/criterion.js';
import { type PilotReport, reportPilot } from '../judge/pilot/pilot_report.js';
import { sectionTerminal } from '../publish/report/blocks_terminal.js';
import { jsonText } from '../publish/report/escape.js';
import { pilotSection } from '../publish/report/sections/pilot.js';
import type { RunOutput } from './orders.js';
import { openPilot } from './pilot_folder.js';
import type { PilotCheckOrder } from './pilot_order.js';
import { pilotEvidence } from './pilot_results.js';

/** Exit codes: 0 all criteria met, 1 some are not or a rule says stop, 3 not decided. */
export interface PilotCheckOutcome {
  exit_code: 0 | 1 | 3;
  report: PilotReport;
}

/**
 * `pilot check`: criteria of a stage from the records, and whether a registered rule says stop. Before the stage has begun its entry criteria
 * are asked, then those of its exit too.
 *
 * @throws {UserError} for a protocol that was changed, and for results that contradict their records
 */
export function pilotCheck(order: PilotCheckOrder, out: RunOutput, cwd = process.cwd()): PilotCheckOutcome {
  const evidence = pilotEvidence(openPilot(order.pilot, cwd), order.results, cwd);
  const report = reportPilot(evidence, order.stage);
  const verdict = together(report.criteria);
  const { decision, rule } = report.advice;
  const ended = decision === 'stop' && rule !== 'planned end' && rule !== 'early stopping';
  const exit_code =
    verdict === 'not met' || ended ? 1 : verdict === 'not decided' || decision === 'not decided' ? 3 : 0;
  if (order.json) out.log(jsonText({ exit_code, verdict, ...report }));
  else sectionTerminal(pilotSection(report), out.terminal.columns).forEach(out.log);
  return { exit_code, report };
}
