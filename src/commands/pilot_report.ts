import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { type Adjudications, adjudicate } from '../judge/analysis/adjudications.js';
import { analyse } from '../judge/analysis/analyse.js';
import type { Analysis } from '../judge/analysis/analysis.js';
import { allDone } from '../judge/pilot/evidence.js';
import { type PilotReport, reportPilot } from '../judge/pilot/pilot_report.js';
import type { Section } from '../publish/report/blocks.js';
import { sectionMarkdown } from '../publish/report/blocks_markdown.js';
import { sectionTerminal } from '../publish/report/blocks_terminal.js';
import { jsonText } from '../publish/report/escape.js';
import { adjudicationsSection } from '../publish/report/sections/adjudications.js';
import { pilotSection } from '../publish/report/sections/pilot.js';
import { ratesSection } from '../publish/report/sections/rates.js';
import { standardsSection } from '../publish/report/sections/standards.js';
import { writeAtomically } from '../record/atomic.js';
import type { RunOutput } from './orders.js';
import { openPilot } from './pilot_folder.js';
import type { PilotReportOrder } from './pilot_order.js';
import { pilotEvidence } from './pilot_results.js';
import { readAdjudications } from './read_adjudications.js';

/** What `pilot report` hands back, and writes as JSON. */
export interface PilotReportOutcome {
  pilot: PilotReport;
  analysis: Analysis;
  adjudications: Adjudications | null;
}

/**
 * `pilot report`: what was planned against what was done, rates and costs by arm and stratum, what reviewers found. Tasks that were removed and
 * attempts that nobody planned are in no figure.
 *
 * @throws {UserError} as `pilot check`, and for adjudications that are none
 */
export function pilotReport(order: PilotReportOrder, out: RunOutput, cwd = process.cwd()): PilotReportOutcome {
  const folder = openPilot(order.pilot, cwd);
  const evidence = pilotEvidence(folder, order.results, cwd);
  const pilot = reportPilot(evidence);
  const gone = new Set(evidence.removed.map(({ task }) => task));
  const plan = {
    ...folder.whole,
    tasks: folder.whole.tasks.filter(({ id }) => !gone.has(id)),
    attempts: folder.whole.attempts.filter(({ task }) => !gone.has(task)),
  };
  const trials = allDone(evidence).map(({ trial }) => trial);
  const analysis = analyse(trials, { arms: plan.arms, plan });
  const adjudications = adjudicated(order, trials, cwd);
  const outcome = { pilot, analysis, adjudications };
  const sections: Section[] = [
    pilotSection(pilot),
    ratesSection(analysis),
    standardsSection(analysis),
    ...(adjudications ? [adjudicationsSection(adjudications)] : []),
  ];
  const path = resolve(cwd, order.out);
  try {
    mkdirSync(path, { recursive: true });
    writeAtomically(join(path, 'pilot_report.json'), `${JSON.stringify(outcome, null, 2)}\n`);
    writeAtomically(join(path, 'pilot_report.md'), sections.map((section) => sectionMarkdown(section)).join('\n\n'));
  } catch (error) {
    throw new UserError(
      `${order.out} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      'Name another folder with --out DIR.',
    );
  }
  if (order.json) out.log(jsonText(outcome));
  else {
    sectionTerminal(pilotSection(pilot), out.terminal.columns).forEach(out.log);
    out.log(`report: ${join(relative(cwd, path) || '.', 'pilot_report.md')}`);
  }
  return outcome;
}

function adjudicated(
  { adjudications, usd_per_hour }: PilotReportOrder,
  trials: Parameters<typeof adjudicate>[1],
  cwd: string,
): Adjudications | null {
  if (adjudications === undefined) return null;
  const reviews = readAdjudications(adjudications, new Set(trials.map(({ attempt_id }) => attempt_id)), cwd);
  return adjudicate(reviews, trials, { usd_per_hour });
}
