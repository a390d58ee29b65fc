import { z } from 'zod';
import { type ComparisonMeasure, listMeasures } from './comparison_measure.js';
import { decidePairedVerdict } from './decide_paired_verdict.js';
import { type ComparisonSide, pairTasks, type TaskPair } from './pair_tasks.js';
import {
  computePairedNumbers,
  computeTaskDifferences,
  type PairedSettings,
  pairedOutcomeSchema,
} from './paired_outcome.js';

/** Paired comparison of two arms over the same tasks. */
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
 * Compares two sides task by task. The unit is the task, and its value the mean over its runs. The primary endpoint is
 * the first outcome. The others are described with unadjusted p, and decide nothing.
 *
 * @param chosen measures, the primary one first
 */
export function compareSides(
  base: ComparisonSide,
  head: ComparisonSide,
  settings: PairedSettings,
  chosen: readonly ComparisonMeasure[] = listMeasures(settings.outcome),
): Comparison {
  const { pairs, unpaired } = pairTasks(base, head);
  return {
    base: base.name,
    head: head.name,
    tasks: pairs.length,
    unpaired: [...unpaired],
    outcomes: judgeOutcomes(pairs, settings, chosen),
  };
}

function judgeOutcomes(
  pairs: readonly TaskPair[],
  settings: PairedSettings,
  chosen: readonly ComparisonMeasure[],
): Comparison['outcomes'] {
  return chosen.map((measure) => {
    const numbers = computePairedNumbers(measure, pairs, settings);
    return { ...numbers, ...decidePairedVerdict(numbers, computeTaskDifferences(measure, pairs), settings) };
  });
}
