import { z } from 'zod';
import { formatAblation, type Mechanism, mechanisms, parseAblation } from '../../../contract/coordination/mechanism.js';
import type { Arm } from '../../../record/planning/plan.js';
import { holm } from '../../statistics/paired_difference.js';
import { type Comparison, compareSides, comparisonSchema } from '../paired/comparison.js';
import { isDecided, listMeasures } from '../paired/comparison_measure.js';
import { decidePairedVerdict } from '../paired/decide_paired_verdict.js';
import { type ComparisonSide, pairTasks } from '../paired/pair_tasks.js';
import { computeTaskDifferences, type PairedOutcome, type PairedSettings } from '../paired/paired_outcome.js';
import type { Trial } from '../trials/trial.js';
import { computeMechanismExercise, explainUnexercised, mechanismExerciseSchema } from './compute_mechanism_exercise.js';

const contributionSchema = z.strictObject({
  mechanism: z.enum(mechanisms),
  arm: z.string().describe('arm without it'),
  verdict: z
    .enum(['contributes', 'harms', 'equivalent', 'not decided'])
    .describe('of the primary endpoint, over tasks like these'),
  why: z.string(),
  exercise: mechanismExerciseSchema,
  comparison: comparisonSchema.describe('base: without it, head: everything on; so differences are contributions'),
});
type MechanismContribution = z.infer<typeof contributionSchema>;

export const ablationReportSchema = z
  .strictObject({
    agent: z.string().describe('name of the agent in the suite'),
    full: z.string().describe('arm with everything on'),
    primary: z.string().describe('measure of the primary endpoint'),
    family: z
      .array(z.enum(mechanisms))
      .describe('mechanisms that were left out one at a time: p is adjusted by Holm over them, outcome by outcome'),
    not_run: z.array(z.enum(mechanisms)).describe('mechanisms without a configuration that leaves them out alone'),
    repeats: z
      .boolean()
      .nullable()
      .describe('all runs of a task ended alike in every configuration; null = no task was run twice'),
    trials_to_tell: z
      .int()
      .describe(
        'trials from which one task that ends otherwise in every run is told apart, after Holm over the family',
      ),
    mechanisms: z.array(contributionSchema),
    others: z
      .array(z.strictObject({ arm: z.string(), off: z.string(), comparison: comparisonSchema }))
      .describe('configurations with several mechanisms off, outside of the family'),
  })
  .describe('what each mechanism of coordination and safety contributes');
type AblationReport = z.infer<typeof ablationReportSchema>;

/** Arms of an ablation, with their trials. */
interface AblationInput {
  arms: readonly Arm[];
  /** Trials by id of the arm. */
  trials: ReadonlyMap<string, readonly Trial[]>;
  /** Planned attempts by arm and task. If absent, every planned attempt has a result. */
  planned?: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;
}

/** Analyses each agent that was run with everything on and in other configurations. */
export function analyseAblations(input: AblationInput, settings: PairedSettings): AblationReport[] {
  const names = [...new Set(input.arms.map(({ name }) => name))];
  return names.flatMap((name) => {
    const agent_arms = input.arms.filter((arm) => arm.name === name);
    const full = agent_arms.find(({ ablation }) => ablation === 'none');
    const ablated = agent_arms.filter((arm) => arm !== full && input.trials.has(arm.id));
    return full && ablated.length > 0 ? [analyseAgent(full, ablated, input, settings)] : [];
  });
}

function analyseAgent(
  full: Arm,
  others: readonly Arm[],
  input: AblationInput,
  settings: PairedSettings,
): AblationReport {
  const side = ({ id }: Arm): ComparisonSide => ({
    name: id,
    trials: input.trials.get(id) ?? [],
    planned: input.planned?.get(id),
  });
  const all = side(full);
  const off = others.map((arm) => ({ arm, label: formatAblation(parseAblation(arm.ablation)) }));
  const alone = mechanisms.flatMap((mechanism) => {
    const match = off.find(({ label }) => label === mechanism);
    return match ? [{ mechanism, without: side(match.arm) }] : [];
  });
  const family = alone.map(({ mechanism }) => mechanism);
  const compared = alone.map(({ mechanism, without }) => ({
    mechanism,
    without,
    comparison: compareSides(without, all, settings),
  }));
  adjustForFamily(compared, all, settings);
  const within_p = holm(
    compared.map(({ comparison }) => comparison.outcomes.find(({ measure }) => measure === 'success')!.p_within),
  );
  return {
    agent: full.name,
    full: full.id,
    primary: settings.outcome,
    family,
    not_run: mechanisms.filter((mechanism) => !family.includes(mechanism)),
    repeats: isRepeating([all, ...others.map(side)]),
    trials_to_tell: computeNeededTrials(family.length, 1 - settings.confidence),
    mechanisms: compared.map(({ mechanism, without, comparison }, i) => {
      const exercise = computeMechanismExercise(
        mechanism,
        pairTasks(without, all).pairs,
        within_p[i] ?? null,
        1 - settings.confidence,
      );
      return {
        mechanism,
        arm: without.name,
        ...decideContribution(comparison, exercise, settings),
        exercise,
        comparison,
      };
    }),
    others: off
      .filter(({ label }) => !mechanisms.some((mechanism) => mechanism === label))
      .map(({ arm, label }) => ({ arm: arm.id, off: label, comparison: compareSides(side(arm), all, settings) })),
  };
}

