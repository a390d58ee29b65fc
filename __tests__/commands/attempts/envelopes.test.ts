// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { RunOptionsInput } from '../../../src/commands/study/run_options.js';
import type { Suite } from '../../../src/contract/suite/suite.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';
import { CLIENT } from '../../run/attempt/model_client.js';

afterAll(cleanUp);
const room = givenRoom();

const SOLVE = {
  say: 'I make it right.',
  calls: [{ shell: 'echo right > value' }],
  usage: { input: 1000, output: 1000 },
};
const DONE = { say: 'It is right.', usage: { input: 1000, output: 1000 } };
beforeAll(async () => {
  writeFileSync(join(room, 'upstream.yml'), stringify({ turns: [SOLVE, DONE] }));
  // One attempt costs 4,000 tokens: 0.40 USD.
  writeFileSync(
    join(room, 'prices.csv'),
    'action_type,unit,unit_price,notes\nllm_request,input_token,0.0001,\nllm_request,output_token,0.0001,\n',
  );
  for (const id of ['one', 'two'])
    await givenShellTask(room, id, {
      repo: { 'client.mjs': CLIENT },
      contract: { budget: { usd: 1, memory: '1GiB', processes: 64, disk: '64MiB' } },
    });
});

let n = 0;
/** A suite over both tasks with an agent that asks a model, and what came of it. */
async function suite(
  changes: Partial<Record<keyof Suite, unknown>>,
  resume?: string,
  order: Partial<RunOptionsInput> = {},
) {
  const file = join(room, `suite${n++}.yml`);
  const agents = [
    { name: 'client', agent: 'command:node client.mjs', model: 'scripted', upstreams: ['script:upstream.yml'] },
  ];
  writeFileSync(
    file,
    stringify({
      schema: 1,
      name: 's',
      contracts: ['one', 'two'],
      agents,
      baselines: { noop: false },
      order: 'listed',
      ...changes,
    }),
  );
  const out = resume ?? join(room, `out${n}`);
  const done = await ran(room, {
    ...{ suite: file, contracts: [], agents: [], out, resume: resume !== undefined },
    concurrency: undefined,
    models: { prices: 'prices.csv' },
    ...order,
  });
  const log = readScheduleLog(join(out, 'schedule.jsonl'));
  const left = log.flatMap((line) => (line.type === 'not_begun' ? [line.reason] : []));
  return { ...done, out, log, left };
}

describe('B_total', () => {
  it('begins no attempt that could pass it, by what those before it really cost; what is left is missing, with the reason', async () => {
    // 1 + 0.4 fits into 1.5, 1 + 0.8 does not.
    const { outcome, left, attempts, out } = await suite({ trials: 2, budget: { total_usd: 1.5 } });
    expect(attempts.map(({ result }) => result.cost.total_usd)).toEqual([0.4, 0.4]);
    expect([outcome.missing.length, left]).toEqual([2, ['total_usd', 'total_usd']]);
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('2 attempts not begun');
  });

  it('holds over processes: a run that goes on has spent what the one before it spent', async () => {
    const first = await suite({ trials: 2, budget: { total_usd: 1.5 } });
    const { left, log, attempts } = await suite({ trials: 2, budget: { total_usd: 1.5 } }, first.out);
    expect([left.length, attempts.length, log.at(-1)]).toEqual([4, 2, expect.objectContaining({ spent_usd: 0.8 })]);
    const more = await suite({ trials: 2, budget: { total_usd: 3 } }, first.out);
    expect([more.attempts.length, more.outcome.missing]).toEqual([4, []]);
  });

  it('lets one wait that fits alone but not beside what runs', async () => {
    const { left, attempts, log } = await suite({ concurrency: 2, budget: { total_usd: 1.5 } });
    expect([left, attempts.length]).toEqual([[], 2]);
    expect(log.map(({ type }) => type)).toEqual(['opened', 'begun', 'sealed', 'begun', 'sealed', 'closed']);
  });
});

it('B_task: what the attempts of one task cost is no matter of the others', async () => {
  const { attempts, left } = await suite({ trials: 2, budget: { task_usd: 1.2 } });
  expect(attempts.map(({ result }) => [result.contract.id, result.trial])).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
  expect(left).toEqual(['task_usd', 'task_usd']);
});

it('a plan warns of shards whose share is less than one attempt may cost', async () => {
  const dry = (shard: string, total_usd: number) =>
    suite({ budget: { total_usd } }, undefined, { shard, dry_run: true });
  const [short, enough] = [await dry('1/2', 1.5), await dry('1/2', 2)];
  const warnings = (errors: readonly string[]) => errors.filter((line) => line.startsWith('the envelope'));
  expect(warnings(short.errors)).toEqual([
    expect.stringMatching(/^the envelope of the suite is too small for 2 shards/),
  ]);
  expect([warnings(enough.errors), short.attempts]).toEqual([[], []]);
});

it('B_run: an attempt is capped below its contract, and manifest, result and report say so', async () => {
  const { attempts } = await suite({ contracts: ['one'], budget: { run_usd: 0.3, run_tokens: 90_000 } });
  const [made] = attempts;
  const { caps, contract } = JSON.parse(readFileSync(join(made!.path, 'manifest.json'), 'utf8')) as Manifest;
  expect([caps, contract.body.budget.usd, contract.body.budget.tokens]).toEqual([
    { usd: 0.3, tokens: 90_000 },
    0.3,
    90_000,
  ]);
  expect(made!.result.configuration.caps).toEqual(caps);
  expect(made!.of('termination')[0]?.payload).toMatchObject({ code: 'resource', cap: 'usd' });
  const plain = await suite({ contracts: ['one'] });
  expect(plain.attempts[0]?.result.contract.version).toBe(made!.result.contract.version);
  expect(plain.attempts[0]?.result.attempt_id).not.toBe(made!.result.attempt_id);
  expect(plain.attempts[0]?.result.configuration.caps).toBeNull();
});

it('time of people that has a price counts', async () => {
  writeFileSync(join(room, 'one.patch'), GOLDEN);
  writeFileSync(join(room, 'two.patch'), GOLDEN);
  const human = { patches: '.', minutes: { one: 30, two: 60 }, usd_per_hour: 40 };
  const { left, log, attempts } = await suite({
    agents: [],
    baselines: { noop: false, human },
    budget: { total_usd: 50 },
  });
  expect([attempts.length, left]).toEqual([1, ['total_usd']]);
  expect(log.at(-1)).toMatchObject({ type: 'closed', spent_usd: 20 });
});
