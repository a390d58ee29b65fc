// Needs: sandbox
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { ScheduleLine } from '../../../src/record/planning/plan.js';
import { listRuns } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { BUILT_CLI } from '../../built.js';
import { ALL } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { complaints } from '../../given_output.js';
import { givenShellTask } from '../../given_task.js';
import { closeServers, givenHttp } from '../../network/given.js';
import { CLIENT } from '../../run/attempt/model_client.js';

/** Suites of the built command line, with weights, envelopes and further tries, whose process is killed at moments that nobody chose. */

const room = givenRoom();
afterAll(closeServers);
afterAll(cleanUp);

const TRIALS = ALL ? 2 : 1;
const CEILING_USD = 1;
/** Two answers, each for 10 tokens in and 2 out. */
const ANSWER_USD = 10 * 0.0001 + 2 * 0.0005;

/** A model that solves the task in two answers. Now and then it is away when somebody begins to ask: then the attempt is made again. */
const asked = { begun: 0, answered: 0 };
const answer = (content: string, tool_calls?: object[]) => ({
  ...{ id: 'x', object: 'chat.completion', model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content, tool_calls }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
});
const shell = (command: string) => [
  { id: 'c', type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
];
beforeAll(async () => {
  const port = await givenHttp(async (request, response) => {
    // The list of models, which every start asks for once.
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] }));
      return;
    }
    let text = '';
    for await (const chunk of request) text += chunk;
    const { messages } = JSON.parse(text) as { messages: unknown[] };
    const away = messages.length === 1 && asked.begun++ % 5 === 0;
    if (!away) asked.answered++;
    response.writeHead(away ? 503 : 200, { 'content-type': 'application/json' });
    const turn = messages.length === 1 ? answer('', shell('echo right > value')) : answer('done');
    response.end(JSON.stringify(away ? { error: { message: 'away' } } : turn));
  });
  writeFileSync(
    join(room, 'prices.csv'),
    'action_type,unit,unit_price,notes\nllm_request,input_token,0.0001,\nllm_request,output_token,0.0005,\n',
  );
  for (const id of ['heavy', 'light'])
    await givenShellTask(room, id, {
      repo: { 'client.mjs': CLIENT },
      contract: { budget: { usd: CEILING_USD, memory: '1GiB', processes: 64, disk: '64MiB' } },
    });
  for (const [name, total_usd] of [
    ['wide', 1000],
    ['narrow', 1.5 * CEILING_USD],
  ] as const)
    writeFileSync(
      join(room, `${name}.yml`),
      stringify({
        ...{ schema: 1, name, contracts: ['heavy', 'light'], trials: TRIALS, retries: 4, order: 'randomised' },
        agents: [
          {
            name: 'client',
            agent: 'command:node client.mjs',
            model: 'm',
            upstreams: [`http://127.0.0.1:${port}/v1`],
          },
        ],
        models: { prices: 'prices.csv' },
        baselines: { noop: false, golden: true },
        budget: { total_usd, task_usd: total_usd },
        concurrency: { width: 2, weights: { heavy: 2 } },
      }),
    );
});

interface Started {
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: string | null; err: string }>;
}

function start(suite: string, out: string, ...more: string[]): Started {
  const argv = ['run', '--suite', suite, '--out', out, '--cache', 'cache', ...more];
  const child = spawn(process.execPath, [BUILT_CLI, ...argv], { cwd: room, stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Awaited<Started['ended']>>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, err })),
  );
  return { child, ended };
}

const logOf = (out: string): ScheduleLine[] => readScheduleLog(join(room, out, 'schedule.jsonl'));
const begunIn = (out: string) => logOf(out).flatMap((line) => (line.type === 'begun' ? [line.attempt_id] : []));

/** Kills a run some time after it has begun so many attempts more; false = it was done before. */
async function killed(suite: string, out: string): Promise<boolean> {
  const before = begunIn(out).length;
  const more = 1 + Math.floor(Math.random() * 3);
  const run = start(suite, out, '--resume');
  while (begunIn(out).length < before + more && run.child.exitCode === null) await pause(5);
  await pause(Math.random() * 500);
  run.child.kill('SIGKILL');
  return (await run.ended).signal === 'SIGKILL';
}

