import { concludeGate, type GateOptions } from '../../../../src/publish/report/view/gate_conclusion.js';
import { givenNoStrength, givenResult } from '../../given_results.js';

const pass = givenResult({ attempt: 'pass' });
const fail = givenResult({ attempt: 'fail', gates: 'ppfp' });
const error = givenResult({ attempt: 'error', gates: 'ppe-' });
const invalid = givenResult({ attempt: 'invalid', gates: '----', status: 'invalid', reason: 'identity' });

function given(results: Parameters<typeof concludeGate>[0], options: Partial<GateOptions> = {}) {
  return concludeGate(results, { missing: [], fail_on: 'gates', ...options });
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

describe('a gate may ask for the strength of a pass', () => {
  const unproven = givenResult({ attempt: 'unproven', oracle: givenNoStrength('no variants') });

  it.each([
    ['a pass as strong as that', [pass], 12, 'success'],
    ['a pass below it', [pass], 13, 'failure'],
    ['a pass without strength', [pass, unproven], 1, 'failure'],
    ['a pass without strength where nothing is asked for', [unproven], 0, 'success'],
    ['an error, of which strength says nothing', [pass, error], 8, 'indecisive'],
  ] as const)('%s', (_, results, min_strength, expected) => {
    expect(given(results, { min_strength })).toBe(expected);
  });

  it('only where failures decide', () => {
    expect(given([unproven], { min_strength: 8, fail_on: 'never' })).toBe('success');
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
