// Needs: sandbox
import { cpSync, existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { RunOptionsInput } from '../../../src/commands/study/run_options.js';
import type { ScheduleLine } from '../../../src/record/planning/plan.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask, lineChange } from '../../given_task.js';
import { closeServers, givenHttp } from '../../network/given.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import type { RecipeName } from '../../recorded/recipes.js';
import { CLIENT } from '../../run/attempt/model_client.js';

afterAll(closeServers);
afterAll(cleanUp);
const room = givenRoom();

let n = 0;
/** One run into a folder of its own, with what its schedule says. */
async function runs(order: Partial<RunOptionsInput> & Pick<RunOptionsInput, 'contracts' | 'agents'>, into?: string) {
  const out = into ?? join(room, `out${n++}`);
  const done = await ran(room, { concurrency: 1, ...order, out });
  return { ...done, out, log: readScheduleLog(join(out, 'schedule.jsonl')) };
}
/** One run of a suite into a folder of its own. */
function runsSuite(contracts: readonly string[], agent: string, suite: object, order: Partial<RunOptionsInput> = {}) {
  const name = `suite${n}`;
  const agents = [{ name: 'tried', agent }];
  const text = { schema: 1, name, contracts, agents, baselines: { noop: false }, order: 'listed', ...suite };
  writeFileSync(join(room, `${name}.yml`), stringify(text));
  return runs({ contracts: [], agents: [], suite: `${name}.yml`, ...order });
}
/** An earlier run, with its contract. */
const givenBefore = async (name: RecipeName) => {
  const folder = givenRoom();
  return { ...(await givenRecorded(name, folder)), contracts: [join(folder, 'task/contract.yml')] };
};
/** A line without its time and what is different in every run. */
const told = (line: ScheduleLine) => {
  const { at: _, ...rest } = line;
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !['head', 'wall_ms', 'from'].includes(key)));
};
const types = (log: readonly ScheduleLine[]) => log.map(({ type }) => type);
const statuses = (made: readonly { status: string }[]) => made.map(({ status }) => status);

describe('the log of a schedule', () => {
  it('says what became of every attempt, in the order in which it happened', async () => {
    const contracts = [await givenShellTask(room, 'logged')];
    const { log, attempts } = await runs({ contracts, agents: ['golden', 'noop'] });
    const [golden, noop] = attempts.map(({ result }) => result.attempt_id) as [string, string];
    const sealed = (attempt_id: string, status: string) => ({
      type: 'sealed',
      attempt_id,
      try: 1,
      status,
      cost_usd: 0,
    });
    const begun = (attempt_id: string) => ({
      type: 'begun',
      attempt_id,
      try: 1,
      task: 'logged',
      ceiling_usd: 0,
      extra: false,
    });
    expect(log.map(told)).toEqual([
      { type: 'opened', resumed: false, attempts: 2, width: 1, spent_usd: 0 },
      begun(golden),
      sealed(golden, 'success'),
      begun(noop),
      sealed(noop, 'failure'),
      { type: 'closed', spent_usd: 0, interrupted: false },
    ]);
  });

  it('has the result lines of a run that was cut off beside it, and not those of one that was not', async () => {
    const contracts = [await givenShellTask(room, 'partial')];
    const { out } = await runs({ contracts, agents: ['golden'] });
    expect(existsSync(join(out, 'results.partial.jsonl'))).toBe(false);
  });

  it('goes on where a process was killed, behind a line that it could not finish', async () => {
    const { contracts, ...first } = await givenBefore('golden');
    writeFileSync(join(first.out, 'schedule.jsonl'), '{"type":"begun","attempt_id":"torn', { flag: 'a' });
    const { log, outcome } = await runs({ contracts, agents: ['golden'], resume: true }, first.out);
    expect([types(log), outcome.exit_code]).toEqual([
      ['opened', 'begun', 'sealed', 'closed', 'opened', 'kept', 'closed'],
      0,
    ]);
  });
});

