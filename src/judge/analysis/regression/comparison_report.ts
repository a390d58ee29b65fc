import { z } from 'zod';
import { comparabilitySchema, compareConditions } from '../conditions/comparability.js';
import { compareSides, comparisonSchema } from '../paired/comparison.js';
import type { ComparisonSide } from '../paired/pair_tasks.js';
import type { PairedSettings } from '../paired/paired_outcome.js';
import { countTaskRuns } from './count_task_runs.js';
import { type GatingSettings, selectGatingSet, type TaskRunCounts } from './gating_set.js';
import { judgeRegression, type RegressionSettings } from './judge_regression.js';
import type { OutcomeTotals } from './outcome_totals.js';
import { regressionSchema } from './regression_schema.js';

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
        ...(proven ? { proven } : {}),
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
  const verdict = verdicts.includes('regression')
    ? 'regression'
    : verdicts.includes('undecided') || arms.length === 0
      ? 'undecided'
      : 'no regression';
  return { schema: 1, verdict, alpha: settings.alpha, confidence: settings.confidence, arms };
}

/** Counts runs beyond the plan, by task. */
export function countExtraRuns(trials: ComparisonSide['trials']): ReadonlyMap<string, OutcomeTotals> {
  return new Map(countTaskRuns({ trials }).map((counts) => [counts.task, counts]));
}
