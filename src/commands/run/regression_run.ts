import { join, resolve } from 'node:path';
import type { ReportSection } from '../../publish/report/report_block.js';
import { createComparedArmsSections } from '../../publish/report/sections/create_compared_arms_sections.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Plan } from '../../record/planning/plan.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { AttemptRunOptions } from '../attempts/attempt_job.js';
import type { RunResults } from '../attempts/run_attempts.js';
import { REGRESSION_FILE } from '../io/results_file.js';
import { readRegressionBaseline } from './regression_baseline.js';
import { createExtraRunOptions, type RegressionOutcome, runRegressionGate } from './run_regression_gate.js';

/** Results of extra runs, which are in no rate, beside `results.jsonl`. */
const EXTRA_RESULTS_FILE = 'extra.jsonl';

/** Outcome of the regression gate, with its sections of the report. */
export type RegressionJudgement = RegressionOutcome & { sections: ReportSection[] };

/** Regression gate of a run. */
export interface RegressionRun {
  /**
   * Judges the run, with a section for the report.
   *
   * @param make runs further attempts with the given options
   */
  judge(
    specs: readonly AttemptSpec[],
    run_results: RunResults,
    options: AttemptRunOptions,
    make: (specs: readonly AttemptSpec[], options: AttemptRunOptions) => Promise<RunResults>,
  ): Promise<RegressionJudgement>;
}

/**
 * Creates the regression gate of a run, if it has one. A shard has none: `compare` judges all shards together. A plan
 * whose arms are compared with each other needs no baseline.
 *
 * @throws {UserError} for a baseline that does not exist or lacks an arm that is judged
 */
export function createRegressionRun(
  plan: Plan,
  baseline: string | undefined,
  sharded: boolean,
  cwd: string,
): RegressionRun | undefined {
  if (plan.gate.fail_on !== 'regression' || sharded) return undefined;
  const paired = plan.arms.some(({ base_arm }) => base_arm !== undefined);
  const earlier = paired ? undefined : readRegressionBaseline(baseline, plan.gate.arms, cwd);
  return {
    async judge(specs, run_results, options, make) {
      const outcome = await runRegressionGate(plan, specs, run_results, earlier, (extra, like) =>
        make(extra, createExtraRunOptions(options, plan, like)),
      );
      return {
        ...outcome,
        sections: createComparedArmsSections(outcome.compared, earlier?.shown ?? 'this run', 'this run'),
      };
    },
  };
}

/** Writes the comparison and the results of extra runs. */
export function writeRegression(out: string, { compared, extra }: RegressionOutcome, cwd: string): void {
  const folder = resolve(cwd, out);
  writeAtomically(join(folder, REGRESSION_FILE), `${JSON.stringify(compared, null, 2)}\n`);
  writeAtomically(join(folder, EXTRA_RESULTS_FILE), extra.map((result) => `${toCanonicalJson(result)}\n`).join(''));
}
