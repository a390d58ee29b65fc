import { type Adjudication, adjudicate, adjudicationsSchema } from '../../../src/judge/analysis/adjudications.js';
import type { Trial } from '../../../src/judge/analysis/trials/trial.js';
import { clopperPearson } from '../../../src/judge/statistics/interval.js';

const attempt = (
  attempt_id: string,
  outcome: Trial['outcome'],
  ...tags: string[]
): Pick<Trial, 'attempt_id' | 'outcome' | 'tags'> => ({
  attempt_id,
  outcome,
  tags,
});
const review = (
  attempt: string,
  reviewer: string,
  verdict: Adjudication['verdict'],
  changes: Partial<Adjudication> = {},
): Adjudication => ({
  attempt,
  reviewer,
  verdict,
  minutes: 6,
  reason: 'read it',
  mode: null,
  ...changes,
});

const attempts = [
  attempt('r1', 'failure', 'regression'),
  attempt('r2', 'failure', 'regression', 'scope-violation'),
  attempt('r3', 'failure', 'build-failure'),
  attempt('a1', 'success'),
  attempt('a2', 'success'),
  attempt('u1', 'indeterminate', 'flaky-check'),
];

// Holds G10
describe('adjudications', () => {
  it('a correct patch that was rejected is a false positive, under each of its tags; a defect that was accepted a false negative', () => {
    const found = adjudicate(
      [
        review('r1', 'ann', 'correct'),
        review('r2', 'ann', 'incorrect'),
        review('r3', 'ann', 'incorrect'),
        review('a1', 'ann', 'incorrect', { mode: 'regression' }),
        review('a2', 'ann', 'correct'),
        review('u1', 'ann', 'correct'),
      ],
      attempts,
      { usd_per_hour: 90 },
    );
    expect(adjudicationsSchema.parse(found)).toEqual(found);
    const share = (errors: number, of: number) => ({ errors, of, rate: errors / of, ...clopperPearson(errors, of) });
    expect(found.false_positives).toEqual({
      all: share(1, 3),
      of_correct: share(1, 2),
      by_mode: [
        { mode: 'build-failure', ...share(0, 1) },
        { mode: 'regression', ...share(1, 2) },
        { mode: 'scope-violation', ...share(0, 1) },
      ],
    });
    expect(found.false_negatives).toEqual({
      all: share(1, 2),
      of_incorrect: share(1, 3),
      by_mode: [
        { mode: 'build-failure', ...share(0, 1) },
        { mode: 'regression', ...share(1, 2) },
        { mode: 'scope-violation', ...share(0, 1) },
      ],
    });
    expect(found.undecided).toEqual({ correct: 1, incorrect: 0 });
    expect(found.human).toEqual({ minutes: 36, usd: 54, by_reviewer: [{ reviewer: 'ann', reviews: 6, minutes: 36 }] });
  });

  it('what reviewers contradict each other on counts nowhere, what one of them left open is what the other says', () => {
    const found = adjudicate(
      [
        review('r1', 'ann', 'correct'),
        review('r1', 'bob', 'incorrect'),
        review('r3', 'ann', 'unclear'),
        review('r3', 'bob', 'correct'),
        review('a1', 'bob', 'unclear'),
      ],
      attempts,
    );
    expect(found.disputed).toEqual(['r1']);
    expect(found.unclear).toEqual(['a1']);
    expect(found.false_positives.all).toMatchObject({ errors: 1, of: 1 });
    expect(found.false_negatives.all).toEqual({ errors: 0, of: 0, rate: null, low: null, high: null });
    expect(found.agreement).toMatchObject([
      {
        reviewers: ['ann', 'bob'],
        n: 2,
        observed: 0,
        table: [
          [0, 1, 0],
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
    ]);
    expect(found.human.usd).toBeNull();
  });

  it('a defect that nobody gave a mode stands as not named', () => {
    const { by_mode } = adjudicate([review('a1', 'ann', 'incorrect')], attempts).false_negatives;
    expect(by_mode).toMatchObject([{ mode: 'not named', errors: 1, of: 1 }]);
  });

  it('agreement is of attempts that both have seen; nothing reviewed says nothing', () => {
    expect(adjudicate([review('r1', 'ann', 'correct'), review('r2', 'bob', 'correct')], attempts).agreement).toEqual(
      [],
    );
    expect(adjudicate([], attempts)).toMatchObject({
      reviews: 0,
      attempts: 0,
      false_positives: { all: { rate: null } },
    });
    expect(() => adjudicate([review('nope', 'ann', 'correct')], attempts)).toThrow('no attempt "nope"');
  });
});
