import { join } from 'node:path';
import { holdEvents } from '../../../src/record/storage/hold_events.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenManifest } from '../given_record.js';

afterAll(cleanUp);

const provisioning = (started_ms: number) => ({ part: 'workspace' as const, started_ms, ended_ms: started_ms + 1 });

describe('held events', () => {
  it('are appended in their order on release, and later ones at once', () => {
    const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
    const [first, second] = [holdEvents(run), holdEvents(run)];
    const heard: number[] = [];
    second.run.log.listen((event) => void heard.push(event.seq));
    second.run.log.append('provisioning', 'harness', provisioning(20));
    const held = first.run.log.append('provisioning', 'harness', provisioning(10));
    first.run.log.append('provisioning', 'harness', provisioning(11));
    expect(run.log.events).toHaveLength(1);
    first.release();
    second.release();
    first.run.log.append('provisioning', 'harness', provisioning(12));
    const times = run.log.events.flatMap(({ type, payload }) => (type === 'provisioning' ? [payload.started_ms] : []));
    expect(times).toEqual([10, 11, 20, 12]);
    expect([held.seq, heard]).toEqual([1, [1, 2, 3, 4]]);
    expect(first.run.log.events).toBe(run.log.events);
    expect(verifyRun(run.path).standing).toBe('unsealed');
    run.log.close();
  });

  it('are no part of the record if they are never released; files are stored and named', () => {
    const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
    const { run: view } = holdEvents(run);
    view.log.append('provisioning', 'harness', provisioning(1));
    const digest = view.keep('output of a dropped run');
    expect(run.log.events).toHaveLength(1);
    expect(view.keep('output of a dropped run')).toBe(digest);
    run.log.close();
  });
});
