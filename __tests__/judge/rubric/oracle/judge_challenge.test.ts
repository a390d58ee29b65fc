import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { computeCommitment, planChallenge } from '../../../../src/record/checks/plan_challenge.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { acceptance, evaluated, execution, givenRecord, report, type Said } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

const TESTS = ['adds', 'subtracts'];
const pool = TESTS.map((test, i) => ({ check: 'unit', test, also: [], variants: 2, counts: i === 0, sites: [2] }));

const reference = (more: Partial<EventPayload<'oracle_reference'>> = {}): Said => ({
  type: 'oracle_reference',
  payload: {
    source: 'lock',
    on: 'golden',
    checks: [{ check: 'unit', readable: true, wall_ms: 100, base_passed: [] }],
    pool,
    missing: [],
    missing_count: 0,
    limits: { rounds: 4, because: '1 of the tests that fail before the patch can be varied' },
    steps: 0,
    waited_ms: 0,
    ...more,
  },
});

/** Creates the test results of a forger or of an honest patch in a round with these wrong expectations. */
type Behaviour = (
  wrong: ReadonlySet<string>,
  round: number,
) => { passed: string[]; failed: string[] } | 'silent' | 'stopped';
const honest: Behaviour = (wrong) => ({
  passed: TESTS.filter((test) => !wrong.has(test)),
  failed: TESTS.filter((test) => wrong.has(test)),
});

/** The events of an evaluation with challenge rounds, as `run` records them. */
function challenged(
  behaviour: Behaviour,
  {
    secret = 'secret',
    rounds = 4,
    spare = 0,
    tries = 1,
    accepted = acceptance(),
    tampered = (said: Said[]) => said,
  } = {},
): Said[] {
  const plan = planChallenge(secret, { tests: pool, rounds });
  const made = Array.from({ length: rounds + spare }, (_, i): Said[] => {
    const wrong = plan.rounds[i]!.map(({ test, variant }) => ({
      test: pool[test]!.test,
      variant,
      file: 'hidden/a.js',
      line: 1,
    }));
    const make = (again: number): Said => {
      const seen = behaviour(new Set(wrong.map(({ test }) => test)), i + 1);
      const other = wrong.map((one) => ({ ...one, variant: (one.variant + again) % 2 }));
      const base = { check: 'unit', round: i + 1, wrong: other };
      if (seen === 'silent')
        return { type: 'challenge', payload: { ...base, execution: execution(), report: { state: 'missing' } } };
      if (seen === 'stopped') {
        const timeout = execution({ cause: 'timeout', exit_code: null });
        return { type: 'challenge', payload: { ...base, execution: timeout, report: { state: 'missing' } } };
      }
      const exit_code = seen.failed.length > 0 ? 1 : 0;
      return { type: 'challenge', payload: { ...base, execution: execution({ exit_code }), report: report(seen) } };
    };
    return Array.from({ length: tries }, (_, again) => make(again));
  });
  return tampered([
    reference({ limits: { rounds, because: 'so many' } }),
    { type: 'challenge_commitment', payload: { digest: computeCommitment(secret), rounds } },
    ...made.slice(0, plan.position).flat(),
    accepted,
    ...made.slice(plan.position).flat(),
    { type: 'challenge_reveal', payload: { secret, position: plan.position, held: rounds, repeated: spare } },
  ]);
}

const contract = { acceptance: [declared('unit', { report: 'junit', fail_to_pass: ['adds'] })] };
const judged = (events: Said[], more: object = {}) => {
  const { status, whys, tags } = inShort({ contract: { ...contract, ...more }, events: evaluated(...events) });
  return { status, why: whys[2], tags };
};
const strengthOf = (events: Said[]) =>
  scoreAttempt(givenRecord({ contract, events: evaluated(...events) })).oracle.strength;

