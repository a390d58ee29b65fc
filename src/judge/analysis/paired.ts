import { z } from 'zod';
import { type Measure, measures } from './paired_measures.js';
import { differences, type PairedSettings, pairedNumbers, pairedOutcomeSchema } from './paired_outcome.js';
import { pairTasks, type Side, type TaskPair } from './paired_tasks.js';
import { pairedVerdict } from './paired_verdict.js';

/** Two arms over the same tasks. */
export const comparisonSchema = z
  .strictObject({
    base: z.string(),
    head: z.string(),
    tasks: z.int().describe('tasks with runs of the same version of their contract on both sides'),
    unpaired: z
      .array(z.strictObject({ task: z.string(), because: z.string() }))
      .describe('tasks that are not compared'),
    outcomes: z.array(pairedOutcomeSchema).describe('the primary endpoint first; it alone decides'),
  })
  .describe('paired comparison of two arms, task by task');
export type Comparison = z.infer<typeof comparisonSchema>;

/**
 * Compares two sides task by task (statistics §1.4): the unit is the task, its value the mean over its runs. The primary endpoint is the
 * first outcome; the others are described with unadjusted p, and decide nothing.
 *
 * @param chosen measures, the primary one first
 */
export function compareSides(
  base: Side,
  head: Side,
  settings: PairedSettings,
  chosen: readonly Measure[] = measures(settings.outcome),
): Comparison {
  const { pairs, unpaired } = pairTasks(base, head);
  return {
    base: base.name,
    head: head.name,
    tasks: pairs.length,
    unpaired: [...unpaired],
    outcomes: outcomesOf(pairs, settings, chosen),
  };
}

function outcomesOf(
  pairs: readonly TaskPair[],
  settings: PairedSettings,
  chosen: readonly Measure[],
): Comparison['outcomes'] {
  return chosen.map((measure) => {
    const numbers = pairedNumbers(measure, pairs, settings);
    return { ...numbers, ...pairedVerdict(numbers, differences(measure, pairs), settings) };
  });
}
