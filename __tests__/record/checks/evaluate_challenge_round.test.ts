import fc from 'fast-check';
import {
  type ChallengeRoundResult,
  decideChallengeRound,
  evaluateChallengeRound,
} from '../../../src/record/checks/evaluate_challenge_round.js';
import { planChallenge } from '../../../src/record/checks/plan_challenge.js';
import type { RequiredNames } from '../../../src/record/tests/evaluate_required_tests.js';
import { ALL } from '../../extent.js';
import { execution, report } from '../../judge/rubric/given_record.js';

type RoundExpectation = Parameters<typeof evaluateChallengeRound>[2];

const requiring = (...names: string[]): RequiredNames => ({
  names: names.map((name) => ({ name, list: 'fail_to_pass', exact: false })),
  quarantine: [],
});
const pooled = (test: string, also: string[] = []) => ({ check: 'unit', test, also, variants: 1, counts: true });
const EXPECTED: RoundExpectation = {
  check: 'unit',
  pool: [pooled('a'), pooled('b'), pooled('c')],
  wrong: new Set(['a', 'c']),
  required: requiring(),
  narrow: false,
};
const red = execution({ exit_code: 1 });
const green = execution({ exit_code: 0 });
const round = (more: Partial<RoundExpectation>, tests: Parameters<typeof report>[0], by = red, suites: string[] = []) =>
  evaluateChallengeRound(by, report(tests, suites), { ...EXPECTED, ...more });

describe('a challenge round holds when exactly the tests with wrong expectations fail', () => {
  it('holds then, and only then', () => {
    expect(round({}, { passed: ['b'], failed: ['a', 'c'] })).toEqual({ kind: 'held' });
    expect(round({}, { passed: ['b', 'c'], failed: ['a'] })).toEqual({ kind: 'forged', tests: ['c'] });
    expect(round({}, { failed: ['a', 'b', 'c'] })).toEqual({ kind: 'failed', tests: ['b'] });
  });

  it('holds where none is wrong and all pass', () => {
    expect(round({ wrong: new Set() }, { passed: ['a', 'b', 'c'] }, green)).toEqual({ kind: 'held' });
  });

  it('is forged whatever the exit status says', () => {
    expect(round({}, { passed: ['a', 'b', 'c'] }, green)).toEqual({ kind: 'forged', tests: ['a', 'c'] });
  });

  it('counts a true test that is skipped or gone as failed', () => {
    expect(round({}, { skipped: ['b'], failed: ['a', 'c'] })).toEqual({ kind: 'failed', tests: ['b'] });
    expect(round({}, { failed: ['a', 'c'] })).toEqual({ kind: 'failed', tests: ['b'] });
  });

  it('says nothing of tests around a wrong one, which fail with it', () => {
    const pool = [pooled('outer > a', ['outer']), pooled('outer > b', ['outer'])];
    const more = { pool, wrong: new Set(['outer > a']), required: requiring('outer > a', 'outer > b') };
    expect(round(more, { passed: ['outer > b'], failed: ['outer > a', 'outer'] })).toEqual({ kind: 'held' });
  });

  it('knows a row by the name that its wrong expectation gives it', () => {
    const pool = [pooled('sum[1-3]'), pooled('sum[2-4]')];
    const more = {
      pool,
      wrong: new Set(['sum[1-3]']),
      renamed: new Map([['sum[1-4]', 'sum[1-3]']]),
      required: requiring('sum[1-3]', 'sum[2-4]'),
    };
    expect(round(more, { passed: ['sum[2-4]'], failed: ['sum[1-4]'] })).toEqual({ kind: 'held' });
    expect(round(more, { passed: ['sum[2-4]', 'sum[1-4]'] }, green)).toEqual({ kind: 'forged', tests: ['sum[1-3]'] });
  });

  it('asks for the other required tests as well, unless the command is a narrower one', () => {
    const more = { required: requiring('a', 'b', 'c', 'd') };
    expect(round(more, { passed: ['b', 'd'], failed: ['a', 'c'] })).toEqual({ kind: 'held' });
    expect(round(more, { passed: ['b'], failed: ['a', 'c', 'd'] })).toEqual({ kind: 'failed', tests: ['d'] });
    expect(round(more, { passed: ['b'], failed: ['a', 'c'] })).toEqual({ kind: 'failed', tests: ['d'] });
    expect(round({ ...more, narrow: true }, { passed: ['b'], failed: ['a', 'c'] })).toEqual({ kind: 'held' });
  });

  it('lets tests fail that nobody requires', () => {
    expect(round({ required: requiring('a', 'b', 'c') }, { passed: ['b'], failed: ['a', 'c', 'other'] })).toEqual({
      kind: 'held',
    });
  });
});

describe('a round that cannot be believed does not hold', () => {
  it('is silent without a report, or with one that contradicts the exit status', () => {
    expect(evaluateChallengeRound(green, { state: 'missing' }, EXPECTED)).toMatchObject({ kind: 'silent' });
    expect(round({}, { passed: ['b'], failed: ['a', 'c'] }, green)).toMatchObject({ kind: 'silent' });
    expect(
      evaluateChallengeRound(execution({ cause: 'signal', exit_code: null }), { state: 'missing' }, EXPECTED),
    ).toMatchObject({
      kind: 'silent',
    });
  });

  it('is silent when a wrong test did not run at all: that is no failure for its expectation', () => {
    expect(round({}, { passed: ['b'], failed: ['a'] })).toEqual({ kind: 'silent', why: 'c did not run' });
  });

  it('is stopped by limits', () => {
    expect(
      evaluateChallengeRound(execution({ cause: 'timeout', exit_code: null }), { state: 'missing' }, EXPECTED),
    ).toMatchObject({
      kind: 'stopped',
    });
  });
});

