import { z } from 'zod';
import { type Counts, type GatingSettings, gatingSet } from './gating_set.js';
import type { OutcomeTotals } from './outcome_totals.js';
import { compareSides, comparisonSchema } from './paired.js';
import type { PairedSettings } from './paired_outcome.js';
import type { Side } from './paired_tasks.js';
import { judgeRegression, type RegressionSettings } from './regression.js';
import { regressionSchema } from './regression_schema.js';
import { runCounts } from './run_counts.js';

export const comparedSchema = z
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
        comparison: comparisonSchema.nullable().describe('null = the baseline is a history, which has counts only'),
      }),
    ),
  })
  .describe('head against base: `gatebench compare`');
export type Compared = z.infer<typeof comparedSchema>;

/** One arm before and after. */
export interface ArmPair {
  /** Counts alone, where the baseline is a history. */
  base: Side | { name: string; counts: readonly Counts[] };
  head: Side;
  /** Earlier runs of the base: counts of each night, and how many nights there are. */
  history?: { nights: readonly (readonly Counts[])[]; lines: number } | undefined;
  /** Tells whether both sides are of one run. */
  same_night?: boolean | undefined;
  /** Extra runs of head by task, made by the rule of the gate. */
  extra?: ReadonlyMap<string, Pick<Counts, 'successes' | 'failures' | 'undecided'>> | undefined;
}

export type ComparedSettings = PairedSettings & GatingSettings & Omit<RegressionSettings, 'minimum_effect'>;

/** Judges every arm, with alpha shared between them, so that many arms make no more false alarms than one. */
export function compare(
  pairs: readonly ArmPair[],
  settings: ComparedSettings,
  proven?: (task: string, version: string) => boolean | undefined,
): Compared {
  const alpha = settings.alpha / Math.max(1, pairs.length);
  const arms = pairs.map(({ base, head, history, same_night = false, extra }) => {
    const before = 'counts' in base ? base.counts : runCounts(base);
    // Without a plan nobody says that head was to leave out a contract of the base: it is missing.
    const planned = head.planned ?? new Map(before.map(({ task }) => [task, 1]));
    const set = gatingSet(
      {
        base: before,
        head: runCounts({ ...head, planned }),
        history: history?.nights.flat(),
        ...(proven ? { proven } : {}),
      },
      settings,
    );
    return {
      base: base.name,
      head: head.name,
      history: history?.lines ?? null,
      regression: judgeRegression(set, { ...settings, alpha }, extra, {
        history: history?.nights ?? [],
        same_night,
      }),
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

/** Runs that were made beyond the plan, by task. */
export function extraCounts(trials: Side['trials']): ReadonlyMap<string, OutcomeTotals> {
  return new Map(runCounts({ trials }).map((counts) => [counts.task, counts]));
}
