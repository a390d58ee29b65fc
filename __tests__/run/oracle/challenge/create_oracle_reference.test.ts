import type { Check } from '../../../../src/contract/checks/check.js';
import { contractSchema } from '../../../../src/contract/contract_schema.js';
import type { CheckReading } from '../../../../src/run/oracle/challenge/check_reading.js';
import { createOracleReference } from '../../../../src/run/oracle/challenge/create_oracle_reference.js';
import { smallContract } from '../../../given_task.js';

type Standing = 'passed' | 'failed';
const reading = (tests: Record<string, Standing>, readable = true): CheckReading => ({
  check: 'unit',
  wall_ms: 10,
  cpu_ms: 10,
  readable,
  tests: new Map(Object.entries(tests)),
  cases: Object.entries(tests).map(([name, outcome]) => ({ path: name.split(' > '), outcome })),
  output: '',
});
const variant = { file: 'hidden/a.test.js', start: 0, end: 1, line: 1, text: 'x' };
const calibrated = (test: string, also: string[] = [], places = 1) => ({
  test: `unit\0${test}`,
  also: also.map((name) => `unit\0${name}`),
  canary: false,
  partial: false,
  places: Array.from({ length: places }, () => [variant]),
});
const referenceFor = (
  check: Partial<Check>,
  base: CheckReading,
  golden: CheckReading,
  of: ReturnType<typeof calibrated>[],
) =>
  createOracleReference({
    contract: contractSchema.parse(
      smallContract({
        acceptance: [{ id: 'unit', run: 'true', report: 'tap', ...check } as never],
        oracle: { files: 'hidden' },
      }),
    ),
    base: [base],
    golden: [golden],
    calibrated: of,
    round_cpu_ms: 10,
    stopped: '',
  });
const counting = ({ pool }: ReturnType<typeof createOracleReference>) => pool.map(({ test, counts }) => [test, counts]);

describe('the tests whose flips count for the strength', () => {
  const golden = reading({ fixed: 'passed', kept: 'passed' });

  it('are those that the unchanged repository does not pass', () => {
    const base = reading({ fixed: 'failed', kept: 'passed' });
    const found = referenceFor({ fail_to_pass: ['fixed'], pass_to_pass: ['kept'] }, base, golden, [
      calibrated('fixed'),
      calibrated('kept'),
    ]);
    expect(counting(found)).toEqual([
      ['fixed', true],
      ['kept', false],
    ]);
    expect(found).toMatchObject({ rounds: 8, strength: 8 });
  });

  it('are only those of fail_to_pass where the unchanged repository says nothing', () => {
    const of = [calibrated('fixed'), calibrated('kept')];
    for (const base of [reading({}, false), reading({})])
      expect(counting(referenceFor({ fail_to_pass: ['fixed'], pass_to_pass: ['kept'] }, base, golden, of))).toEqual([
        ['fixed', true],
        ['kept', false],
      ]);
  });

  it('are none that stand around another one: these fail with it, whatever their own coin says', () => {
    const whole = reading({ outer: 'passed', 'outer > inner': 'passed' });
    const base = reading({ outer: 'failed', 'outer > inner': 'failed' });
    const found = referenceFor({}, base, whole, [calibrated('outer'), calibrated('outer > inner', ['outer'])]);
    expect(counting(found)).toEqual([
      ['outer', false],
      ['outer > inner', true],
    ]);
  });

  it('are none of which not every place was tried, or whose expectations can be told by their form: these are named', () => {
    const base = reading({ fixed: 'failed', kept: 'passed' });
    for (const weak of [{ partial: true }, { canary: true }]) {
      const found = referenceFor({ fail_to_pass: ['fixed'] }, base, golden, [
        { ...calibrated('fixed', [], 3), ...weak },
      ]);
      expect([counting(found), found.missing, found.strength]).toEqual([[['fixed', false]], ['fixed'], null]);
    }
  });

  it('are worth less where any of several places may be forged, and more rounds are made', () => {
    const base = reading({ fixed: 'failed', kept: 'passed' });
    const found = referenceFor({ fail_to_pass: ['fixed'] }, base, golden, [calibrated('fixed', [], 3)]);
    expect(found).toMatchObject({
      rounds: 14,
      strength: 8,
      because: '1 of the tests that fail before the patch can be varied, at 3 places',
    });
  });
});
