// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { judgeCounterfactual } from '../../../src/judge/counterfactual/judge_counterfactual.js';
import { type ScheduleLine, scheduleLineSchema } from '../../../src/record/planning/plan.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';
import { CLIENT } from '../../run/attempt/model_client.js';

afterAll(cleanUp);
const room = givenRoom();

/** An answer of the model that asks for one command. */
const asking = (shell: string) => ({ say: 'Next.', calls: [{ shell }], usage: { input: 10, output: 10 } });
const DONE = { say: 'It is right.', usage: { input: 10, output: 10 } };
const FIVE = ['echo right > value', 'cat value', 'ls', 'cat kept', 'ls -a'].map(asking);

beforeAll(async () => {
  writeFileSync(join(room, 'five.yml'), stringify({ turns: [...FIVE, DONE] }));
  writeFileSync(
    join(room, 'slow.yml'),
    stringify({ turns: [asking('echo right > value'), asking('exec sleep 60'), DONE] }),
  );
  writeFileSync(join(room, 'dear.csv'), 'action_type,unit,unit_price,notes\ntool_call,call,3,\n');
  writeFileSync(join(room, 'cheap.csv'), 'action_type,unit,unit_price,notes\ntool_call,call,0.001,\n');
  writeFileSync(join(room, 'hours.csv'), 'action_type,unit,unit_price,notes\nexecution,second,1,\n');
  for (const id of ['one', 'two'])
    await givenShellTask(room, id, {
      repo: { 'client.mjs': CLIENT },
      contract: {
        budget: { memory: '1GiB', processes: 64, disk: '64MiB' },
        acceptance: [{ id: 'unit', run: 'sh hidden/check.sh $REPORT', report: 'tap', timeout: '10m' }],
      },
    });
});

let n = 0;
async function suite(changes: object, prices: string) {
  const file = join(room, `suite${n++}.yml`);
  const agents = [{ name: 'asking', agent: 'loop', model: 'scripted', upstreams: ['script:five.yml'] }];
  const given = {
    schema: 1,
    name: 's',
    contracts: ['one', 'two'],
    agents,
    baselines: { noop: false },
    order: 'listed',
  };
  writeFileSync(file, stringify({ ...given, ...changes }));
  const out = join(room, `out${n}`);
  const order = { suite: file, contracts: [], agents: [], out, concurrency: undefined, models: { prices } };
  const done = await ran(room, order);
  const log = readScheduleLog(join(out, 'schedule.jsonl')).map((line): ScheduleLine => scheduleLineSchema.parse(line));
  return { ...done, out, log, left: log.flatMap((line) => (line.type === 'not_begun' ? [line.reason] : [])) };
}

async function alone(agent: string, script: string, prices: string): Promise<Seen> {
  const models = { upstreams: [`script:${script}`], name: 'scripted', prices };
  const order = { contracts: ['one'], agents: [agent], out: join(room, `alone${n++}`), models };
  const { attempts } = await ran(room, order);
  return attempts[0]!;
}

const stopped = ({ of }: Seen) => of('termination').map(({ payload }) => [payload.code, payload.cap]);