describe('a pass has the strength of the rounds that held', () => {
  it('counts the coins of tests that the unchanged repository does not pass, and no others', () => {
    expect(judged(challenged(honest))).toEqual({
      status: 'success',
      why: 'pass: unit: 1 required test (strength 2^-4: 4 challenge rounds over 1 test, 1 of 1 place varied)',
      tags: [],
    });
    expect(strengthOf(challenged(honest))).toEqual({
      bits: 4,
      rounds: 4,
      repeated: 0,
      tests: 1,
      total: 1,
      per_test_bits: 4,
      places: { varied: 1, total: 1 },
      because: 'so many',
    });
  });

  it('has none where no round was made, and says why', () => {
    const none = reference({
      pool: [],
      limits: { rounds: 0, because: 'no expectation of a required test can be varied' },
    });
    expect(judged([none, acceptance()])).toEqual({
      status: 'success',
      why: 'pass: unit: 1 required test (strength none: no expectation of a required test can be varied)',
      tags: [],
    });
    expect(strengthOf([none, acceptance()])).toMatchObject({
      bits: null,
      because: 'no expectation of a required test can be varied',
    });
  });

  it('is an error below what the policy asks for, of rounds or of none', () => {
    const policy = { policy: { min_strength: 8 } };
    expect(judged(challenged(honest), policy)).toMatchObject({
      status: 'acceptance_error',
      why: 'error: strength 2^-4, the policy asks for 2^-8: so many',
    });
    expect(judged(challenged(honest), { policy: { min_strength: 4 } }).status).toBe('success');
    expect(judged([acceptance()], policy)).toMatchObject({ status: 'acceptance_error' });
  });
});

describe('a round that does not hold', () => {
  const forger: Behaviour = () => ({ passed: TESTS, failed: [] });

  it('fails, and is a violation, where a test passes with two wrong expectations', () => {
    expect(judged(challenged(forger, { tries: 2 }))).toEqual({
      status: 'failure',
      why: expect.stringMatching(/^fail: passes with two wrong expectations: /),
      tags: ['G3:expectations-forged', 'G4:expectations-forged'],
    });
  });

  it('does not accuse where a test passed with one only', () => {
    expect(judged(challenged(forger))).toMatchObject({
      status: 'acceptance_error',
      tags: ['G3:evaluation-error', 'G3:challenge-inconclusive'],
    });
  });

  it('says nothing of a patch that fails acceptance: what it answers may be what a wrong expectation asks', () => {
    const accepted = acceptance({
      execution: execution({ exit_code: 1 }),
      report: report({ passed: ['subtracts'], failed: ['adds'] }),
    });
    for (const behaviour of [forger, () => ({ passed: [], failed: TESTS })])
      expect(judged(challenged(behaviour, { accepted, tries: 2 }))).toEqual({
        status: 'failure',
        why: 'fail: unit: required test failed: adds',
        tags: ['G3:functional-failure', 'G3:missing-fix'],
      });
  });

  it('costs strength, and decides nothing, where a test fails with its true expectation', () => {
    const never: Behaviour = () => ({ passed: [], failed: TESTS });
    // In a round in which every test is wrong that is what has to be seen.
    expect(judged(challenged(never, { tries: 2 }))).toMatchObject({ status: 'success', tags: [] });
    expect(strengthOf(challenged(never, { tries: 2 })).because).toMatch(/and not in a round with the same expectation/);
    const twice: Behaviour = (wrong, round) => (round === 2 ? { passed: [], failed: TESTS } : honest(wrong, round));
    const { bits, rounds } = strengthOf(challenged(twice, { tries: 2, secret: 'b' }));
    expect([bits! < 4, rounds]).toEqual([true, 3]);
    expect(judged(challenged(twice, { tries: 2, secret: 'b' }), { policy: { min_strength: 4 } }).status).toBe(
      'acceptance_error',
    );
  });

  it.each(['silent', 'stopped'] as const)('is undecided where it is %s, and so are those in its place', (how) => {
    expect(judged(challenged(() => how, { spare: 2 }))).toMatchObject({
      status: 'acceptance_error',
      tags: ['G3:evaluation-error', 'G3:challenge-inconclusive'],
    });
  });

  it('is replaced by another that comes to an end, at no cost of strength', () => {
    const once: Behaviour = (wrong, round) => (round === 2 ? 'stopped' : honest(wrong, round));
    expect(judged(challenged(once, { spare: 1 }))).toMatchObject({ status: 'success' });
    expect(strengthOf(challenged(once, { spare: 1 }))).toMatchObject({ bits: 4, repeated: 1 });
  });

  it('costs one bit where it is made again and holds then', () => {
    let first = true;
    const flaky: Behaviour = (wrong, round) => {
      if (round !== 2 || !first) return honest(wrong, round);
      first = false;
      return { passed: [], failed: TESTS };
    };
    const events = challenged(flaky, { tries: 1 }).flatMap((event): Said[] => {
      const payload = event.payload as EventPayload<'challenge'>;
      if (event.type !== 'challenge' || payload.round !== 2) return [event];
      const wrong = new Set(payload.wrong.map(({ test }) => test));
      const seen = honest(wrong, 2);
      if (typeof seen === 'string') return [event];
      const exit_code = seen.failed.length > 0 ? 1 : 0;
      const again = { ...payload, execution: execution({ exit_code }), report: report(seen) };
      return wrong.size === TESTS.length ? [event] : [event, { type: 'challenge', payload: again }];
    });
    expect(judged(events).status).toBe('success');
    expect(strengthOf(events).bits).toBeLessThanOrEqual(4);
  });
});

