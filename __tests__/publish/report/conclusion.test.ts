import { conclusion, type GateOptions } from '../../../src/publish/report/conclusion.js';
import { givenResult } from '../given_results.js';

const pass = givenResult({ attempt: 'pass' });
const fail = givenResult({ attempt: 'fail', gates: 'ppfp' });
const error = givenResult({ attempt: 'error', gates: 'ppe-' });
const invalid = givenResult({ attempt: 'invalid', gates: '----', status: 'invalid', reason: 'identity' });

function given(results: Parameters<typeof conclusion>[0], options: Partial<GateOptions> = {}) {
  return conclusion(results, { missing: [], fail_on: 'gates', ...options });
}

describe('a gate is passed only by decided passes', () => {
  it.each([
    ['all pass', [pass, pass], 'success'],
    ['one fails', [pass, fail], 'failure'],
    ['one fails and one is an error', [fail, error], 'failure'],
    ['one is an error', [pass, error], 'indecisive'],
    ['one is invalid', [pass, invalid], 'indecisive'],
    ['there are none', [], 'indecisive'],
  ] as const)('%s', (_, results, expected) => {
    expect(given(results)).toBe(expected);
  });

  it('is indecisive when an expected attempt has no result, unless another one already failed', () => {
    expect(given([pass], { missing: ['x'] })).toBe('indecisive');
    expect(given([fail], { missing: ['x'] })).toBe('failure');
  });

  it('tolerates undecided attempts only down to a coverage floor that the caller names', () => {
    const nine = Array.from({ length: 9 }, () => pass);
    expect(given([...nine, error], { coverage_floor: 0.9 })).toBe('success');
    expect(given([...nine, error], { coverage_floor: 0.95 })).toBe('indecisive');
    expect(given([error], { coverage_floor: 0 })).toBe('indecisive');
  });
});

describe('a regression gate needs more than these results', () => {
  it('is indecisive here, whatever they are: a comparison with a baseline decides', () => {
    expect(given([pass], { fail_on: 'regression' })).toBe('indecisive');
    expect(given([pass, fail], { fail_on: 'regression' })).toBe('indecisive');
  });
});

describe('fail_on: never reports only', () => {
  it('succeeds whatever happened', () => {
    expect(given([fail, error, invalid], { fail_on: 'never', missing: ['x'] })).toBe('success');
  });
});
