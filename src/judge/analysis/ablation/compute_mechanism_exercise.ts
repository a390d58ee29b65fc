import { z } from 'zod';
import type { Mechanism } from '../../../contract/coordination/mechanism.js';
import { isDecided } from '../paired/comparison_measure.js';
import type { TaskPair } from '../paired/pair_tasks.js';
import type { Trial } from '../trials/trial.js';

const endedSchema = z.strictObject({ successes: z.int(), runs: z.int() });

/** Use of a mechanism by the tasks, and whether their outcomes show its absence. */
export const mechanismExerciseSchema = z.strictObject({
  tasks: z.array(z.string()).describe('tasks in which it was asked for anything, in attempts with everything on'),
  asked: z.int().describe('times that it was asked there'),
  acted: z.int().describe('times that something happened because of it'),
  differ: z
    .array(z.strictObject({ task: z.string(), full: endedSchema, without: endedSchema }))
    .describe('tasks whose success rates differ at all'),
  apart: z.array(z.string()).describe('of these, tasks where every run with it ended otherwise than every run without'),
  p_within: z.number().nullable().describe('runs exchanged within these tasks, adjusted by Holm over the family'),
  told_apart: z
    .enum(['told apart', 'perhaps', 'not told apart', 'not exercised'])
    .describe('by these very tasks: whether success depends on it'),
});
type MechanismExercise = z.infer<typeof mechanismExerciseSchema>;

/**
 * Computes how far tasks exercise a mechanism.
 *
 * @param pairs runs without the mechanism (base) against everything on (head)
 */
export function computeMechanismExercise(
  mechanism: Mechanism,
  pairs: readonly TaskPair[],
  p_within: number | null,
  alpha: number,
): MechanismExercise {
  const use = pairs.map(({ task, head }) => ({ task, ...sumUse(mechanism, head) }));
  const tasks = use.filter(({ asked }) => asked > 0).map(({ task }) => task);
  const differ = pairs
    .map(({ task, base, head }) => ({ task, full: countOutcome(head), without: countOutcome(base) }))
    .filter(({ full, without }) => full.runs > 0 && without.runs > 0)
    .filter(({ full, without }) => full.successes * without.runs !== without.successes * full.runs);
  const pure = ({ successes, runs }: { successes: number; runs: number }) => successes === 0 || successes === runs;
  const undiffering = tasks.length === 0 ? 'not exercised' : 'not told apart';
  const differing = p_within !== null && p_within <= alpha ? 'told apart' : 'perhaps';
  return {
    tasks,
    asked: use.reduce((sum, { asked }) => sum + asked, 0),
    acted: use.reduce((sum, { acted }) => sum + acted, 0),
    differ,
    apart: differ.filter(({ full, without }) => pure(full) && pure(without)).map(({ task }) => task),
    p_within,
    told_apart: differ.length === 0 ? undiffering : differing,
  };
}

/**
 * Explains why tasks say nothing of a mechanism.
 *
 * @returns null if they do say something
 */
export function explainUnexercised({ tasks, differ }: MechanismExercise): string | null {
  return tasks.length === 0 && differ.length === 0
    ? 'no attempt with everything on asked it for anything: these tasks do not exercise it'
    : null;
}

function sumUse(mechanism: Mechanism, trials: readonly Trial[]): { asked: number; acted: number } {
  return trials.reduce(
    (sum, { mechanism_use }) => ({
      asked: sum.asked + mechanism_use[mechanism].asked,
      acted: sum.acted + mechanism_use[mechanism].acted,
    }),
    { asked: 0, acted: 0 },
  );
}

const countOutcome = (trials: readonly Trial[]) => ({
  successes: trials.filter(({ outcome }) => outcome === 'success').length,
  runs: trials.filter(isDecided).length,
});
