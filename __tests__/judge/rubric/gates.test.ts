import type { z } from 'zod';
import type { checkSchema } from '../../../src/contract/schema.js';
import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
import {
  acceptance,
  briefing,
  evaluated,
  execution,
  extracted,
  failing,
  type Given,
  GREEN,
  givenRecord,
  notRun,
  patchApplied,
  RED,
  report,
  type Said,
} from './given_record.js';

/** Verdict in short: gate vector, what decided, tags as gate:id. */
function judged(given: Given) {
  const verdict = score(givenRecord(given));
  const whys = verdict.gates.map(
    (gate) => `${gate.reached ? '' : '('}${gate.outcome}${gate.reached ? '' : ')'}: ${gate.why}`,
  );
  return { status: verdict.status, whys, tags: verdict.tags.map((tag) => `${tag.gate}:${tag.id}`) };
}

const check = (id: string, more: Partial<z.input<typeof checkSchema>> = {}) => ({ id, run: `run ${id}`, ...more });
const none = { state: 'none' } as const;
const ran = (id: string, exit_code: number) => ({
  check: id,
  run: 1,
  execution: execution({ exit_code }),
  report: none,
});
const build = (id: string, exit_code: number): Said => ({ type: 'build', payload: ran(id, exit_code) });
const staticCheck = (id: string, exit_code: number): Said => ({ type: 'static_check', payload: ran(id, exit_code) });
const G1 = 'pass: applies cleanly: 1 file, +3 −1';
const G2 = 'pass: declared "none" in the contract';
const G4 = 'pass: no violation (sandbox: bubblewrap)';

describe('G2: the repository builds and required static checks pass', () => {
  const contract = {
    build: [check('compile'), check('lint', { kind: 'static' }), check('style', { kind: 'static', mandatory: false })],
  };

  it('passes when every mandatory check passes; the others are reported only', () => {
    const events = evaluated(build('compile', 0), staticCheck('lint', 0), staticCheck('style', 1), acceptance());
    expect(judged({ contract, events })).toEqual({
      status: 'success',
      whys: [G1, 'pass: compile: exit status 0; lint: exit status 0', 'pass: unit: 2 tests', G4],
      tags: [],
    });
  });

  it('tells a build failure from a static check failure', () => {
    const broken = [build('compile', 2), staticCheck('lint', 0), staticCheck('style', 0), notRun('build')];
    expect(judged({ contract, events: evaluated(...broken) })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: compile: exit status 2', '(fail): not reached: G2 failed', G4],
      tags: ['G2:build-failure'],
    });
    const unclean = [build('compile', 0), staticCheck('lint', 1), staticCheck('style', 0), notRun('build')];
    expect(judged({ contract, events: evaluated(...unclean) })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: lint: exit status 1', '(fail): not reached: G2 failed', G4],
      tags: ['G2:static-check-failure'],
    });
  });

  it('is an error when the compiler is missing, and acceptance is then an error too', () => {
    const events = evaluated(build('compile', 127), staticCheck('lint', 0), staticCheck('style', 0), notRun('build'));
    expect(judged({ contract, events })).toEqual({
      status: 'acceptance_error',
      whys: [
        G1,
        'error: compile: test runner missing or not executable: exit status 127',
        '(fail): not reached: G2 ended in an error',
        G4,
      ],
      tags: ['G2:evaluation-error', 'G2:runner-missing'],
    });
  });

  it('is decided by a failure before an error', () => {
    const events = evaluated(build('compile', 127), staticCheck('lint', 1), staticCheck('style', 0), notRun('build'));
    expect(judged({ contract, events })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: lint: exit status 1', '(fail): not reached: G2 failed', G4],
      tags: ['G2:evaluation-error', 'G2:static-check-failure', 'G2:runner-missing'],
    });
  });

  it('is not reached when the patch does not apply', () => {
    const events = [briefing(), extracted(), patchApplied({ outcome: 'failed', detail: 'hunk 1' }), notRun('patch')];
    expect(judged({ events })).toEqual({
      status: 'failure',
      whys: ['fail: does not apply: hunk 1', '(fail): not reached: G1 failed', '(fail): not reached: G1 failed', G4],
      tags: ['G1:evaluation-error', 'G1:patch-apply-failed'],
    });
  });
});

