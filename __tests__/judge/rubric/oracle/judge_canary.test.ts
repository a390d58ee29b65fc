import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../../src/record/events/event.js';
import {
  acceptance,
  briefing,
  evaluated,
  execution,
  extracted,
  failing,
  GREEN,
  givenRecord,
  notRun,
  patchApplied,
  RED,
  report,
  type Said,
} from '../given_record.js';
import { inShort } from '../in_short.js';

const none = { state: 'none' } as const;
const FAILED = report({ failed: ['canary'] });
const fileFailed = report({ failed: ['/work/hidden/canary.test.js'] });
const suiteFailed = report({ failed: ['canary'] }, ['hidden/canary.test.js']);

describe('G3: the canary proves that the oracle can still fail', () => {
  const canaryIs = (payload: Partial<EventPayload<'canary'>>): Said => ({
    type: 'canary',
    payload: { report: none, ...payload },
  });
  const failed = execution({ exit_code: 1 });
  const plain = 'node canary.js';
  const reporting = { run: 'node canary.js', report: 'tap' as const };
  const naming = (...must_fail: string[]) => ({ ...reporting, must_fail });
  const crashed = execution({ cause: 'signal', signal: 'SIGABRT', exit_code: 134 });
  const passes = 'pass: unit: 2 tests';
  const byStatus = `${passes} (canary fails, by exit status only)`;
  const inconclusive = ['G3:evaluation-error', 'G3:canary-inconclusive'];
  const disarmed = ['G3:evaluation-error', 'G3:oracle-disarmed'];

  it.each<
    [
      rule: string,
      canary: typeof plain | typeof reporting | ReturnType<typeof naming>,
      payload: Partial<EventPayload<'canary'>>,
      why: string,
      tags: string[],
    ]
  >([
    ['is armed when it fails', plain, { execution: failed }, byStatus, []],
    ['is armed when it crashes', plain, { execution: crashed }, byStatus, []],
    ['is armed when all that it reports failed', reporting, { execution: failed, report: FAILED }, passes, []],
    ['is armed when all that must fail failed', naming('subtracts'), { execution: failed, report: RED }, passes, []],
    [
      'reads its report with the published names',
      naming('hidden/a.test.js > falls'),
      {
        execution: failed,
        report: report({ failed: ['hidden/bidofug.test.js > falls'] }),
        renamed: { 'hidden/a.test.js': 'hidden/bidofug.test.js' },
      },
      passes,
      [],
    ],
    [
      'is disarmed when one of its tests passes, whatever else failed',
      reporting,
      { execution: failed, report: RED },
      'error: canary: "adds" passes, and must fail',
      disarmed,
    ],
    [
      'is disarmed when one that must fail passes',
      naming('subtracts', 'adds'),
      { execution: failed, report: RED },
      'error: canary: "adds" passes, and must fail',
      disarmed,
    ],
    [
      'is inconclusive when one that must fail is missing',
      naming('subtracts', 'divides'),
      { execution: failed, report: RED },
      'error: canary: "divides" is missing from its report',
      inconclusive,
    ],
    [
      'is inconclusive when one is skipped',
      reporting,
      { execution: failed, report: report({ failed: ['a'], skipped: ['b'] }) },
      'error: canary: "b" was skipped',
      inconclusive,
    ],
    [
      'is inconclusive when a suite failed and not only its tests',
      reporting,
      { execution: failed, report: suiteFailed },
      'error: canary: failed outside of its tests, or before them: hidden/canary.test.js',
      inconclusive,
    ],
    [
      'is inconclusive when its file does not load, which runners report as a test',
      reporting,
      { execution: failed, report: fileFailed },
      'error: canary: failed outside of its tests, or before them: /work/hidden/canary.test.js',
      inconclusive,
    ],
    [
      'is inconclusive when no test is reported',
      reporting,
      { execution: failed, report: report({}) },
      'error: canary: its report shows no test',
      inconclusive,
    ],
    [
      'is inconclusive when it crashes, and has a report format',
      reporting,
      { execution: crashed, report: FAILED },
      'error: canary: crashed (SIGABRT), which no test did',
      inconclusive,
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
      'error: canary: "adds" passes, and must fail',
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
    const verdict = inShort({ contract: { oracle: { canary } }, events: evaluated(acceptance(), canaryIs(payload)) });
    const gateTags = verdict.tags.filter((tag) => tag.startsWith('G3'));
    expect({ why: verdict.whys[2], tags: gateTags }).toEqual({ why, tags });
  });

  it('a disarmed oracle is a violation, and the attempt an acceptance error', () => {
    const events = evaluated(acceptance(), canaryIs({ execution: execution() }));
    const verdict = scoreAttempt(givenRecord({ contract: { oracle: { canary: plain } }, events }));
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
    const verdict = inShort({ contract: { oracle: { canary: plain } }, events });
    expect([verdict.status, verdict.whys[2]]).toEqual(['failure', 'fail: unit: 1 failure: subtracts']);
    expect(verdict.tags).toEqual(['G3:functional-failure', 'G3:oracle-disarmed', 'G4:oracle-disarmed']);
  });

  it('is not asked when the gate was not reached', () => {
    const notAsked = canaryIs({ not_run: { because: 'patch', detail: '' } });
    const events = [briefing(), extracted(), patchApplied({ outcome: 'failed' }), notRun('patch'), notAsked];
    expect(inShort({ contract: { oracle: { canary: plain } }, events }).tags).toEqual([
      'G1:evaluation-error',
      'G1:patch-apply-failed',
    ]);
  });
});