/** Heads of the records that a later process has to keep. */
function decided(out: string): Map<string, string> {
  const verified = listRuns(join(room, out, 'runs')).map((path) => [path, verifyRun(path)] as const);
  expect(verified.filter(([, { standing }]) => standing === 'tampered')).toEqual([]);
  return new Map(
    verified.flatMap(([path, { standing, head, report }]) =>
      standing === 'sealed' && report?.verdict.scorable ? [[path, head ?? '']] : [],
    ),
  );
}

/** Result lines without what is different every time: times, costs, what was used, heads. */
function results(out: string): unknown[] {
  return readFileSync(join(room, out, 'results.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { timing: _, cost: __, resources: ___, head: ____, events: _____, verdict, ...rest } = JSON.parse(line);
      const { status, scorable, reason, vector, gates } = verdict;
      return { ...rest, verdict: { status, scorable, reason, vector, gates: Object.keys(gates ?? {}) } };
    });
}

/** Runs a suite that is killed so often, then to its end, and looks at it after every process. */
async function throughKills(suite: string, out: string, rounds: number) {
  const asked_before = asked.answered;
  let kept = new Map<string, string>();
  let begun: string[] = [];
  let kills = 0;
  const look = () => {
    const now = decided(out);
    for (const [path, head] of kept) expect([path, now.get(path)]).toEqual([path, head]);
    const later = begunIn(out);
    const again = later.slice(begun.length).filter((id) => kept.has(join(room, out, 'runs', id)));
    expect(again).toEqual([]);
    [kept, begun] = [now, later];
  };
  for (let round = 0; round < rounds; round++) {
    if (await killed(suite, out)) kills++;
    look();
  }
  const end = await start(suite, out, '--resume').ended;
  look();
  const log = logOf(out);
  const closed = log.at(-1);
  if (closed?.type !== 'closed') throw new Error(`the schedule of ${out} is not closed: ${end.err}`);
  return { kills, end, log, spent_usd: closed.spent_usd, asked_usd: (asked.answered - asked_before) * ANSWER_USD };
}

describe('a suite whose process is killed', () => {
  it('and gone on with has the results of one that was not, and has counted everything that was asked for', async () => {
    expect(await start('wide.yml', 'undisturbed').ended).toMatchObject({ code: 0 });
    expect(logOf('undisturbed').filter(({ type }) => type === 'retried').length).toBeGreaterThan(0);
    const rounds = ALL ? 12 : 1;
    const { kills, end, spent_usd, asked_usd } = await throughKills('wide.yml', 'wide', rounds);
    expect([end.code, complaints(end.err)]).toEqual([0, '']);
    expect(kills).toBeGreaterThan(0);
    expect(results('wide')).toEqual(results('undisturbed'));
    expect(results('wide')).toHaveLength(2 * 2 * TRIALS);
    expect(spent_usd).toBeGreaterThanOrEqual(asked_usd - 1e-9);
  });

  it('never spends more than its envelope, over all its processes', async () => {
    const { log, spent_usd, asked_usd } = await throughKills('narrow.yml', 'narrow', ALL ? 6 : 1);
    expect(spent_usd).toBeLessThanOrEqual(1.5 * CEILING_USD + 1e-9);
    expect(asked_usd).toBeLessThanOrEqual(spent_usd + 1e-9);
    // One at a time: two ceilings do not fit.
    let running = new Set<string>();
    for (const line of log) {
      if (line.type === 'opened') running = new Set();
      if (line.type === 'begun' && line.ceiling_usd > 0) running.add(line.attempt_id);
      if (line.type === 'sealed') running.delete(line.attempt_id);
      expect(running.size).toBeLessThanOrEqual(1);
    }
    expect(existsSync(join(room, 'narrow', 'results.partial.jsonl'))).toBe(false);
  });
});
