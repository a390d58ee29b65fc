import { z } from 'zod';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { comparabilitySchema, compareConditions } from '../conditions/comparability.js';
import { compareSides, comparisonSchema } from '../paired/comparison.js';
import { isDecided } from '../paired/comparison_measure.js';
import type { ComparisonSide } from '../paired/pair_tasks.js';
import type { PairedSettings } from '../paired/paired_outcome.js';
import type { Trial } from '../trials/trial.js';
import {
  DEFAULT_GATING,
  type GatingSettings,
  selectGatingSet,
  type TaskRunCounts,
  UNKNOWN_VERSION,
} from './gating_set.js';
import { judgeRegression, type RegressionSettings } from './judge_regression.js';
import { countRuns, type OutcomeTotals } from './outcome_totals.js';
import { type Regression, regressionSchema } from './regression_schema.js';

export const comparisonReportSchema = z
  .strictObject({
    schema: z.literal(1),
    verdict: z.enum(['regression', 'no regression', 'undecided']).describe('the worst of all arms'),
    alpha: z.number().describe('largest chance of a false alarm of the whole: arms share it in equal parts'),
    confidence: z.number().describe('of the intervals of the paired comparison'),
    arms: z.array(
      z.strictObject({
        base: z.string(),
        head: z.string(),
        history: z
          .int()
          .nullable()
          .describe('earlier runs of the suite that contracts were chosen by; null = no history'),
        regression: regressionSchema,
        comparability: comparabilitySchema
          .nullable()
          .describe('null = the baseline is a history, which has counts only'),
        comparison: comparisonSchema.nullable().describe('null = the baseline is a history, which has counts only'),
      }),
    ),
  })
  .describe('head against base: `gatebench compare`');
export type ComparisonReport = z.infer<typeof comparisonReportSchema>;

/** One arm before and after a change. */
export interface BaseHeadPair {
  /** Runs of the base, or counts alone where the baseline is a history. */
  base: ComparisonSide | { name: string; counts: readonly TaskRunCounts[] };
  head: ComparisonSide;
  /** Earlier runs of the base: counts of each night, and the number of nights. */
  history?: { nights: readonly (readonly TaskRunCounts[])[]; lines: number } | undefined;
  /** True if both sides belong to one run. */
  same_night?: boolean | undefined;
  /** Extra runs of head by task, made by the rule of the gate. */
  extra?: ReadonlyMap<string, OutcomeTotals> | undefined;
  /** The same of the base, where both sides are arms of one run; undefined = the base gets none. */
  extra_base?: ReadonlyMap<string, OutcomeTotals> | undefined;
}

/** Settings of `compareArms`. */
export type ComparisonSettings = PairedSettings & GatingSettings & Omit<RegressionSettings, 'minimum_effect'>;

/** Default probability of a false alarm: one night in 200. */
export const DEFAULT_ALPHA = 0.005;

/** Resolves each setting: as requested, else as planned, else the default. */
export function resolveGatingSettings(
  asked: { [Key in keyof GatingSettings]?: number | undefined },
  agreed: { [Key in keyof GatingSettings]?: number | undefined } = {},
): GatingSettings {
  return {
    tolerance: asked.tolerance ?? agreed.tolerance ?? DEFAULT_GATING.tolerance,
    minimum_history: asked.minimum_history ?? agreed.minimum_history ?? DEFAULT_GATING.minimum_history,
  };
}

/** Judges every arm. The arms share alpha, so that many arms make no more false alarms than one. */
export function compareArms(
  pairs: readonly BaseHeadPair[],
  settings: ComparisonSettings,
  proven?: (task: string, version: string) => boolean | undefined,
): ComparisonReport {
  const alpha = settings.alpha / Math.max(1, pairs.length);
  const arms = pairs.map(({ base, head, history, same_night = false, extra, extra_base }) => {
    const base_counts = 'counts' in base ? base.counts : countTaskRuns(base);
    // Without a plan, a contract of the base that head lacks is missing.
    const planned = head.planned ?? new Map(base_counts.map(({ task }) => [task, 1]));
    const set = selectGatingSet(
      {
        base: base_counts,
        head: countTaskRuns({ ...head, planned }),
        history: history?.nights.flat(),
        ...omitUndefined({ proven }),
      },
      settings,
    );
    return {
      base: base.name,
      head: head.name,
      history: history?.lines ?? null,
      regression: judgeRegression(
        set,
        { ...settings, alpha },
        extra,
        { history: history?.nights ?? [], same_night },
        extra_base,
      ),
      comparability: 'counts' in base ? null : compareConditions(base, head),
      comparison: 'counts' in base ? null : compareSides(base, head, settings),
    };
  });
  const verdicts = arms.map(({ regression }) => regression.verdict);
  const worst = (['regression', 'undecided'] as const).find((verdict) => verdicts.includes(verdict));
  const verdict = worst ?? (arms.length === 0 ? 'undecided' : 'no regression');
  return { schema: 1, verdict, alpha: settings.alpha, confidence: settings.confidence, arms };
}

/** Counts runs beyond the plan, by task. */
export function countExtraRuns(trials: ComparisonSide['trials']): ReadonlyMap<string, OutcomeTotals> {
  return new Map(countTaskRuns({ trials }).map((counts) => [counts.task, counts]));
}

/**
 * Counts runs by task and version. Planned attempts without a result are undecided, at the version with most of the
 * task's runs. If no attempt of a task has a result, the version is `UNKNOWN_VERSION`.
 */
function countTaskRuns({ trials, planned }: Pick<ComparisonSide, 'trials' | 'planned'>): TaskRunCounts[] {
  const by_task = new Map<string, Map<string, TaskRunCounts>>();
  for (const trial of trials) addTrial(by_task, trial);
  const absent_tasks = [...(planned ?? [])].filter(([task, runs]) => runs > 0 && !by_task.has(task));
  const none = { version: UNKNOWN_VERSION, successes: 0, failures: 0 };
  const absent = absent_tasks.map(([task, runs]) => ({ task, ...none, undecided: runs, missing: runs }));
  const present = [...by_task].flatMap(([task, versions]) => {
    const version_counts = [...versions.values()].sort((a, b) => countRuns(b) - countRuns(a));
    const missing = (planned?.get(task) ?? 0) - version_counts.reduce((sum, counts) => sum + countRuns(counts), 0);
    return version_counts.map((counts, i) =>
      i === 0 && missing > 0 ? { ...counts, undecided: counts.undecided + missing, missing } : counts,
    );
  });
  return [...present, ...absent];
}

function addTrial(found: Map<string, Map<string, TaskRunCounts>>, trial: Trial): void {
  const { task, version } = trial;
  const versions = found.get(task) ?? new Map<string, TaskRunCounts>();
  found.set(task, versions);
  const counts = versions.get(version) ?? { task, version, successes: 0, failures: 0, undecided: 0 };
  versions.set(version, counts);
  if (!isDecided(trial)) counts.undecided++;
  else if (trial.outcome === 'success') counts.successes++;
  else counts.failures++;
}

/**
 * Plans extra runs by the rule, the most suspicious contracts first, with the number still to be made. None after an
 * alarm, which nothing could take back.
 */
export function planExtraRuns(judged: Pick<Regression, 'verdict' | 'tasks'>): { task: string; trials: number }[] {
  if (judged.verdict === 'regression') return [];
  return judged.tasks
    .filter(({ unmade }) => unmade > 0)
    .sort((a, b) => a.smallest_p - b.smallest_p || (a.task < b.task ? -1 : 1))
    .map(({ task, unmade }) => ({ task, trials: unmade }));
}
