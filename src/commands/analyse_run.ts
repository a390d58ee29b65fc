import { join } from 'node:path';
import { analyse } from '../judge/analysis/analyse.js';
import { ANALYSIS_FILE, type Analysis } from '../judge/analysis/analysis.js';
import { armBook } from '../judge/analysis/arms.js';
import { trialOf } from '../judge/analysis/trial_of.js';
import { writeAtomically } from '../record/atomic.js';
import type { Plan } from '../record/plan.js';
import type { Result } from '../record/result.js';

/** Analyses the results of a plan that one run has made whole, and writes `analysis.json`; those of shards are for `report`. */
export function analyseRun(plan: Plan, results: readonly Result[], folder: string): Analysis {
  const book = armBook(plan);
  const trials = results.map((result) => trialOf(result, book.of(result)));
  const analysis = analyse(trials, { arms: book.arms(), plan });
  writeAtomically(join(folder, ANALYSIS_FILE), `${JSON.stringify(analysis, null, 2)}\n`);
  return analysis;
}
