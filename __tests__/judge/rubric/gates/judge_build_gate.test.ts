import {
  acceptance,
  briefing,
  evaluated,
  execution,
  extracted,
  notRun,
  patchApplied,
  type Said,
} from '../given_record.js';
import { declared, inShort } from '../in_short.js';

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
const G4 = 'pass: no violation (sandbox: bubblewrap)';

describe('G2: the repository builds and required static checks pass', () => {
  const contract = {
    build: [
      declared('compile'),
      declared('lint', { kind: 'static' }),
      declared('style', { kind: 'static', mandatory: false }),
    ],
  };

  it('passes when every mandatory check passes; the others are reported only', () => {
    const events = evaluated(build('compile', 0), staticCheck('lint', 0), staticCheck('style', 1), acceptance());
    expect(inShort({ contract, events })).toEqual({
      status: 'success',
      whys: [G1, 'pass: compile: exit status 0; lint: exit status 0', 'pass: unit: 2 tests', G4],
      tags: [],
    });
  });

  it('tells a build failure from a static check failure', () => {
    const broken = [build('compile', 2), staticCheck('lint', 0), staticCheck('style', 0), notRun('build')];
    expect(inShort({ contract, events: evaluated(...broken) })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: compile: exit status 2', '(fail): not reached: G2 failed', G4],
      tags: ['G2:build-failure'],
    });
    const unclean = [build('compile', 0), staticCheck('lint', 1), staticCheck('style', 0), notRun('build')];
    expect(inShort({ contract, events: evaluated(...unclean) })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: lint: exit status 1', '(fail): not reached: G2 failed', G4],
      tags: ['G2:static-check-failure'],
    });
  });

  it('is an error when the compiler is missing, and acceptance is then an error too', () => {
    const events = evaluated(build('compile', 127), staticCheck('lint', 0), staticCheck('style', 0), notRun('build'));
    expect(inShort({ contract, events })).toEqual({
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
    expect(inShort({ contract, events })).toEqual({
      status: 'failure',
      whys: [G1, 'fail: lint: exit status 1', '(fail): not reached: G2 failed', G4],
      tags: ['G2:evaluation-error', 'G2:static-check-failure', 'G2:runner-missing'],
    });
  });

  it('is not reached when the patch does not apply', () => {
    const events = [briefing(), extracted(), patchApplied({ outcome: 'failed', detail: 'hunk 1' }), notRun('patch')];
    expect(inShort({ events })).toEqual({
      status: 'failure',
      whys: ['fail: does not apply: hunk 1', '(fail): not reached: G1 failed', '(fail): not reached: G1 failed', G4],
      tags: ['G1:evaluation-error', 'G1:patch-apply-failed'],
    });
  });
});
