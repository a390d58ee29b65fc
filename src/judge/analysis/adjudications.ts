import { z } from 'zod';
import { clopperPearson } from '../statistics/intervals.js';
import { agreementTable, cohensKappa } from '../statistics/kappa.js';
import type { Trial } from './trial.js';

/** What a reviewer says of a patch. `unclear` = looked at, and not decided. */
export const reviewVerdicts = ['correct', 'incorrect', 'unclear'] as const;
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** One line of the adjudications: one person about one attempt. */
export interface Adjudication {
  attempt: string;
  reviewer: string;
  verdict: ReviewVerdict;
  minutes: number;
  reason: string;
  /** Failure mode of a defect that the checks let through, where the reviewer names one. */
  mode: string | null;
}

const share = z.strictObject({
  errors: z.int(),
  of: z.int(),
  rate: z.number().nullable().describe('null = none was reviewed'),
  low: z.number().nullable().describe('Clopper and Pearson'),
  high: z.number().nullable(),
});
type Share = z.infer<typeof share>;

const byMode = z.array(share.extend({ mode: z.string() }));

/** What people found about verdicts (executable contracts §6.3): how often they err, by failure mode; how far people agree; what it took. */
export const adjudicationsSchema = z.strictObject({
  confidence: z.number(),
  reviews: z.int(),
  attempts: z.int().describe('that at least one person reviewed'),
  disputed: z.array(z.string()).describe('attempts on which reviewers contradict each other: in no rate'),
  unclear: z.array(z.string()).describe('attempts that nobody could decide: in no rate'),
  false_positives: z.strictObject({
    all: share.describe('functionally correct patches among the rejected ones that were reviewed and decided'),
    of_correct: share.describe('rejected ones among all patches that reviewers call correct'),
    by_mode: byMode.describe('by failure tag of the rejection; an attempt with two tags counts in both'),
  }),
  false_negatives: z.strictObject({
    all: share.describe('defective patches among the accepted ones that were reviewed and decided'),
    of_incorrect: share.describe('accepted ones among all patches that reviewers call incorrect'),
    by_mode: byMode.describe('accepted ones among the incorrect patches of a failure mode'),
  }),
  undecided: z
    .strictObject({ correct: z.int(), incorrect: z.int() })
    .describe('attempts without a verdict of their own, as reviewers decided them'),
  agreement: z.array(
    z.strictObject({
      reviewers: z.tuple([z.string(), z.string()]),
      labels: z.array(z.enum(reviewVerdicts)),
      table: z.array(z.array(z.int())).describe('rows: the first reviewer, columns: the second'),
      kappa: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      observed: z.number().nullable().describe('share with the same verdict'),
      expected: z.number().nullable().describe('share that their habits alone would give'),
      n: z.int(),
      reason: z.string().nullable(),
    }),
  ),
  human: z.strictObject({
    minutes: z.number(),
    usd: z.number().nullable().describe('null = no price is declared'),
    by_reviewer: z.array(z.strictObject({ reviewer: z.string(), reviews: z.int(), minutes: z.number() })),
  }),
});
export type Adjudications = z.infer<typeof adjudicationsSchema>;

/** What is reviewed: the verdict of an attempt, as statistics see it. */
export type Reviewed = Pick<Trial, 'attempt_id' | 'outcome' | 'tags'>;

/** The mode of a defect that no reviewer gave a name. */
export const UNNAMED_MODE = 'not named';

/**
 * Error rates of verdicts by people's judgement. A false positive is a functionally correct patch that was rejected, a false negative a
 * defect that was accepted. Modes are never added up: each has a rate of its own, of the attempts that were reviewed, with the interval of
 * Clopper and Pearson. The verdict of an attempt's reviewers is what all of them say who decided; where they contradict, it counts nowhere.
 * Reviews of attempts that are not among `attempts` are a RangeError.
 */
