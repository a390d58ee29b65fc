import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { listRuns, RunDirectory } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenManifest, givenRecord, givenReport, makeRecord } from '../given_record.js';

afterAll(cleanUp);

describe('a run directory', () => {
  // Holds R1
  it('binds its manifest in its first event', () => {
    const path = join(givenRoom(), 'run');
    const run = RunDirectory.create(path, givenManifest(), () => 0);
    const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
    expect(run.manifest).toEqual(givenManifest());
    expect(run.log.events.map(({ type, payload }) => ({ type, payload }))).toEqual([
      {
        type: 'run_started',
        payload: {
          manifest_sha256: sha256(manifest),
          contract_version: givenManifest().contract.version,
          attempt_id: givenManifest().attempt_id,
        },
      },
    ]);
  });

  it('keeps the same bytes once, under their digest', () => {
    const path = join(givenRoom(), 'run');
    const run = RunDirectory.create(path, givenManifest(), () => 0);
    expect([run.keep('a'), run.keep(Buffer.from('a')), run.keep('')]).toEqual([sha256('a'), sha256('a'), sha256('')]);
    expect(readdirSync(join(path, 'artifacts')).sort()).toEqual([sha256('a'), sha256('')].sort());
  });

  it('names what it kept and no event came to name, since its writer was stopped between: it is no foreign file', () => {
    const path = join(givenRoom(), 'run');
    const run = RunDirectory.create(path, givenManifest(), () => 0);
    run.keep('orphan');
    run.seal(givenReport());
    expect(verifyRun(path)).toMatchObject({ standing: 'sealed', faults: [] });
    const left = selectEvents(verifyRun(path).events, 'left_artifacts');
    expect(left.map(({ payload }) => payload.artifacts)).toEqual([[{ artifact: sha256('orphan') }]]);
  });

  it('never overwrites an earlier try: it stands beside the new one', () => {
    const { path } = givenRecord();
    const first = readFileSync(join(path, 'events.jsonl'));
    makeRecord(path);
    makeRecord(path);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['run', 'run.try-1', 'run.try-2']);
    expect(readFileSync(join(path, '../run.try-1/events.jsonl'))).toEqual(first);
    expect(listRuns(join(path, '..'))).toEqual([path]);
  });

  it('names the head of its log in its report', () => {
    const { path, report } = givenRecord();
    const last = readFileSync(join(path, 'events.jsonl'), 'utf8').trimEnd().split('\n').at(-1)!;
    expect(report.head).toBe((JSON.parse(last) as { hash: string }).hash);
    expect(report.events).toBe(7);
  });
});

describe('the runs of an output folder', () => {
  it('are its folders, sorted, without earlier tries and without files', () => {
    const room = givenRoom();
    for (const name of ['b', 'a', 'a.try-1', 'a.try-x']) mkdirSync(join(room, name));
    writeFileSync(join(room, 'file'), '');
    expect(listRuns(room)).toEqual(['a', 'a.try-x', 'b'].map((name) => join(room, name)));
    expect(listRuns(join(room, 'gone'))).toEqual([]);
  });
});
