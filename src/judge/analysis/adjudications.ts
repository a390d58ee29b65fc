import { z } from 'zod';
import { taxonomy } from '../rubric/taxonomy/taxonomy.js';
import { agreementTable, cohensKappa } from '../statistics/cohens_kappa.js';
import { clopperPearson } from '../statistics/interval.js';
import type { Trial } from './trials/trial.js';

/** Verdicts of a reviewer on a patch. `unclear`: reviewed, and not decided. */
export const reviewVerdicts = ['correct', 'incorrect', 'unclear'] as const;
type ReviewVerdict = (typeof reviewVerdicts)[number];

/** Failure modes that a reviewer may name. */
export const reviewModes = taxonomy.map(({ id }) => id);

/** One line of the adjudications: one person's verdict on one attempt. */
export interface Adjudication {
  attempt: string;
  reviewer: string;
  verdict: ReviewVerdict;
  minutes: number;
  reason: string;
  /** Failure mode of a defect that the checks let through, if the reviewer names one. */
  mode: string | null;
}

const shareSchema = z.strictObject({
  errors: z.int(),
  of: z.int(),
  rate: z.number().nullable().describe('null = none was reviewed'),
  low: z.number().nullable().describe('Clopper and Pearson'),
  high: z.number().nullable(),
});
type ErrorShare = z.infer<typeof shareSchema>;

const modeSharesSchema = z.array(shareSchema.extend({ mode: z.string() }));

