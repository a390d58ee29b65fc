import { z } from 'zod';
import { type SequentialDecision, sequentialDecision } from '../statistics/sequential_decision.js';
import { computeCompleteDifferences } from './compute_complete_differences.js';
import { listCompletedAttempts, listRemainingTasks, type PilotEvidence, sumAttemptCosts } from './pilot_evidence.js';
import { computeStageBudget, type StageBudget, stageBudgetSchema } from './stage_budget.js';

const numberSchema = z.number().nullable();

/** Advice on whether a pilot continues. It ends only when all registered comparisons have ended. */
export const stoppingAdviceSchema = z.strictObject({
  decision: z.enum(['continue', 'stop', 'not decided']),
  rule: z.enum(['budget', 'safety', 'early stopping', 'planned end']).nullable(),
  why: z.string(),
  budget: stageBudgetSchema.nullable().describe('null = every stage is complete, or B_total is not set'),
  comparisons: z.array(
    z.strictObject({
      base: z.string(),
      head: z.string(),
      decision: z.enum(['stop', 'continue']),
      because: z.enum(['difference', 'too small', 'planned end']).nullable(),
      tasks: z.int(),
      estimate: numberSchema.describe('head less base, mean over tasks'),
      low: numberSchema,
      high: numberSchema,
      next_look: z.int().nullable(),
      blocked: z
        .string()
        .nullable()
        .describe('task with all results of which none is decided: the rule cannot go past it'),
    }),
  ),
});
type StoppingAdvice = z.infer<typeof stoppingAdviceSchema>;

/**
 * Applies the registered stopping rules. The global rules are a used-up B_total and a systematic safety issue. Both
 * stop the pilot whatever comparisons say, and make the result a description. Early stopping is the rule of the suite
 * over complete tasks, the same for both arms of every registered comparison.
 */
export function adviseStopping(pilot: PilotEvidence): StoppingAdvice {
  const comparisons = compareArmsByRule(pilot);
  const budget = computeStageBudget(pilot);
  const say = (decision: StoppingAdvice['decision'], rule: StoppingAdvice['rule'], why: string): StoppingAdvice => ({
    decision,
    rule,
    why,
    budget,
    comparisons,
  });
  const completed = listCompletedAttempts(pilot);
  const unsafe = completed.filter(({ trial }) => trial.unsafe).length;
  const { safety_stop } = pilot.protocol.settings;
  if (unsafe >= safety_stop)
    return say('stop', 'safety', `${unsafe} attempts broke the safety gate; ${safety_stop} are a systematic issue`);

  const missing = pilot.stages.flatMap((stage) => stage.missing);
  const { usd, unknown } = sumAttemptCosts(completed);
  const { total_usd } = pilot.protocol.budget;
  const dearest = missing.reduce((most, { ceiling_usd }) => Math.max(most, ceiling_usd), 0);
  if (total_usd !== null && missing.length > 0 && (usd >= total_usd || usd + dearest > total_usd))
    return say(
      'stop',
      'budget',
      `${usd.toFixed(4)} of ${total_usd} USD are spent, and a further attempt may cost ${dearest} USD`,
    );
  if (budget !== null && budget.cannot_run.length > 0) return say('stop', 'budget', findStuckTask(budget));
  if (missing.length === 0 && completed.length > 0)
    return say('stop', 'planned end', 'every planned attempt has a result');
  if (comparisons.length > 0 && comparisons.every(({ decision }) => decision === 'stop'))
    return say('stop', 'early stopping', 'every registered comparison has ended by the registered rule');
  if (total_usd !== null && unknown.length > 0)
    return say(
      'not decided',
      null,
      `${unknown.length} of the attempts ${unknown.length === 1 ? 'has' : 'have'} no known cost, so nobody can say ` +
        'what is left of B_total',
    );
  const blocked = comparisons.filter((one) => one.blocked !== null);
  if (blocked.length > 0)
    return say(
      'not decided',
      null,
      `the rule cannot go past ${blocked[0]!.blocked}: no attempt of an arm is decided there`,
    );
  const going = comparisons.filter(({ decision }) => decision === 'continue').length;
  return say('continue', null, `not ended: ${going} of ${comparisons.length} registered`);
}

function findStuckTask({ stage, spent_usd, budget_usd, left_usd, dearest_usd, cannot_run }: StageBudget): string {
  const spent =
    `stage ${stage} has spent ${formatMoney(spent_usd)} of its share of ${formatMoney(budget_usd)} USD, left are ` +
    `${formatMoney(left_usd)}`;
  const stuck =
    `missing attempts that may cost more than that (up to ${formatMoney(dearest_usd)} USD), and cannot be ` +
    `run: ${cannot_run.length}`;
  return `${spent}; ${stuck}. Without them the stage is not complete, and no later one may begin`;
}

const formatMoney = (usd: number) => String(Number(usd.toFixed(4)));

function compareArmsByRule(pilot: PilotEvidence): StoppingAdvice['comparisons'] {
  const { comparisons, analysis, settings } = pilot.protocol;
  return comparisons.map((pair) => {
    const { differences, blocked } = computeCompleteDifferences(pilot, pair);
    const { looks: _, ...decision }: SequentialDecision = sequentialDecision({
      rule: analysis.stopping,
      differences,
      planned: listRemainingTasks(pilot).length,
      alpha: settings.alpha / comparisons.length,
      minimum_effect: analysis.minimum_effect,
    });
    return { ...pair, ...decision, blocked };
  });
}
