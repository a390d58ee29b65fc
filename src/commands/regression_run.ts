import { join, resolve } from 'node:path';
import type { Section } from '../publish/report/blocks.js';
import type { Conclusion } from '../publish/report/conclusion.js';
import { comparedSections } from '../publish/report/sections/compared.js';
import { writeAtomically } from '../record/atomic.js';
import { canonical } from '../record/canonical.js';
import type { Plan } from '../record/plan.js';
import type { Order } from '../run/attempt/order.js';
import type { Made } from './make_attempts.js';
import type { Making } from './making.js';
import { openBaseline } from './regression_baseline.js';
import { extraTerms, type RegressionOutcome, regressionGate } from './regression_gate.js';

/** What the gate compared, beside `results.jsonl`, and the results of its extra runs, which are in no rate. */
export const REGRESSION_FILE = 'regression.json';
export const EXTRA_FILE = 'extra.jsonl';

/** How a run with `--fail-on regression` ends: with the gate's own verdict, and a section about it. */
export interface RegressionRun {
  /** @param make makes further attempts on given terms */
  judge(
    orders: readonly Order[],
    made: Made,
    making: Making,
    make: (orders: readonly Order[], making: Making) => Promise<Made>,
  ): Promise<RegressionOutcome & { sections: Section[] }>;
}

/**
 * Opens the regression gate of a run, if it has one. A shard has none: what gates is known over all of them, and `compare` judges it there.
 *
 * @throws {UserError} for a baseline that is not there or does not have the arms that are judged
 */
export function openRegressionRun(
  plan: Plan,
  baseline: string | undefined,
  sharded: boolean,
  cwd: string,
): RegressionRun | undefined {
  if (plan.gate.fail_on !== 'regression' || sharded) return undefined;
  const before = openBaseline(baseline, plan.gate.arms, cwd);
  return {
    async judge(orders, made, making, make) {
      const outcome = await regressionGate(plan, orders, made, before, (extra, like) =>
        make(extra, extraTerms(making, plan, like)),
      );
      return { ...outcome, sections: comparedSections(outcome.compared, before.shown, 'this run') };
    },
  };
}

/** Writes what the gate compared. */
export function writeRegression(out: string, { compared, extra }: RegressionOutcome, cwd: string): void {
  const folder = resolve(cwd, out);
  writeAtomically(join(folder, REGRESSION_FILE), `${JSON.stringify(compared, null, 2)}\n`);
  writeAtomically(join(folder, EXTRA_FILE), extra.map((result) => `${canonical(result)}\n`).join(''));
}

/** What a shard of a regression run concludes by itself: that there is something to compare. */
export const SHARD_CONCLUDES: Conclusion = 'success';
