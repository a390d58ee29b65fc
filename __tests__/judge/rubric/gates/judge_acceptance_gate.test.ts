import { acceptance, evaluated, execution, failing, notRun, report } from '../given_record.js';
import { declared, inShort } from '../in_short.js';

const none = { state: 'none' } as const;
const ran = (id: string, exit_code: number) => ({
  check: id,
  run: 1,
  execution: execution({ exit_code }),
  report: none,
});
const G1 = 'pass: applies cleanly: 1 file, +3 −1';
const G2 = 'pass: declared "none" in the contract';
const G4 = 'pass: no violation (sandbox: bubblewrap)';

describe('G3: every mandatory acceptance check passes', () => {
  const acceptanceOf = (...checks: ReturnType<typeof declared>[]) => ({ contract: { acceptance: checks } });

  it('fails with the fix missing or something broken, told apart by the lists of the contract', () => {
    const named = { report: 'junit' as const, fail_to_pass: ['subtracts'], pass_to_pass: ['adds'] };
    const given = acceptanceOf(declared('unit', named));
    expect(inShort({ ...given, events: evaluated(failing()) })).toEqual({
      status: 'failure',
      whys: [G1, G2, 'fail: unit: required test failed: subtracts', G4],
      tags: ['G3:functional-failure', 'G3:missing-fix'],
    });
    const regressed = failing({ report: report({ passed: ['subtracts'], failed: ['adds'] }) });
    expect(inShort({ ...given, events: evaluated(regressed) }).tags).toEqual([
      'G3:functional-failure',
      'G3:regression',
    ]);
  });

  it('names the layer only when the contract uses several', () => {
    const plain = (id: string, exit_code: number) => acceptance(ran(id, exit_code));
    const two = acceptanceOf(declared('unit'), declared('browser', { layer: 'e2e' }));
    expect(inShort({ ...two, events: evaluated(plain('unit', 0), plain('browser', 1)) }).tags).toEqual([
      'G3:functional-failure',
      'G3:e2e-failure',
    ]);
    const same = acceptanceOf(declared('unit'), declared('more'));
    expect(inShort({ ...same, events: evaluated(plain('unit', 0), plain('more', 1)) }).tags).toEqual([
      'G3:functional-failure',
    ]);
  });

  it('is decided by an error before a failure, which keeps its tag, and passes whatever optional checks say', () => {
    const given = acceptanceOf(declared('a'), declared('b'), declared('c', { mandatory: false }));
    const events = evaluated(acceptance(ran('a', 127)), acceptance(ran('b', 1)), acceptance(ran('c', 1)));
    expect(inShort({ ...given, events })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: a: test runner missing or not executable: exit status 127', G4],
      tags: ['G3:evaluation-error', 'G3:functional-failure', 'G3:runner-missing'],
    });
    const optional = evaluated(acceptance(ran('a', 0)), acceptance(ran('b', 0)), acceptance(ran('c', 127)));
    expect(inShort({ ...given, events: optional }).status).toBe('success');
  });

  it('is an error without an agent-failure tag when no decision was reached', () => {
    const timeout = acceptance({ execution: execution({ cause: 'timeout', exit_code: null, ended_ms: 300_000 }) });
    expect(inShort({ events: evaluated(timeout) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: reached its ceiling of 300 s after 300 s', G4],
      tags: ['G3:evaluation-error', 'G3:check-timeout'],
    });
  });

  it('has no use for a canary after a failure, as in a proof, and needs one for a pass', () => {
    const given = { contract: { acceptance: [declared('unit')], oracle: { canary: 'node canary.js' } } };
    const unasked = {
      type: 'canary' as const,
      payload: {
        not_run: { because: 'acceptance' as const, detail: 'the acceptance checks did not pass' },
        report: none,
      },
    };
    const failed = inShort({ ...given, events: evaluated(acceptance(ran('unit', 1)), unasked) });
    expect([failed.status, failed.tags]).toEqual(['failure', ['G3:functional-failure']]);
    const passed = inShort({ ...given, events: evaluated(acceptance(ran('unit', 0)), unasked) });
    expect([passed.status, passed.tags]).toEqual([
      'acceptance_error',
      expect.arrayContaining(['G3:canary-inconclusive']),
    ]);
  });

  it('is an error when the oracle could not be laid over the patched tree', () => {
    expect(inShort({ events: evaluated(notRun('oracle')) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: not run: oracle decided', G4],
      tags: ['G3:evaluation-error', 'G3:oracle-not-laid'],
    });
  });

  it('keeps G1 passed when the sandbox cannot start a check: the check is in error', () => {
    const dead = acceptance({
      execution: execution({ cause: 'not-started', exit_code: null, detail: 'no namespace' }),
    });
    expect(inShort({ events: evaluated(dead) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: could not be started (no namespace)', G4],
      tags: ['G3:evaluation-error', 'G3:check-not-started'],
    });
  });
});