/** Adjusts p over the family, outcome by outcome. Figures that the mechanism itself counts are left out. */
function adjustForFamily(
  compared: readonly { mechanism: Mechanism; without: ComparisonSide; comparison: Comparison }[],
  full: ComparisonSide,
  settings: PairedSettings,
): void {
  for (const measure of listMeasures(settings.outcome)) {
    const by_itself = (mechanism: Mechanism) => measure.counted_by?.includes(mechanism) ?? false;
    const outcomes = compared.map(({ comparison }) => comparison.outcomes.find((one) => one.measure === measure.id)!);
    const adjusted = holm(outcomes.map(({ p }, i) => (by_itself(compared[i]!.mechanism) ? null : p)));
    outcomes.forEach((outcome, i) => {
      const { mechanism, without: ablated_runs } = compared[i]!;
      outcome.p_adjusted = adjusted[i] ?? null;
      const verdict = by_itself(mechanism)
        ? { verdict: 'not decided' as const, why: 'without the mechanism nobody counts it' }
        : decidePairedVerdict(outcome, computeTaskDifferences(measure, pairTasks(ablated_runs, full).pairs), settings);
      Object.assign(outcome, verdict);
    });
  }
}

const CONTRIBUTION_VERDICTS = { more: 'contributes', less: 'harms' } as const;

function decideContribution(
  comparison: Comparison,
  exercise: MechanismContribution['exercise'],
  settings: PairedSettings,
): Pick<MechanismContribution, 'verdict' | 'why'> {
  const [primary] = comparison.outcomes as [PairedOutcome];
  const never = explainUnexercised(exercise);
  if (never !== null && primary.verdict !== 'more' && primary.verdict !== 'less')
    return { verdict: 'not decided', why: never };
  if (primary.verdict === 'more' || primary.verdict === 'less')
    return { verdict: CONTRIBUTION_VERDICTS[primary.verdict], why: primary.why };
  if (primary.verdict === 'equivalent') return { verdict: 'equivalent', why: primary.why };
  const smallest = 2 ** (1 - exercise.tasks.length);
  const too_few = exercise.tasks.length > 0 && smallest > 1 - settings.confidence;
  const only =
    `only ${exercise.tasks.length} of ${comparison.tasks} tasks ` +
    `${exercise.tasks.length === 1 ? 'uses' : 'use'} it: even if all of them differed, p would be ${smallest} at ` +
    'least';
  return { verdict: 'not decided', why: too_few ? only : primary.why };
}

/**
 * Checks whether further runs of a task only repeat the first.
 *
 * @returns null if no task was run twice
 */
function isRepeating(sides: readonly ComparisonSide[]): boolean | null {
  const several = sides.flatMap(({ trials }) => {
    const tasks = new Map<string, Set<string>>();
    const counts = new Map<string, number>();
    for (const trial of trials.filter(isDecided)) {
      tasks.set(trial.task, (tasks.get(trial.task) ?? new Set()).add(trial.outcome));
      counts.set(trial.task, (counts.get(trial.task) ?? 0) + 1);
    }
    return [...tasks].filter(([task]) => counts.get(task)! > 1).map(([, outcomes]) => outcomes.size);
  });
  return several.length === 0 ? null : several.every((outcomes) => outcomes === 1);
}

/**
 * Computes the smallest k with 2 / C(2k, k) · family ≤ alpha. With k runs of one task on each side, all succeed on one
 * side and none on the other.
 */
function computeNeededTrials(family: number, alpha: number): number {
  let choices = 1;
  for (let k = 1; ; k++) {
    choices *= (2 * (2 * k - 1)) / k;
    if ((2 / choices) * Math.max(1, family) <= alpha) return k;
  }
}