describe('the cap in USD holds over calls and commands too', () => {
  it('and calls of one answer that were not made any more cost nothing', async () => {
    const calls = FIVE.flatMap((turn) => turn.calls);
    writeFileSync(join(room, 'burst.yml'), stringify({ turns: [{ ...FIVE[0], calls }, DONE] }));
    const seen = await alone('loop', 'burst.yml', 'dear.csv');
    expect(stopped(seen)).toEqual([['resource', 'usd']]);
    expect(seen.result.cost.total_usd).toBe(3);
  });

  it('the default of 5 USD stops an agent whose calls cost 3 USD before the second, and its patch is judged all the same', async () => {
    const seen = await alone('loop', 'five.yml', 'dear.csv');
    expect([stopped(seen), seen.result.cost.total_usd]).toEqual([[['resource', 'usd']], 3]);
    expect(seen.status).toBe('success');
    expect(seen.of('alert').map(({ payload }) => payload.code)).toContain('usd-cap');
    expect(findAlertFaults(verifyRun(seen.path), seen.result.harness_version)).toEqual([]);
  });

  it('a command has as long as what is left pays for', async () => {
    // Ten minutes of checks and one of the canary are kept back of 668 USD at a dollar a second.
    await givenShellTask(room, 'long', {
      contract: {
        budget: { usd: 668, memory: '1GiB', processes: 64, disk: '64MiB' },
        acceptance: [{ id: 'unit', run: 'sh hidden/check.sh $REPORT', report: 'tap', timeout: '10m' }],
      },
    });
    const models = { upstreams: ['script:slow.yml'], name: 'scripted', prices: 'hours.csv' };
    const { attempts } = await ran(room, {
      contracts: ['long'],
      agents: ['loop'],
      out: join(room, 'long-out'),
      models,
    });
    const [seen] = attempts;
    expect([stopped(seen!), seen!.status]).toEqual([[['resource', 'usd']], 'success']);
    expect(seen!.of('tool_invocation').some(({ payload }) => payload.execution?.cause === 'timeout')).toBe(true);
    expect(seen!.result.cost.total_usd).toBeLessThanOrEqual(668);
    expect(findAlertFaults(verifyRun(seen!.path), seen!.result.harness_version)).toEqual([]);
  });

  it('and what an agent would have come to under another cap goes by the same cost', async () => {
    const seen = await alone('loop', 'five.yml', 'cheap.csv');
    const { manifest } = verifyRun(seen.path);
    const caps = { usd: 0.003, tokens: null, wall_ms: null };
    const terms = { caps, lambda: null, graded: null, decomposed: null };
    expect(judgeCounterfactual({ manifest: manifest!, events: seen.events }, terms).stop).toMatchObject({
      ...{ cap: 'usd', spent: 0.003 },
    });
  });
});

it.each([
  ['the loop', 'loop'],
  ['a command', 'command:node client.mjs'],
])('five calls of %s are priced as five, as they are counted', async (_, agent) => {
  const { result } = await alone(agent, 'five.yml', 'cheap.csv');
  expect(result.cost.execution_usd).toBe(0.005);
});

// Holds R8
describe('envelopes of a suite', () => {
  it('B_run, B_task and B_total hold over calls too', async () => {
    const { attempts, left, log } = await suite({ budget: { run_usd: 1, task_usd: 3, total_usd: 6 } }, 'dear.csv');
    expect(attempts.map((seen) => [stopped(seen), seen.result.cost.total_usd])).toEqual([
      [[['resource', 'usd']], 0],
      [[['resource', 'usd']], 0],
    ]);
    expect([left, log.at(-1)]).toEqual([[], expect.objectContaining({ spent_usd: 0 })]);
  });

  it('attempts side by side never pass B_total together', async () => {
    const { attempts, left, log } = await suite(
      { trials: 2, concurrency: 4, budget: { run_usd: 4, total_usd: 9 } },
      'dear.csv',
    );
    // Each may cost 4 USD and costs 3: the second waits for nobody, the third for what the first two leave.
    expect([attempts.length, left]).toEqual([2, ['total_usd', 'total_usd']]);
    expect(log.at(-1)).toMatchObject({ spent_usd: 6 });
    const ceilings = log.flatMap((line) => (line.type === 'begun' ? [line.ceiling_usd] : []));
    expect(ceilings).toEqual([4, 4]);
  });

  it('a human baseline costs the same in its line, in the log of the run and in the analysis', async () => {
    writeFileSync(join(room, 'one.patch'), GOLDEN);
    const human = { patches: '.', minutes: { one: 20 }, usd_per_hour: 90 };
    const { attempts, log, outcome, out } = await suite(
      { contracts: ['one'], agents: [], baselines: { noop: false, human } },
      'cheap.csv',
    );
    const analysis = JSON.parse(readFileSync(join(out, 'analysis.json'), 'utf8')) as {
      standards: { spending: object[] };
    };
    expect(analysis.standards.spending).toEqual([
      expect.objectContaining({ total: { known_usd: 30, unknown: 0 }, human_minutes: 20 }),
    ]);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('$30.00');
    expect(attempts.map(({ result: { cost } }) => [cost.total_usd, cost.human_usd, cost.baseline_minutes])).toEqual([
      [30, 30, 20],
    ]);
    expect(log.at(-1)).toMatchObject({ spent_usd: 30 });
    expect(outcome.missing).toEqual([]);
  });
});