/** Error rates of verdicts by failure mode, agreement of reviewers, and their time. */
export const adjudicationsSchema = z.strictObject({
  confidence: z.number(),
  reviews: z.int(),
  attempts: z.int().describe('that at least one person reviewed'),
  disputed: z.array(z.string()).describe('attempts on which reviewers contradict each other: in no rate'),
  unclear: z.array(z.string()).describe('attempts that nobody could decide: in no rate'),
  false_positives: z.strictObject({
    all: shareSchema.describe('functionally correct patches among the rejected ones that were reviewed and decided'),
    of_correct: shareSchema.describe('rejected ones among all patches that reviewers call correct'),
    by_mode: modeSharesSchema.describe('by failure tag of the rejection; an attempt with two tags counts in both'),
  }),
  false_negatives: z.strictObject({
    all: shareSchema.describe('defective patches among the accepted ones that were reviewed and decided'),
    of_incorrect: shareSchema.describe('accepted ones among all patches that reviewers call incorrect'),
    by_mode: modeSharesSchema.describe('accepted ones among the incorrect patches of a failure mode'),
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

/** Attempt that is reviewed. */
type ReviewedAttempt = Pick<Trial, 'attempt_id' | 'outcome' | 'tags'>;

/** Mode of a defect without a name. */
const UNNAMED_MODE = 'not named';

/**
 * Computes error rates of verdicts by people's judgement. A false positive is a functionally correct patch that was
 * rejected, a false negative a defect that was accepted. Modes are never added up: each has its own rate over the
 * reviewed attempts, with the interval of Clopper and Pearson. All reviewers who decided must agree on an attempt; a
 * disputed one counts in no rate.
 *
 * @throws {RangeError} if a review is of an attempt that is not among `attempts`
 */
export function adjudicate(
  reviews: readonly Adjudication[],
  attempts: readonly ReviewedAttempt[],
  { confidence = 0.95, usd_per_hour = null }: { confidence?: number; usd_per_hour?: number | null } = {},
): Adjudications {
  const by_attempt = new Map(attempts.map((one) => [one.attempt_id, one]));
  const cases = groupCases(reviews, by_attempt);
  const decided = cases.filter(({ verdict }) => verdict === 'correct' || verdict === 'incorrect');
  const count = (cases: readonly ReviewedCase[], error: (one: ReviewedCase) => boolean) =>
    computeShare(cases.filter(error).length, cases.length, confidence);
  const where = (outcome: ReviewedAttempt['outcome'], verdict?: ReviewVerdict) =>
    decided.filter((one) => one.outcome === outcome && (verdict === undefined || one.verdict === verdict));
  const judged = [...where('failure'), ...where('success')];
  const select = (verdict: ReviewVerdict) => judged.filter((one) => one.verdict === verdict);
  const correct = (one: ReviewedCase) => one.verdict === 'correct';
  const accepted = (one: ReviewedCase) => one.outcome === 'success';
  const open = decided.filter((one) => one.outcome === 'indeterminate' || one.outcome === 'invalid');
  return {
    confidence,
    reviews: reviews.length,
    attempts: cases.length,
    disputed: listIds(cases.filter(({ verdict }) => verdict === 'disputed')),
    unclear: listIds(cases.filter(({ verdict }) => verdict === 'unclear')),
    false_positives: {
      all: count(where('failure'), correct),
      of_correct: count(select('correct'), (one) => !accepted(one)),
      by_mode: listModes(where('failure')).map((mode) => ({
        mode,
        ...count(
          where('failure').filter(({ modes }) => modes.includes(mode)),
          correct,
        ),
      })),
    },
    false_negatives: {
      all: count(where('success'), (one) => !correct(one)),
      of_incorrect: count(select('incorrect'), accepted),
      by_mode: listModes(select('incorrect')).map((mode) => ({
        mode,
        ...count(
          select('incorrect').filter(({ modes }) => modes.includes(mode)),
          accepted,
        ),
      })),
    },
    undecided: { correct: open.filter(correct).length, incorrect: open.filter((one) => !correct(one)).length },
    agreement: computeAgreement(reviews, confidence),
    human: sumHumanTime(reviews, usd_per_hour),
  };
}

/** Attempt with the common verdict of its reviewers. */
interface ReviewedCase {
  attempt_id: string;
  outcome: ReviewedAttempt['outcome'];
  verdict: ReviewVerdict | 'disputed';
  modes: readonly string[];
}

function groupCases(reviews: readonly Adjudication[], known: ReadonlyMap<string, ReviewedAttempt>): ReviewedCase[] {
  const byAttempt = new Map<string, Adjudication[]>();
  for (const review of reviews) byAttempt.set(review.attempt, [...(byAttempt.get(review.attempt) ?? []), review]);
  return [...byAttempt]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([attempt_id, own]) => {
      const attempt = known.get(attempt_id);
      if (attempt === undefined) throw new RangeError(`no attempt "${attempt_id}" among the results`);
      const verdicts = new Set(own.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'unclear'));
      const [one, second] = verdicts;
      const verdict = second !== undefined ? 'disputed' : (one ?? 'unclear');
      const mode_names = [...new Set(own.flatMap(({ mode }) => mode ?? []))];
      const tags = attempt.outcome === 'success' ? [] : attempt.tags;
      const modes = [tags, mode_names].find((names) => names.length > 0) ?? [UNNAMED_MODE];
      return { attempt_id, outcome: attempt.outcome, verdict, modes };
    });
}

function computeAgreement(reviews: readonly Adjudication[], confidence: number): Adjudications['agreement'] {
  const reviewers = [...new Set(reviews.map(({ reviewer }) => reviewer))].sort();
  const by_reviewer = new Map(reviewers.map((name) => [name, new Map<string, ReviewVerdict>()]));
  for (const { attempt, reviewer, verdict } of reviews) by_reviewer.get(reviewer)!.set(attempt, verdict);
  return reviewers.flatMap((first, i) =>
    reviewers.slice(i + 1).flatMap((second) => {
      const pairs = [...by_reviewer.get(first)!].flatMap(([attempt, verdict]): [ReviewVerdict, ReviewVerdict][] => {
        const second_verdict = by_reviewer.get(second)!.get(attempt);
        return second_verdict === undefined ? [] : [[verdict, second_verdict]];
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

function sumHumanTime(reviews: readonly Adjudication[], usd_per_hour: number | null): Adjudications['human'] {
  const minutes = (of: readonly Adjudication[]) => of.reduce((sum, review) => sum + review.minutes, 0);
  const all = minutes(reviews);
  return {
    minutes: all,
    usd: usd_per_hour === null ? null : (all / 60) * usd_per_hour,
    by_reviewer: [...new Set(reviews.map(({ reviewer }) => reviewer))].sort().map((reviewer) => {
      const reviewer_reviews = reviews.filter((review) => review.reviewer === reviewer);
      return { reviewer, reviews: reviewer_reviews.length, minutes: minutes(reviewer_reviews) };
    }),
  };
}

function computeShare(errors: number, of: number, confidence: number): ErrorShare {
  if (of === 0) return { errors, of, rate: null, low: null, high: null };
  return { errors, of, rate: errors / of, ...clopperPearson(errors, of, confidence) };
}

const listModes = (cases: readonly ReviewedCase[]) => [...new Set(cases.flatMap(({ modes }) => modes))].sort();
const listIds = (cases: readonly ReviewedCase[]) => cases.map(({ attempt_id }) => attempt_id);
