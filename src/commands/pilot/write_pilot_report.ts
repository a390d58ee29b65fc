import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { type Adjudications, adjudicate } from '../../judge/analysis/adjudications.js';
import { type Analysis, analyseTrials } from '../../judge/analysis/analysis.js';
import { listCompletedAttempts } from '../../judge/pilot/pilot_evidence.js';
import { type PilotReport, reportPilot } from '../../judge/pilot/pilot_report.js';
import { renderSectionMarkdown } from '../../publish/report/markdown/render_markdown_report.js';
import { createPilotReportSections, createPilotSection } from '../../publish/report/sections/create_pilot_section.js';
import { renderSectionLines } from '../../publish/report/terminal/render_report_lines.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { readAdjudications } from '../io/read_adjudications.js';
import { createSectionsFile } from '../view/create_sections_file.js';
import { createCostSections } from './create_cost_plan_files.js';
import { readPilotFolder } from './pilot_folder.js';
import type { PilotReportOptions } from './pilot_plan_options.js';
import { readPilotEvidence } from './read_pilot_evidence.js';

/** Outcome of `pilot report`, which is written as JSON. */
interface PilotReportOutcome {
  pilot: PilotReport;
  analysis: Analysis;
  adjudications: Adjudications | null;
}

/**
 * Reports what was planned and what was done, rates and costs by arm and stratum, and reviews (`pilot report`).
 *
 * Removed tasks and attempts without a plan are in no figure.
 *
 * @throws {UserError} as `pilot check`, and for invalid adjudications
 */
export function writePilotReport(
  options: PilotReportOptions,
  out: CommandContext,
  cwd = process.cwd(),
): PilotReportOutcome {
  const folder = readPilotFolder(options.pilot, cwd);
  const evidence = readPilotEvidence(folder, options.results, cwd);
  const pilot = reportPilot(evidence);
  const removed = new Set(evidence.removed.map(({ task }) => task));
  const plan = {
    ...folder.whole,
    tasks: folder.whole.tasks.filter(({ id }) => !removed.has(id)),
    attempts: folder.whole.attempts.filter(({ task }) => !removed.has(task)),
  };
  const trials = listCompletedAttempts(evidence).map(({ trial }) => trial);
  const analysis = analyseTrials(trials, { arms: plan.arms, plan });
  const adjudications = readPilotAdjudications(options, trials, cwd);
  const outcome = { pilot, analysis, adjudications };
  const sections = createPilotReportSections({ ...outcome, costs: createCostSections(folder, evidence) });
  const path = resolve(cwd, options.out);
  try {
    mkdirSync(path, { recursive: true });
    writeAtomically(join(path, 'pilot_report.json'), `${JSON.stringify(outcome, null, 2)}\n`);
    writeAtomically(join(path, 'pilot_report.html'), createSectionsFile(`Pilot ${pilot.name}`, sections));
    writeAtomically(
      join(path, 'pilot_report.md'),
      sections.map((section) => renderSectionMarkdown(section)).join('\n\n'),
    );
  } catch (error) {
    throw new UserError(
      `${options.out} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another folder with --out DIR.',
    );
  }
  if (options.json) out.log(formatInertJson(outcome));
  else {
    renderSectionLines(createPilotSection(pilot), out.terminal.columns).forEach(out.log);
    out.log(`report: ${join(relative(cwd, path) || '.', 'pilot_report.md')}`);
  }
  return outcome;
}

function readPilotAdjudications(
  { adjudications, usd_per_hour }: PilotReportOptions,
  trials: Parameters<typeof adjudicate>[1],
  cwd: string,
): Adjudications | null {
  if (adjudications === undefined) return null;
  const reviews = readAdjudications(adjudications, new Set(trials.map(({ attempt_id }) => attempt_id)), cwd);
  return adjudicate(reviews, trials, { usd_per_hour: usd_per_hour ?? null });
}
