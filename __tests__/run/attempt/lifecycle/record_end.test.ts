import { join } from 'node:path';
import { selectEvents } from '../../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../../src/record/storage/run_directory.js';
import { recordEnd } from '../../../../src/run/attempt/lifecycle/record_end.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { givenManifest } from '../../../record/given_record.js';

afterAll(cleanUp);

/** Records an end in the stage `write`. */
function terminationOf(end: Parameters<typeof recordEnd>[1]) {
  const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
  run.log.enterStage('write');
  recordEnd(run, end);
  const [event] = selectEvents(run.log.events, 'termination');
  return [event!.actor, event!.payload] as const;
}

describe('R11: the end of an attempt', () => {
  it('by a cap names it, with its evidence', () => {
    const because = 'the budget of tokens is used up';
    expect(terminationOf({ kind: 'resource', cap: 'tokens', because, evidence_seq: 7 })).toEqual([
      'harness',
      { code: 'resource', rationale: because, evidence_seq: 7, cap: 'tokens' },
    ]);
  });

  it('by a person or a signal is an act of the operator', () => {
    expect(terminationOf({ kind: 'operator', because: 'denied by Ada', evidence_seq: 3 })[0]).toBe('operator');
    expect(terminationOf({ kind: 'signal', because: 'interrupted during setup' })).toEqual([
      'operator',
      { code: 'signal', rationale: 'interrupted during setup', evidence_seq: null },
    ]);
  });

  it('by an exception after a signal is an interruption that broke off what was under way', () => {
    expect(terminationOf({ kind: 'exception', error: new Error('git was killed'), interrupted: true })).toEqual([
      'operator',
      { code: 'signal', rationale: 'interrupted during write: git was killed', evidence_seq: null, broke_off: true },
    ]);
  });

  it('by an exception of the machine or of the code says which, and never the agent', () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(terminationOf({ kind: 'exception', error: full, interrupted: false })[1]).toMatchObject({
      code: 'harness-error',
      fault: 'machine',
    });
    expect(terminationOf({ kind: 'exception', error: new TypeError('x is undefined'), interrupted: false })).toEqual([
      'harness',
      expect.objectContaining({ code: 'harness-error', fault: 'code', rationale: 'x is undefined' }),
    ]);
  });
});
