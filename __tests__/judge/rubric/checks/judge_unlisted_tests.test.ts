import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import { acceptance, evaluated, execution, givenRecord, report, type Said } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

/** Creates the event that these tests pass in the unchanged repository. */
const reference = (
  base_passed: string[],
  of: Partial<EventPayload<'oracle_reference'>['checks'][number]> = {},
): Said => ({
  type: 'oracle_reference',
  payload: {
    source: 'lock',
    on: 'golden',
    checks: [{ check: 'unit', readable: true, wall_ms: 1, base_passed, ...of }],
    pool: [],
    missing: [],
    missing_count: 0,
    limits: { rounds: 0, because: 'nothing can be varied' },
    steps: 0,
    waited_ms: 0,
  },
});
const ends = (exit_code: number, ...of: Parameters<typeof report>) =>
  acceptance({ execution: execution({ exit_code }), report: report(...of) });
const broken = ends(1, { passed: ['adds'], failed: ['old > subtracts', 'new test'] });

type Check = Parameters<typeof declared>[1];
const given = (check: Check, events: Said[], policy: 'record' | 'warn' | 'fail' = 'warn') => ({
  contract: {
    acceptance: [declared('unit', { report: 'junit' as const, ...check })],
    policy: { unlisted_regressions: policy },
  },
  events: evaluated(...events),
});

describe('pass_to_pass: all', () => {
  const all = { fail_to_pass: ['adds'], pass_to_pass: 'all' as const };

  it('requires what the reference event says that passed before', () => {
    expect(inShort(given(all, [reference(['old > subtracts']), broken]))).toMatchObject({
      status: 'failure',
      tags: ['G3:functional-failure', 'G3:regression'],
    });
    const green = ends(1, { passed: ['adds', 'old > subtracts'], failed: ['new test'] });
    const [check] = scoreAttempt(givenRecord(given(all, [reference(['old > subtracts']), green]))).checks;
    expect(check).toMatchObject({
      outcome: 'pass',
      why: '2 required tests',
      fail_to_pass: { passed: 1, total: 1 },
      pass_to_pass: { passed: 1, total: 1 },
    });
  });

  it.each<[string, Said[]]>([
    ['no event says what passed before', []],
    ['the event does not know the check', [reference([], { check: 'other' })]],
    ['no report of the reference could be read', [reference([], { readable: false })]],
  ])('is an error and never a pass where %s', (_, known) => {
    const green = ends(0, { passed: ['adds', 'old > subtracts'] });
    const { status, whys, tags } = inShort(given(all, [...known, green]));
    expect([status, tags]).toEqual(['acceptance_error', ['G3:evaluation-error', 'G3:required-tests-unknown']]);
    expect(whys[2]).toMatch(/^error: unit: pass_to_pass is "all", and the record does not say which tests pass/);
  });
});

describe('a test that is not required, passed before and fails now', () => {
  const check = { fail_to_pass: ['adds'] };
  const findings = (...args: Parameters<typeof given>) =>
    scoreAttempt(givenRecord(given(...args))).findings.map(({ rule, severity, message }) => ({
      rule,
      severity,
      message,
    }));
  const message = 'unit: 1 test that passed before the patch and is not required fails now: old > subtracts';

  it('is a warning, or what the policy makes of it', () => {
    const events = [reference(['old > subtracts']), broken];
    expect(findings(check, events)).toEqual([{ rule: 'unlisted-regression', severity: 'warning', message }]);
    expect(findings(check, events, 'record')).toEqual([{ rule: 'unlisted-regression', severity: 'info', message }]);
    expect(inShort(given(check, events)).status).toBe('success');
    expect(inShort(given(check, events, 'fail'))).toMatchObject({ status: 'failure', tags: ['G3:regression'] });
    expect(inShort(given(check, events, 'fail')).whys[2]).toBe(`fail: ${message}`);
  });

  it.each<[string, Check, Said[]]>([
    ['nothing is known of before', check, [broken]],
    ['it did not pass before', check, [reference(['adds']), broken]],
    ['it is required, and decides by itself', { fail_to_pass: ['*'] }, [reference(['old > subtracts']), broken]],
    ['every test is required', {}, [reference(['old > subtracts']), broken]],
    [
      'it is in quarantine',
      {
        fail_to_pass: ['*'],
        quarantine: [{ test: 'old > subtracts', reason: 'r', owner: 'o', expires: '2099-01-01' }],
      },
      [reference(['old > subtracts']), broken],
    ],
  ])('is no claim where %s', (_, declared_check, events) => {
    expect(findings(declared_check, events).filter(({ rule }) => rule === 'unlisted-regression')).toEqual([]);
  });

  it('of a check that is not mandatory is told, and fails nothing', () => {
    const events = [reference(['old > subtracts']), broken];
    const two = {
      contract: {
        acceptance: [
          declared('unit', { report: 'junit' as const, mandatory: false, ...check }),
          declared('more', { report: 'exit-code' as const }),
        ],
        policy: { unlisted_regressions: 'fail' as const },
      },
      events: evaluated(...events, acceptance({ check: 'more', report: { state: 'none' } })),
    };
    expect(inShort(two).status).toBe('success');
    expect(scoreAttempt(givenRecord(two)).findings.map(({ rule }) => rule)).toEqual(['unlisted-regression']);
  });
});