describe('rounds that were not made are no pass', () => {
  const without = (gone: (event: Said) => boolean) =>
    judged(challenged(honest, { tampered: (said) => said.filter((event) => !gone(event)) })).status;

  it.each<[string, (event: Said) => boolean]>([
    ['none of them, nor their order', ({ type }) => type.startsWith('challenge')],
    ['none of them', ({ type }) => type === 'challenge'],
    ['one of them', ({ type, payload }) => type === 'challenge' && (payload as { round: number }).round === 2],
  ])('%s', (_, gone) => {
    expect(without(gone)).toBe('invalid');
  });
});

describe('rounds that are not those of the revealed secret make the attempt invalid', () => {
  const said = (tampered: (events: Said[]) => Said[]) => judged(challenged(honest, { tampered })).status;
  const edit = (type: string, change: (payload: never) => object) => (events: Said[]) =>
    events.map((event) =>
      event.type === type ? ({ ...event, payload: change(event.payload as never) } as Said) : event,
    );

  it.each<[string, (events: Said[]) => Said[]]>([
    ['another secret', edit('challenge_reveal', (payload: object) => ({ ...payload, secret: 'other' }))],
    ['no reveal', (events) => events.filter(({ type }) => type !== 'challenge_reveal')],
    ['no commitment', (events) => events.filter(({ type }) => type !== 'challenge_commitment')],
    ['no reference', (events) => events.filter(({ type }) => type !== 'oracle_reference')],
    [
      'other choices',
      edit('challenge', (payload: { wrong: object[] }) => ({ ...payload, wrong: payload.wrong.slice(1) })),
    ],
    [
      'acceptance at another place',
      (events) =>
        [
          ...events.filter(({ type }) => type === 'acceptance_check'),
          ...events.filter(({ type }) => type !== 'acceptance_check'),
        ].sort(
          (a, b) =>
            Number(b.type === 'oracle_reference') - Number(a.type === 'oracle_reference') ||
            Number(b.type === 'challenge_commitment') - Number(a.type === 'challenge_commitment'),
        ),
    ],
  ])('%s', (_, tampered) => {
    expect(said(tampered)).toBe('invalid');
  });

  it('is incomplete with fewer rounds than were asked for', () => {
    const fewer = (events: Said[]) =>
      events.filter(({ type, payload }) => type !== 'challenge' || (payload as { round: number }).round < 4);
    expect(judged(challenged(honest, { tampered: fewer })).status).not.toBe('success');
  });
});
