import { score } from '../../../src/judge/rubric/score.js';
import type { Payload } from '../../../src/record/events.js';
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
  type Said,
} from './given_record.js';
import { inShort } from './in_short.js';

const none = { state: 'none' } as const;

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
    const verdict = inShort({ contract: { oracle: { canary } }, events: evaluated(acceptance(), canaryIs(payload)) });
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
