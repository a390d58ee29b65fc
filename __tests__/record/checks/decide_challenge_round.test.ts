import fc from 'fast-check';
import { decideChallengeRound } from '../../../src/record/checks/decide_challenge_round.js';
import type { ChallengeRoundResult } from '../../../src/record/checks/evaluate_challenge_round.js';

const held: ChallengeRoundResult = { kind: 'held' };
const forged = (...tests: string[]): ChallengeRoundResult => ({ kind: 'forged', tests });
const failed = (...tests: string[]): ChallengeRoundResult => ({ kind: 'failed', tests });
const silent: ChallengeRoundResult = { kind: 'silent', why: 'wrote no report' };
const stopped: ChallengeRoundResult = { kind: 'stopped', why: 'ended by timeout' };

describe('a challenge round is decided by all its runs', () => {
  it.each<[string, ChallengeRoundResult[][], string]>([
    ['holds at once', [[held]], 'held'],
    ['needs another run where a test passed with a wrong expectation', [[forged('a')]], 'again'],
    ['is forged where the same test passes with another wrong one', [[forged('a')], [forged('a')]], 'forged'],
    ['holds where the second wrong value fails', [[forged('a')], [held]], 'held'],
    ['needs a third run where another test passed', [[forged('a')], [forged('b')]], 'again'],
    ['is forged by two of three runs', [[forged('a')], [forged('b')], [forged('a', 'c')]], 'forged'],
    ['is forged by a run between failures', [[forged('a')], [failed('b')], [forged('a')]], 'forged'],
    ['needs another run where only a true test failed', [[failed('a')]], 'again'],
    ['is left undecided where it fails again', [[failed('a')], [failed('a')]], 'failed'],
    ['ends without a report', [[silent]], 'silent'],
    ['was stopped', [[stopped]], 'stopped'],
    [
      'takes the worst check of a run',
      [
        [held, forged('a')],
        [held, forged('a')],
      ],
      'forged',
    ],
  ])('%s', (_, tries, decision) => {
    expect(decideChallengeRound(tries).decision).toBe(decision);
  });

  it('accuses only a test that passed in two runs in which it was wrong, and ends', () => {
    const result = fc.oneof(
      fc.constant(held),
      fc.constant(silent),
      fc.constant(stopped),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((tests) => forged(...tests)),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((tests) => failed(...tests)),
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(result, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        (runs) => {
          let made = 1;
          while (made < runs.length && decideChallengeRound(runs.slice(0, made)).decision === 'again') made++;
          const { decision, tests } = decideChallengeRound(runs.slice(0, made));
          expect(made).toBeLessThanOrEqual(3);
          const accusing = runs
            .slice(0, made)
            .map((checks) => checks.flatMap((one) => (one.kind === 'forged' ? one.tests : [])));
          const twice = ['a', 'b', 'c'].filter((test) => accusing.filter((own) => own.includes(test)).length > 1);
          if (decision === 'forged') expect(tests.length > 0 && tests.every((test) => twice.includes(test))).toBe(true);
          else expect(decision === 'again' ? made === runs.length : true).toBe(true);
        },
      ),
    );
  });
});