describe('a further try', () => {
  it('is made where no model answered, and both are kept: the first says why, the second is the result', async () => {
    let asked = 0;
    const answers = [
      {
        content: '',
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command":"echo right > value"}' } },
        ],
      },
      { content: 'done' },
    ];
    const port = await givenHttp(({ method }, response) => {
      if (method === 'GET') return void response.end('{"data":[]}');
      const message = asked++ === 0 ? undefined : answers[asked - 2];
      response.writeHead(message ? 200 : 503, { 'content-type': 'application/json' });
      const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
      response.end(
        JSON.stringify(
          message
            ? {
                id: 'x',
                object: 'chat.completion',
                model: 'm',
                choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
                usage,
              }
            : { error: { message: 'down' } },
        ),
      );
    });
    writeFileSync(
      join(room, 'prices.csv'),
      'action_type,unit,unit_price,notes\nllm_request,input_token,0.0001,\nllm_request,output_token,0.0005,\n',
    );
    const contracts = [
      await givenShellTask(room, 'outage', {
        repo: { 'client.mjs': CLIENT },
        contract: { budget: { memory: '1GiB', processes: 64, disk: '64MiB' } },
      }),
    ];
    const agents = [{ name: 'tried', agent: 'command:node client.mjs', model: 'm' }];
    const { attempts, log, out, lines } = await runsSuite(
      contracts,
      '',
      { agents, retries: 2 },
      {
        models: { upstreams: [`http://127.0.0.1:${port}/v1`], prices: 'prices.csv' },
      },
    );
    const [made] = attempts;
    expect([statuses(attempts), made?.result.cost.total_usd]).toEqual([['success'], 0.004]);
    const id = made!.result.attempt_id;
    const first = verifyRun(join(out, 'runs', `${id}.try-1`));
    expect([first.standing, first.report?.verdict.status]).toEqual(['sealed', 'invalid']);
    expect(log.map(told).slice(1, -1)).toEqual([
      { type: 'begun', attempt_id: id, try: 1, task: 'outage', ceiling_usd: expect.any(Number), extra: false },
      { type: 'sealed', attempt_id: id, try: 1, status: 'invalid', cost_usd: expect.any(Number) },
      { type: 'retried', attempt_id: id, try: 2, reason: expect.stringMatching(/^model-outage: .*503/) },
      expect.objectContaining({ type: 'begun', attempt_id: id, try: 2 }),
      { type: 'sealed', attempt_id: id, try: 2, status: 'success', cost_usd: 0.004 },
    ]);
    // What the first try cost is spent too.
    expect(log.at(-1)).toMatchObject({ type: 'closed', spent_usd: first.report!.cost.total_usd! + 0.004 });
    expect(lines.filter((line) => line.includes('once more'))).toHaveLength(1);
  });

  it('is made of a setup whose host did not answer, for every attempt that shared it, and of no other failed setup', async () => {
    let asked = 0;
    const port = await givenHttp((_, response) => {
      response.statusCode = asked++ === 0 ? 503 : 200;
      response.end('ready');
    });
    const fetching = `env NO_PROXY= no_proxy= curl -sf http://127.0.0.1:${port}/`;
    const contracts = [
      await givenShellTask(room, 'flaky-host', {
        contract: { setup: [{ run: fetching, network: [`127.0.0.1:${port}`] }] },
      }),
      await givenShellTask(room, 'no-setup', { contract: { setup: [{ run: 'exit 3' }] } }),
    ];
    const { attempts, log } = await runsSuite(
      contracts,
      'golden',
      { trials: 2, retries: 1, concurrency: 2 },
      { concurrency: undefined },
    );
    expect(statuses(attempts)).toEqual(['success', 'success', 'invalid', 'invalid']);
    const retried = log.filter(({ type }) => type === 'retried').map(told);
    // Both waited for the one setup, unless the first had failed before the second came.
    expect([1, 2]).toContain(retried.length);
    for (const line of retried)
      expect(line).toMatchObject({
        attempt_id: expect.stringMatching(/^flaky-host/),
        reason: expect.stringMatching(/^setup: /),
      });
  });

  it('is never made of what says something: failures, and oracles that came to no decision', async () => {
    const contracts = [
      await givenShellTask(room, 'undecided', { contract: { acceptance: [{ id: 'unit', run: 'kill -9 $$' }] } }),
    ];
    const { log } = await runsSuite(contracts, 'golden', { baselines: { noop: true }, retries: 3 });
    expect(types(log)).toEqual(['opened', 'begun', 'sealed', 'begun', 'sealed', 'closed']);
  });
});