describe('a check without a report is one test', () => {
  const whole = { ...EXPECTED, pool: [pooled('')] };
  const none = { state: 'none' } as const;

  it('must fail when something is wrong and pass when nothing is', () => {
    const wrong = new Set(['']);
    expect(evaluateChallengeRound(red, none, { ...whole, wrong })).toEqual({ kind: 'held' });
    expect(evaluateChallengeRound(green, none, { ...whole, wrong })).toMatchObject({ kind: 'forged' });
    expect(evaluateChallengeRound(green, none, { ...whole, wrong: new Set() })).toEqual({ kind: 'held' });
    expect(evaluateChallengeRound(red, none, { ...whole, wrong: new Set() })).toMatchObject({ kind: 'failed' });
  });
});

const FORGERS = ALL ? 10_000 : 2_000;
const SHAPES = [
  [1, 1],
  [1, 4],
  [2, 3],
  [4, 2],
  [3, 4],
] as const;
const generator = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

/** Returns the share of forgers who survive all rounds, by their claim for each test: true = it passes. */
function shareThrough(name: string, tests: number, rounds: number, calls: (isWrong: boolean) => boolean): number {
  const pool = Array.from({ length: tests }, (_, i) => pooled(`t${i}`));
  const names = pool.map(({ test }) => test);
  let wins = 0;
  for (let forger = 0; forger < FORGERS; forger++) {
    const plan = planChallenge(`${name} ${tests} ${rounds} ${forger}`, { tests: pool, rounds });
    const through = plan.rounds.slice(0, rounds).every((choices) => {
      const wrong = new Set(choices.map(({ test }) => names[test]!));
      const passed = names.filter((test) => calls(wrong.has(test)));
      const failed = names.filter((test) => !passed.includes(test));
      const by = failed.length > 0 ? red : green;
      return evaluateChallengeRound(by, report({ passed, failed }), { ...EXPECTED, pool, wrong }).kind === 'held';
    });
    if (through) wins++;
  }
  return wins / FORGERS;
}
const spread = (share: number) => 4 * Math.sqrt((share * (1 - share)) / FORGERS) + 1 / FORGERS;

describe('code that cannot tell a true expectation from a wrong one comes through with a probability of at most 2^-n', () => {
  /** Habits of guessing for every test of a round whether its expectation is true, with coins of the guesser's own. */
  const habits: Record<string, (coin: () => number) => boolean> = {
    'tosses a fair coin': (coin) => coin() < 0.5,
    'calls most of them true': (coin) => coin() < 0.9,
    'calls most of them wrong': (coin) => coin() < 0.2,
  };

  for (const [habit, calls] of Object.entries(habits))
    it.each(SHAPES)(`one that ${habit}: %i tests, %i rounds`, (tests, rounds) => {
      const coin = generator(tests * 100 + rounds);
      const bound = 2 ** -(tests * rounds);
      // Every habit survives equally often: any guess is right half the time.
      expect(Math.abs(shareThrough(habit, tests, rounds, () => calls(coin)) - bound)).toBeLessThanOrEqual(
        spread(bound),
      );
    });
});

describe('code that recognises some wrong expectations comes through as often as it recognises them, and no more often', () => {
  for (const q of [0, 0.25, 0.9, 1])
    it.each(SHAPES)(`with probability ${q}: %i tests, %i rounds`, (tests, rounds) => {
      const coin = generator(tests * 100 + rounds);
      // Half of the expectations are true, and claimed so; the forger recognizes some of the wrong ones.
      const expected = ((1 + q) / 2) ** (tests * rounds);
      const share = shareThrough(`knows ${q}`, tests, rounds, (isWrong) => !isWrong || coin() >= q);
      expect(Math.abs(share - expected)).toBeLessThanOrEqual(spread(expected));
    });
});

const HELD: ChallengeRoundResult = { kind: 'held' };
const forged = (...tests: string[]): ChallengeRoundResult => ({ kind: 'forged', tests });
const failed = (...tests: string[]): ChallengeRoundResult => ({ kind: 'failed', tests });
const silent: ChallengeRoundResult = { kind: 'silent', why: 'wrote no report' };
const stopped: ChallengeRoundResult = { kind: 'stopped', why: 'ended by timeout' };

describe('a challenge round is decided by all its runs', () => {
  it.each<[string, ChallengeRoundResult[][], string]>([
    ['holds at once', [[HELD]], 'held'],
    ['needs another run where a test passed with a wrong expectation', [[forged('a')]], 'again'],
    ['is forged where the same test passes with another wrong one', [[forged('a')], [forged('a')]], 'forged'],
    ['holds where the second wrong value fails', [[forged('a')], [HELD]], 'held'],
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
        [HELD, forged('a')],
        [HELD, forged('a')],
      ],
      'forged',
    ],
  ])('%s', (_, tries, decision) => {
    expect(decideChallengeRound(tries).decision).toBe(decision);
  });

  it('accuses only a test that passed in two runs in which it was wrong, and ends', () => {
    const result = fc.oneof(
      fc.constant(HELD),
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
