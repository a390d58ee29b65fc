import { z } from 'zod';
import { type SequentialDecision, sequentialDecision } from '../statistics/sequential.js';
import { wholeDifferences } from './differences.js';
import { allDone, type PilotEvidence, spentBy, tasksLeft } from './evidence.js';

const number = z.number().nullable();

/** Whether a pilot goes on. A comparison never ends it alone: all that are registered must have ended. */
export const adviceSchema = z.strictObject({
  decision: z.enum(['continue', 'stop', 'not decided']),
  rule: z.enum(['budget', 'safety', 'early stopping', 'planned end']).nullable(),
  why: z.string(),
  comparisons: z.array(
    z.strictObject({
      base: z.string(),
      head: z.string(),
      decision: z.enum(['stop', 'continue']),
      because: z.enum(['difference', 'too small', 'planned end']).nullable(),
      tasks: z.int(),
      estimate: number.describe('head less base, mean over tasks'),
      low: number,
      high: number,
      next_look: z.int().nullable(),
      blocked: z
        .string()
        .nullable()
        .describe('task with all results of which none is decided: the rule cannot go past it'),
    }),
  ),
});
export type Advice = z.infer<typeof adviceSchema>;

/**
 * Asks the registered rules (executable contracts §5.3). Global: B_total is used up; a systematic safety issue. Both say stop whatever
 * comparisons say, and make the result a description. Early stopping: the rule of the suite over whole tasks, the same for both arms of
 * every registered comparison.
 */
export function stoppingAdvice(pilot: PilotEvidence): Advice {
  const comparisons = compared(pilot);
  const say = (decision: Advice['decision'], rule: Advice['rule'], why: string): Advice => ({
    decision,
    rule,
    why,
    comparisons,
  });
  const done = allDone(pilot);
  const unsafe = done.filter(({ trial }) => trial.unsafe).length;
  const { safety_stop } = pilot.protocol.settings;
  if (unsafe >= safety_stop)
    return say('stop', 'safety', `${unsafe} attempts broke the safety gate; ${safety_stop} are a systematic issue`);

  const missing = pilot.stages.flatMap((stage) => stage.missing);
  const { usd, unknown } = spentBy(done);
  const { total_usd } = pilot.protocol.budget;
  const dearest = missing.reduce((most, { ceiling_usd }) => Math.max(most, ceiling_usd), 0);
  if (total_usd !== null && missing.length > 0 && (usd >= total_usd || usd + dearest > total_usd))
    return say(
      'stop',
      'budget',
      `${usd.toFixed(4)} of ${total_usd} USD are spent, and a further attempt may cost ${dearest} USD`,
    );
  if (missing.length === 0 && done.length > 0) return say('stop', 'planned end', 'every planned attempt has a result');
  if (comparisons.length > 0 && comparisons.every(({ decision }) => decision === 'stop'))
    return say('stop', 'early stopping', 'every registered comparison has ended by the registered rule');
  if (total_usd !== null && unknown.length > 0)
    return say(
      'not decided',
      null,
      `${unknown.length} of the attempts ${unknown.length === 1 ? 'has' : 'have'} no known cost, so nobody can say what is left of B_total`,
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

function compared(pilot: PilotEvidence): Advice['comparisons'] {
  const { comparisons, analysis, settings } = pilot.protocol;
  return comparisons.map((pair) => {
    const { differences, blocked } = wholeDifferences(pilot, pair);
    const { looks: _, ...decision }: SequentialDecision = sequentialDecision({
      rule: analysis.stopping,
      differences,
      planned: tasksLeft(pilot).length,
      alpha: settings.alpha / comparisons.length,
      minimum_effect: analysis.minimum_effect,
    });
    return { ...pair, ...decision, blocked };
  });
}
