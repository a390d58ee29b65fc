import { join } from 'node:path';
import { NO_PRICE_RATES } from '../../../src/record/events/cost_payloads.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { computeTryCost } from '../../../src/run/scheduler/compute_try_cost.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenManifest } from '../../record/given_record.js';
import { ran } from '../supervisor/given_events.js';

afterAll(cleanUp);

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
});
