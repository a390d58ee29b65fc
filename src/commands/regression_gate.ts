import {
  type ArmPair,
  type Compared,
  type ComparedSettings,
  compare,
  extraCounts,
} from '../judge/analysis/compared.js';
import { gatingOf } from '../judge/analysis/gating_set.js';
import { extraRuns, ORDINARY_ALPHA } from '../judge/analysis/regression.js';
import { trialOf } from '../judge/analysis/trial_of.js';
import type { Conclusion } from '../publish/report/conclusion.js';
import type { Plan } from '../record/plan.js';
import type { Result } from '../record/result.js';
import { attemptId, type Order, pairFor } from '../run/attempt/order.js';
import { provenBy } from './compare.js';
import type { Made } from './make_attempts.js';
import type { Making } from './making.js';
import type { Baseline } from './regression_baseline.js';

/** What the regression gate of a run says. */
export interface RegressionOutcome {
  compared: Compared;
  concluded: Conclusion;
  /** Results of attempts beyond the plan. They are in no rate: only contracts that failed got any. */
  extra: Result[];
}

/**
 * The gate of `run --fail-on regression`: judges the planned attempts, has the extra runs made that the rule asks for, and judges again.
 * The rule is fixed beforehand (`judgeRegression`), so looking in between makes no false alarms.
 *
 * @param orders in the order of the plan
 * @param make makes further attempts, within what may be spent on them
 */
export async function regressionGate(
  plan: Plan,
  orders: readonly Order[],
  made: Pick<Made, 'done'>,
  baseline: Baseline,
  make: (extra: readonly Order[], like: ReadonlyMap<string, Order>) => Promise<Pick<Made, 'done'>>,
): Promise<RegressionOutcome> {
  const first = judge(plan, made.done, [], new Map(), baseline);
  const { extra, like, arms } = extraOrders(plan, orders, first);
  const done = extra.length === 0 ? [] : (await make(extra, like)).done;
  const compared = done.length === 0 ? first : judge(plan, made.done, done, arms, baseline);
  const concluded = ({ regression: 'failure', 'no regression': 'success', undecided: 'indecisive' } as const)[
    compared.verdict
  ];
  return { compared, concluded, extra: done };
}

function judge(
  plan: Plan,
  done: readonly Result[],
  extra: readonly Result[],
  arm_of: ReadonlyMap<string, string>,
  baseline: Baseline,
): Compared {
  const planned = new Map(plan.attempts.map(({ attempt_id, arm }) => [attempt_id, arm]));
  const trials = (results: readonly Result[], arm: string, of: ReadonlyMap<string, string>) =>
    results.filter(({ attempt_id }) => of.get(attempt_id) === arm).map((result) => trialOf(result, { id: arm }));
  const pairs = plan.gate.arms.map((arm): ArmPair => {
    const expected = new Map<string, number>();
    for (const { task } of plan.attempts.filter((one) => one.arm === arm))
      expected.set(task, (expected.get(task) ?? 0) + 1);
    return {
      ...baseline.of(arm),
      head: { name: arm, trials: trials(done, arm, planned), planned: expected },
      extra: extraCounts(trials(extra, arm, arm_of)),
    };
  });
  return compare(pairs, settingsOf(plan), provenBy({ plan }));
}

function settingsOf({ analysis, gate, seed }: Plan): ComparedSettings {
  const { outcome, resamples, confidence, minimum_effect } = analysis;
  const { extra_trials, coverage_floor, alpha = ORDINARY_ALPHA } = gate;
  const rest = { alpha, extra_trials, coverage_floor };
  return { outcome, resamples, confidence, minimum_effect, seed, ...gatingOf(gate), ...rest };
}

/** Orders of the extra runs, each like the planned one of its task and arm, with the trials after those of the plan. */
function extraOrders(plan: Plan, orders: readonly Order[], { verdict, arms }: Compared) {
  const extra: Order[] = [];
  const like = new Map<string, Order>();
  const arm_of = new Map<string, string>();
  // An alarm of one arm cannot be taken back by the runs of another.
  const wanted = verdict === 'regression' ? [] : arms;
  for (const { head, regression } of wanted)
    for (const { task, trials } of extraRuns(regression)) {
      const at = plan.attempts.findIndex((one) => one.arm === head && one.task === task);
      const order = orders[at];
      if (!order) continue;
      for (let n = 1; n <= trials; n++) {
        const { loaded, agent, seed, ablation, rules, models } = order;
        const pair = pairFor(loaded, agent, order.pull_request);
        const trial = plan.trials + n;
        const attempt_id = attemptId(loaded, agent, trial, seed, ablation, rules, models, pair);
        extra.push({ ...order, trial, attempt_id });
        like.set(attempt_id, order);
        arm_of.set(attempt_id, head);
      }
    }
  return { extra, like, arms: arm_of };
}

/** On what terms extra runs are made: weighed like the planned ones, within what is left of the suite, and of what the gate may spend. */
export function extraTerms(making: Making, { gate }: Pick<Plan, 'gate'>, like: ReadonlyMap<string, Order>): Making {
  return {
    ...making,
    extra: true,
    envelopes: { ...making.envelopes, extra_usd: gate.extra_usd ?? undefined },
    weigh: (order) => making.weigh(like.get(order.attempt_id) ?? order),
  };
}