export function adjudicate(
  reviews: readonly Adjudication[],
  attempts: readonly Reviewed[],
  { confidence = 0.95, usd_per_hour = null }: { confidence?: number; usd_per_hour?: number | null } = {},
): Adjudications {
  const known = new Map(attempts.map((one) => [one.attempt_id, one]));
  const cases = casesOf(reviews, known);
  const decided = cases.filter(({ verdict }) => verdict === 'correct' || verdict === 'incorrect');
  const count = (of: readonly Case[], error: (one: Case) => boolean) =>
    shareOf(of.filter(error).length, of.length, confidence);
  const where = (outcome: Reviewed['outcome'], verdict?: ReviewVerdict) =>
    decided.filter((one) => one.outcome === outcome && (verdict === undefined || one.verdict === verdict));
  const judged = [...where('failure'), ...where('success')];
  const of = (verdict: ReviewVerdict) => judged.filter((one) => one.verdict === verdict);
  const correct = (one: Case) => one.verdict === 'correct';
  const accepted = (one: Case) => one.outcome === 'success';
  const open = decided.filter((one) => one.outcome === 'indeterminate' || one.outcome === 'invalid');
  return {
    confidence,
    reviews: reviews.length,
    attempts: cases.length,
    disputed: idsOf(cases.filter(({ verdict }) => verdict === 'disputed')),
    unclear: idsOf(cases.filter(({ verdict }) => verdict === 'unclear')),
    false_positives: {
      all: count(where('failure'), correct),
      of_correct: count(of('correct'), (one) => !accepted(one)),
      by_mode: modesOf(where('failure')).map((mode) => ({
        mode,
        ...count(
          where('failure').filter(({ modes }) => modes.includes(mode)),
          correct,
        ),
      })),
    },
    false_negatives: {
      all: count(where('success'), (one) => !correct(one)),
      of_incorrect: count(of('incorrect'), accepted),
      by_mode: modesOf(of('incorrect')).map((mode) => ({
        mode,
        ...count(
          of('incorrect').filter(({ modes }) => modes.includes(mode)),
          accepted,
        ),
      })),
    },
    undecided: { correct: open.filter(correct).length, incorrect: open.filter((one) => !correct(one)).length },
    agreement: agreementOf(reviews, confidence),
    human: humanOf(reviews, usd_per_hour),
  };
}

/** One attempt as its reviewers see it together. */
interface Case {
  attempt_id: string;
  outcome: Reviewed['outcome'];
  verdict: ReviewVerdict | 'disputed';
  modes: readonly string[];
}

function casesOf(reviews: readonly Adjudication[], known: ReadonlyMap<string, Reviewed>): Case[] {
  const byAttempt = new Map<string, Adjudication[]>();
  for (const review of reviews) byAttempt.set(review.attempt, [...(byAttempt.get(review.attempt) ?? []), review]);
  return [...byAttempt]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attempt_id, own]) => {
      const attempt = known.get(attempt_id);
      if (attempt === undefined) throw new RangeError(`no attempt "${attempt_id}" among the results`);
      const said = new Set(own.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'unclear'));
      const [one, other] = said;
      const verdict = other !== undefined ? 'disputed' : (one ?? 'unclear');
      const named = [...new Set(own.flatMap(({ mode }) => mode ?? []))];
      const tags = attempt.outcome === 'success' ? [] : attempt.tags;
      const modes = tags.length > 0 ? tags : named.length > 0 ? named : [UNNAMED_MODE];
      return { attempt_id, outcome: attempt.outcome, verdict, modes };
    });
}

function agreementOf(reviews: readonly Adjudication[], confidence: number): Adjudications['agreement'] {
  const reviewers = [...new Set(reviews.map(({ reviewer }) => reviewer))].sort();
  const said = new Map(reviewers.map((name) => [name, new Map<string, ReviewVerdict>()]));
  for (const { attempt, reviewer, verdict } of reviews) said.get(reviewer)!.set(attempt, verdict);
  return reviewers.flatMap((first, i) =>
    reviewers.slice(i + 1).flatMap((second) => {
      const pairs = [...said.get(first)!].flatMap(([attempt, verdict]): [ReviewVerdict, ReviewVerdict][] => {
        const other = said.get(second)!.get(attempt);
        return other === undefined ? [] : [[verdict, other]];
      });
      if (pairs.length === 0) return [];
      const table = agreementTable(reviewVerdicts, pairs);
      return [
        {
          reviewers: [first, second] as [string, string],
          labels: [...reviewVerdicts],
          table,
          ...cohensKappa(table, confidence),
        },
      ];
    }),
  );
}

function humanOf(reviews: readonly Adjudication[], usd_per_hour: number | null): Adjudications['human'] {
  const minutes = (of: readonly Adjudication[]) => of.reduce((sum, review) => sum + review.minutes, 0);
  const all = minutes(reviews);
  return {
    minutes: all,
    usd: usd_per_hour === null ? null : (all / 60) * usd_per_hour,
    by_reviewer: [...new Set(reviews.map(({ reviewer }) => reviewer))].sort().map((reviewer) => {
      const own = reviews.filter((review) => review.reviewer === reviewer);
      return { reviewer, reviews: own.length, minutes: minutes(own) };
    }),
  };
}

function shareOf(errors: number, of: number, confidence: number): Share {
  if (of === 0) return { errors, of, rate: null, low: null, high: null };
  return { errors, of, rate: errors / of, ...clopperPearson(errors, of, confidence) };
}

const modesOf = (cases: readonly Case[]) => [...new Set(cases.flatMap(({ modes }) => modes))].sort();
const idsOf = (cases: readonly Case[]) => cases.map(({ attempt_id }) => attempt_id);