describe('what an earlier run has', () => {
  const patch = (name: string, content: string) => {
    writeFileSync(join(room, name), content);
    return `patch:${name}`;
  };

  it('is taken over where everything is the same, whatever the patch is called, and said to be', async () => {
    const contracts = [await givenShellTask(room, 'again')];
    const before = await runs({ contracts, agents: [patch('a.patch', GOLDEN), 'noop'] });
    const { attempts, log, lines } = await runs({
      ...{ contracts, agents: [patch('b.patch', GOLDEN), 'noop'], trials: 2 },
      reuse: [before.out],
    });
    expect(types(log)).toEqual(['opened', 'reused', 'reused', 'begun', 'sealed', 'begun', 'sealed', 'closed']);
    expect([attempts[0]?.result.head, attempts[2]?.result.head]).toEqual(
      before.attempts.map(({ result }) => result.head),
    );
    expect(lines.filter((line) => line.includes('· reused'))).toHaveLength(2);
    expect(lines.at(-1)).toMatch(/^\n?2 attempts and 2 kept/);
  });

  it('is not taken over when the patch, the contract or a hidden file is another', async () => {
    const contracts = [await givenShellTask(room, 'changes')];
    const before = await runs({ contracts, agents: [patch('c.patch', GOLDEN)] });
    const reuse = [before.out];
    const other = await runs({ contracts, agents: [patch('c.patch', lineChange('value', 'wrong', 'worse'))], reuse });
    expect(statuses(other.attempts)).toEqual(['failure']);
    writeFileSync(join(room, 'changes', 'hidden', 'canary.sh'), '[ "$(cat value)" = unlikely ]\n');
    const { log } = await runs({ contracts, agents: [patch('c.patch', GOLDEN)], reuse });
    expect(types(log)).toEqual(['opened', 'begun', 'sealed', 'closed']);
  });

  it('is not taken over when it was no decision', async () => {
    const { contracts, out } = await givenBefore('acceptance-error');
    const { log } = await runs({ contracts, agents: ['golden'], reuse: [out] });
    expect(types(log)).toEqual(['opened', 'begun', 'sealed', 'closed']);
  });

  it.each<[string, (path: string) => void]>([
    ['whose report was edited', (path) => edit(join(path, 'report.json'), '"failure"', '"success"')],
    ['whose log was edited', (path) => edit(join(path, 'events.jsonl'), 'the patch is given', 'the patch is taken')],
    ['with a verdict that the rubric does not give', forge],
    ['that leads elsewhere', link],
  ])('is not taken over from a record %s', async (_, change) => {
    const { contracts, ...before } = await givenBefore('noop');
    change(before.attempts[0].path);
    const { log, attempts } = await runs({ contracts, agents: ['noop'], reuse: [before.out] });
    expect([types(log), statuses(attempts)]).toEqual([['opened', 'begun', 'sealed', 'closed'], ['failure']]);
  });

  it('is found in folders below the one that is named, and a folder that is not there is a mistake', async () => {
    const { contracts, ...before } = await givenBefore('golden');
    cpSync(before.out, join(room, 'artifacts', 'shard-1', 'gatebench-out'), { recursive: true });
    const { log } = await runs({ contracts, agents: ['golden'], reuse: [join(room, 'artifacts')] });
    expect(types(log)).toEqual(['opened', 'reused', 'closed']);
    await expect(runs({ contracts, agents: ['golden'], reuse: [join(room, 'nowhere')] })).rejects.toThrow(
      'there is no such folder with earlier runs',
    );
  });

  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(path, 'utf8');
    expect(text.includes(from)).toBe(true);
    writeFileSync(path, text.replace(from, to));
  };

  /** Everything written anew by the rules of the format, with another verdict. */
  function forge(path: string) {
    const { manifest, events, report } = verifyRun(path);
    let time = 0;
    const run = RunDirectory.create(path, manifest!, () => ++time * 1000);
    for (const event of events.slice(1, -1)) {
      run.log.stage = event.stage;
      run.log.append(event.type, event.actor, event.payload);
    }
    cpSync(join(`${path}.try-1`, 'artifacts'), join(path, 'artifacts'), { recursive: true });
    for (const file of ['briefing.md', 'patch.diff']) cpSync(join(`${path}.try-1`, file), join(path, file));
    const { head: _, events: __, ...rest } = report!;
    run.seal({ ...rest, verdict: { ...rest.verdict, status: 'success', reason: '', scorable: true } });
    expect(verifyRun(path).standing).toBe('sealed');
  }

  function link(path: string) {
    const log = join(path, 'events.jsonl');
    renameSync(log, join(room, 'elsewhere.jsonl'));
    symlinkSync(join(room, 'elsewhere.jsonl'), log);
  }
});