describe('G3: every mandatory acceptance check passes', () => {
  const acceptanceOf = (...checks: ReturnType<typeof check>[]) => ({ contract: { acceptance: checks } });

  it('fails with the fix missing or something broken, told apart by the lists of the contract', () => {
    const named = { report: 'junit' as const, fail_to_pass: ['subtracts'], pass_to_pass: ['adds'] };
    const given = acceptanceOf(check('unit', named));
    expect(judged({ ...given, events: evaluated(failing()) })).toEqual({
      status: 'failure',
      whys: [G1, G2, 'fail: unit: required test failed: subtracts', G4],
      tags: ['G3:functional-failure', 'G3:missing-fix'],
    });
    const regressed = failing({ report: report({ passed: ['subtracts'], failed: ['adds'] }) });
    expect(judged({ ...given, events: evaluated(regressed) }).tags).toEqual(['G3:functional-failure', 'G3:regression']);
  });

  it('names the layer only when the contract uses several', () => {
    const plain = (id: string, exit_code: number) => acceptance(ran(id, exit_code));
    const two = acceptanceOf(check('unit'), check('browser', { layer: 'e2e' }));
    expect(judged({ ...two, events: evaluated(plain('unit', 0), plain('browser', 1)) }).tags).toEqual([
      'G3:functional-failure',
      'G3:e2e-failure',
    ]);
    const same = acceptanceOf(check('unit'), check('more'));
    expect(judged({ ...same, events: evaluated(plain('unit', 0), plain('more', 1)) }).tags).toEqual([
      'G3:functional-failure',
    ]);
  });

  it('is decided by a failure before an error, and passes whatever optional checks say', () => {
    const given = acceptanceOf(check('a'), check('b'), check('c', { mandatory: false }));
    const events = evaluated(acceptance(ran('a', 127)), acceptance(ran('b', 1)), acceptance(ran('c', 1)));
    expect(judged({ ...given, events })).toEqual({
      status: 'failure',
      whys: [G1, G2, 'fail: b: exit status 1', G4],
      tags: ['G3:evaluation-error', 'G3:functional-failure', 'G3:runner-missing'],
    });
    const optional = evaluated(acceptance(ran('a', 0)), acceptance(ran('b', 0)), acceptance(ran('c', 127)));
    expect(judged({ ...given, events: optional }).status).toBe('success');
  });

  it('is an error without an agent-failure tag when no decision was reached', () => {
    const timeout = acceptance({ execution: execution({ cause: 'timeout', exit_code: null, ended_ms: 300_000 }) });
    expect(judged({ events: evaluated(timeout) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: reached its ceiling of 300 s after 300 s', G4],
      tags: ['G3:evaluation-error', 'G3:check-timeout'],
    });
  });

  it('is an error when the oracle could not be laid over the patched tree', () => {
    expect(judged({ events: evaluated(notRun('oracle')) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: not run: oracle decided', G4],
      tags: ['G3:evaluation-error', 'G3:oracle-not-laid'],
    });
  });

  it('keeps G1 passed when the sandbox cannot start a check: the check is in error', () => {
    const dead = acceptance({
      execution: execution({ cause: 'not-started', exit_code: null, detail: 'no namespace' }),
    });
    expect(judged({ events: evaluated(dead) })).toEqual({
      status: 'acceptance_error',
      whys: [G1, G2, 'error: unit: could not be started (no namespace)', G4],
      tags: ['G3:evaluation-error', 'G3:check-not-started'],
    });
  });
});

describe('S3: reruns of one check', () => {
  const contract = { acceptance: [check('unit', { report: 'junit', reruns: 2 })] };
  const lost = { report: { state: 'missing' as const } };
  const runs = (...payloads: Partial<Payload<'acceptance_check'>>[]) =>
    evaluated(...payloads.map((payload, i) => acceptance({ ...payload, run: i + 1 })));
  const red = { execution: execution({ exit_code: 1 }), report: RED };

  it.each<[rule: string, runs: Partial<Payload<'acceptance_check'>>[], outcome: string, tags: string[]]>([
    ['pass when all pass', [{}, {}, {}], 'pass: unit: 2 tests', []],
    [
      'fail when any fails, even before and after a pass',
      [{}, red, {}],
      'fail: unit: 1 failure: subtracts (runs disagree: pass, fail, pass)',
      ['G3:functional-failure', 'G3:flaky-check'],
    ],
    [
      'fail when one fails and one is in error',
      [lost, red, {}],
      'fail: unit: 1 failure: subtracts (runs disagree: error, fail, pass)',
      ['G3:functional-failure', 'G3:flaky-check'],
    ],
    [
      'are in error when one is and none fails',
      [{}, lost, {}],
      'error: unit: no junit report was written (exit status 0) (runs disagree: pass, error, pass)',
      ['G3:evaluation-error', 'G3:report-missing', 'G3:flaky-check'],
    ],
    ['need not go on after a failure', [red], 'fail: unit: 1 failure: subtracts', ['G3:functional-failure']],
  ])('%s', (_, payloads, why, tags) => {
    const verdict = judged({ contract, events: runs(...payloads) });
    expect({ why: verdict.whys[2], tags: verdict.tags }).toEqual({ why, tags });
  });

  it('count a required test as passed only when it passed in each of them', () => {
    const named = {
      acceptance: [check('unit', { report: 'junit', reruns: 1, fail_to_pass: ['subtracts'], pass_to_pass: ['adds'] })],
    };
    const [verdict] = score(givenRecord({ contract: named, events: runs({}, red) })).checks;
    expect(verdict).toEqual({
      check: 'unit',
      kind: 'acceptance',
      layer: 'unit',
      mandatory: true,
      outcome: 'fail',
      reached: true,
      why: 'required test failed: subtracts (runs disagree: pass, fail)',
      runs: 2,
      wall_ms: 2000,
      tests: { passed: 1, failed: 1, skipped: 0 },
      failing: ['subtracts'],
      fail_to_pass: { passed: 0, total: 1 },
      pass_to_pass: { passed: 1, total: 1 },
      evidence: [{ seq: 5, artifact: 'a'.repeat(64), command: 'npm test', contract_path: 'acceptance.0' }],
    });
  });
});

describe('G3: the canary proves that the oracle can still fail', () => {
  const canaryIs = (payload: Partial<Payload<'canary'>>): Said => ({
    type: 'canary',
    payload: { report: none, ...payload },
  });
  const failed = execution({ exit_code: 1 });
  const plain = 'node canary.js';
  const reporting = { run: 'node canary.js', report: 'tap' as const };
  const inconclusive = ['G3:evaluation-error', 'G3:canary-inconclusive'];
  const disarmed = ['G3:evaluation-error', 'G3:oracle-disarmed'];

  it.each<
    [
      rule: string,
      canary: typeof plain | typeof reporting,
      payload: Partial<Payload<'canary'>>,
      why: string,
      tags: string[],
    ]
  >([
    ['is armed when it fails', plain, { execution: failed }, 'pass: unit: 2 tests', []],
    [
      'is armed when it crashes',
      plain,
      { execution: execution({ cause: 'signal', signal: 'SIGABRT', exit_code: 134 }) },
      'pass: unit: 2 tests',
      [],
    ],
    [
      'is armed when it reports a failed test',
      reporting,
      { execution: failed, report: RED },
      'pass: unit: 2 tests',
      [],
    ],
    [
      'is disarmed when it exits with 0',
      plain,
      { execution: execution() },
      'error: canary: a command that must fail exited with 0',
      disarmed,
    ],
    [
      'is disarmed when it exits with 0, even with a report of failures',
      reporting,
      { execution: execution(), report: RED },
      'error: canary: a command that must fail exited with 0',
      disarmed,
    ],
    [
      'is disarmed when its report shows no failed test',
      reporting,
      { execution: failed, report: GREEN },
      'error: canary: a command that must fail reports no failed test',
      disarmed,
    ],
    [
      'is inconclusive after a timeout',
      plain,
      { execution: execution({ cause: 'timeout', exit_code: null }) },
      'error: canary: ended by timeout',
      inconclusive,
    ],
    [
      'is inconclusive when its command is missing',
      plain,
      { execution: execution({ exit_code: 127 }) },
      'error: canary: its command is missing or not executable',
      inconclusive,
    ],
    [
      'is inconclusive when it was not started',
      plain,
      { execution: execution({ cause: 'not-started', exit_code: null }) },
      'error: canary: ended by not-started',
      inconclusive,
    ],
    [
      'is inconclusive without its report',
      reporting,
      { execution: failed, report: { state: 'missing' } },
      'error: canary: it wrote no report',
      inconclusive,
    ],
    [
      'is inconclusive when its report cannot be read',
      reporting,
      { execution: failed, report: { state: 'unreadable', reason: 'not TAP' } },
      'error: canary: its report cannot be read: not TAP',
      inconclusive,
    ],
    [
      'is inconclusive when it was not run',
      plain,
      { not_run: { because: 'oracle', detail: 'a folder is in the way' } },
      'error: canary: not run: a folder is in the way',
      inconclusive,
    ],
  ])('%s', (_, canary, payload, why, tags) => {
    const verdict = judged({ contract: { oracle: { canary } }, events: evaluated(acceptance(), canaryIs(payload)) });
    const gateTags = verdict.tags.filter((tag) => tag.startsWith('G3'));
    expect({ why: verdict.whys[2], tags: gateTags }).toEqual({ why, tags });
  });

  it('a disarmed oracle is a violation, and the attempt an acceptance error', () => {
    const events = evaluated(acceptance(), canaryIs({ execution: execution() }));
    const verdict = score(givenRecord({ contract: { oracle: { canary: plain } }, events }));
    expect([verdict.status, verdict.gate_vector]).toEqual(['acceptance_error', 'pass/pass/error/fail']);
    expect(verdict.findings).toEqual([
      {
        rule: 'oracle-disarmed',
        severity: 'violation',
        message: 'a command that must fail exited with 0',
        evidence: [{ seq: 5, command: 'npm test', contract_path: 'oracle.canary' }],
      },
    ]);
  });

  it('a gate that fails anyway stays failed, and the disarmed oracle is still tagged', () => {
    const events = evaluated(failing(), canaryIs({ execution: execution() }));
    const verdict = judged({ contract: { oracle: { canary: plain } }, events });
    expect([verdict.status, verdict.whys[2]]).toEqual(['failure', 'fail: unit: 1 failure: subtracts']);
    expect(verdict.tags).toEqual(['G3:functional-failure', 'G3:oracle-disarmed', 'G4:oracle-disarmed']);
  });

  it('is not asked when the gate was not reached', () => {
    const notAsked = canaryIs({ not_run: { because: 'patch', detail: '' } });
    const events = [briefing(), extracted(), patchApplied({ outcome: 'failed' }), notRun('patch'), notAsked];
    expect(judged({ contract: { oracle: { canary: plain } }, events }).tags).toEqual([
      'G1:evaluation-error',
      'G1:patch-apply-failed',
    ]);
  });
});
