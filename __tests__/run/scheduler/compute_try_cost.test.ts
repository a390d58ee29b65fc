import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTrafficRecorder } from '../../../src/gateway/recording/open_traffic_recorder.js';
import { NO_PRICE_RATES } from '../../../src/record/events/model_payloads.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import { RUN_FILES, RunDirectory } from '../../../src/record/storage/run_directory.js';
import { computeTryCost } from '../../../src/run/scheduler/compute_try_cost.js';
import { ended, incoming, PAID, user, verbatim, went } from '../../gateway/recording/given_traffic.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenManifest } from '../../record/given_record.js';
import { ran } from '../supervisor/given_events.js';

afterAll(cleanUp);

const MODEL_ACCESS: NonNullable<Manifest['model']> = {
  name: 'm',
  upstreams: [],
  prices: { table_sha256: null, library: 'x' },
  steering: null,
  redaction_sha256: 'a'.repeat(64),
};

/** The record of a process that was killed after its setup took a minute. */
function killed(rates: Partial<typeof NO_PRICE_RATES> | undefined): RunDirectory {
  const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
  run.log.enterStage('setup');
  const steps = [ran({ started_ms: 0, ended_ms: 60_000 })];
  run.log.append('setup', 'harness', { layer: 'l', reused: false, outcome: 'ready', steps, tools: {} });
  if (rates)
    run.log.append('cost_projection', 'harness', {
      projection: 'table:x',
      rates: { ...NO_PRICE_RATES, ...rates },
      assumed: [],
      kept_bytes: 0,
      reserve: { evaluation_minutes: 0, basis: 'timeouts', stored_bytes: 0, usd: 0 },
    });
  return run;
}

describe('what a try cost whose process was killed', () => {
  it('is what its events come to, also where no agent had begun', () => {
    expect(computeTryCost(killed({ execution_minute: 0.5, run: 0.25 }).path, 5)).toBe(0.75);
    expect(computeTryCost(killed(undefined).path, 5)).toBe(0);
  });

  it('is its ceiling where an agent worked whose models nobody metered', () => {
    const run = killed({ execution_minute: 0.5 });
    run.log.enterStage('write');
    run.log.append('note', 'harness', { text: 'the agent works' });
    expect(computeTryCost(run.path, 5)).toBe(5);
  });

  it('is its ceiling where the process was killed between an answer and its cost', () => {
    const path = join(givenRoom(), 'run');
    const run = RunDirectory.create(path, { ...givenManifest(), model: MODEL_ACCESS }, () => 0);
    run.log.enterStage('write');
    const recorder = openTrafficRecorder({ sink: run, redaction: verbatim });
    recorder.recordResponse(recorder.recordPrompt(incoming([user('x')]), went), ended(), PAID, 0);
    expect(computeTryCost(path, 5)).toBe(0.01);
    const log = join(path, RUN_FILES.events);
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1)!).type).toBe('cost');
    writeFileSync(log, `${lines.slice(0, -1).join('\n')}\n`);
    expect(computeTryCost(path, 5)).toBe(5);
  });
});
