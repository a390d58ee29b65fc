// Needs: sandbox
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import type { Suite } from '../../../src/contract/suite/suite.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import type { ScheduleLine } from '../../../src/record/planning/plan.js';
import type { HistoryLine } from '../../../src/record/planning/suite_history.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran } from '../../given_run.js';
import { givenShellTask } from '../../given_task.js';
import { CLIENT } from '../../run/attempt/model_client.js';

afterAll(cleanUp);
const room = givenRoom();
const CEILING_USD = 0.5;

beforeAll(async () => {
  // An agent that looks at the task and changes nothing, for 0.40 USD.
  const usage = { input: 2000, output: 2000 };
  writeFileSync(join(room, 'upstream.yml'), stringify({ turns: [{ say: 'It is right as it is.', usage }] }));
  writeFileSync(
    join(room, 'prices.csv'),
    'action_type,unit,unit_price,notes\nllm_request,input_token,0.0001,\nllm_request,output_token,0.0001,\n',
  );
  await givenShellTask(room, 'kept', {
    repo: { 'client.mjs': CLIENT },
    contract: { budget: { usd: CEILING_USD, memory: '1GiB', processes: 64, disk: '64MiB' } },
  });
  // Only contracts with a proof may turn the gate.
  const out = { log() {}, error() {}, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };
  const around = { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' };
  const argv = ['validate', 'kept/contract.yml', '--reruns', '1', '--mutants', '1', '--cache', join(room, 'cache')];
  expect(await runCommandLine(argv, out, around)).toBe(0);
});

/** What was, twenty times, a success. */
function writeHistory({ contract: { id, version } }: AttemptResult): void {
  const counts = { successes: 20, failures: 0, undecided: 0, runs: 20, cost_usd: null, wall_ms: 1 };
  const night: HistoryLine = {
    ...{ schema: 1, suite: 's', at: '2026-11-01T02:00:00Z', commit: null, run_url: null, plan: null },
    ...{ harness_versions: [], rubrics: [] },
    arms: [
      {
        ...{ arm: 'client', agent: 'command', model: 'scripted', ablation: 'none', role: 'agent', identities: [] },
        tasks: [{ task: id, version, ...counts }],
      },
    ],
  };
  writeFileSync(join(room, 'history.jsonl'), `${toCanonicalJson(night)}\n${toCanonicalJson(night)}\n`);
}

const gate = { fail_on: 'regression', baseline: 'history.jsonl', extra_trials: 3, extra_usd: 1 };

let n = 0;
/** A suite with a gate, as often as it is given `into`; what its schedule says of its planned attempts and of those beyond. */
async function suite(changes: Partial<Record<keyof Suite, unknown>>, into?: string, order = {}) {
  const file = join(room, `suite${n++}.yml`);
  const agents = [
    { name: 'client', agent: 'command:node client.mjs', model: 'scripted', upstreams: ['script:upstream.yml'] },
  ];
  const given = { schema: 1, name: 's', contracts: ['kept'], agents, baselines: { noop: false }, gate };
  writeFileSync(file, stringify({ ...given, order: 'listed', ...changes }));
  const out = into ?? join(room, `out${n}`);
  const { outcome } = await ran(room, {
    ...{ suite: file, contracts: [], agents: [], out, resume: into !== undefined },
    concurrency: undefined,
    models: { prices: 'prices.csv' },
    ...order,
  });
  const log = readScheduleLog(join(out, 'schedule.jsonl'));
  const read = (name: string) =>
    readFileSync(join(out, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => attemptResultSchema.parse(JSON.parse(line)));
  return { outcome, out, log, results: read('results.jsonl'), extra: read('extra.jsonl') };
}
const shortly = (log: readonly ScheduleLine[]) =>
  log.flatMap((line) => {
    if (line.type === 'begun') return line.extra ? ['extra'] : ['planned'];
    return line.type === 'opened' || line.type === 'closed' || line.type === 'not_begun' || line.type === 'kept'
      ? [line.type === 'not_begun' ? line.reason : line.type]
      : [];
  });

describe('attempts that a regression gate asks for beyond the plan', () => {
  beforeAll(async () => {
    const first = await suite({ gate: { fail_on: 'never' } }).catch(() => undefined);
    expect(first).toBeUndefined(); // without a gate there is no extra.jsonl
    const path = join(room, `out${n}`, 'results.jsonl');
    writeHistory(attemptResultSchema.parse(JSON.parse(readFileSync(path, 'utf8').trim())));
  });

  it('are part of the one schedule of the run, told apart, within what they may cost, also when the run is gone on with', async () => {
    const first = await suite({});
    // 0 + 0.5 and 0.4 + 0.5 fit into 1, 0.8 + 0.5 does not.
    expect(shortly(first.log)).toEqual(['opened', 'planned', 'extra', 'extra', 'extra_usd', 'closed']);
    expect([first.results.length, first.extra.map(({ trial }) => trial)]).toEqual([1, [2, 3]]);
    expect(first.log.at(-1)).toMatchObject({ type: 'closed', spent_usd: expect.closeTo(1.2) });
    expect(readFileSync(join(first.out, 'report.md'), 'utf8')).toContain(
      '2 extra attempts for the regression gate, beyond the plan: &#36;0.80; 1 not begun: what extra attempts may cost was used up',
    );

    const again = await suite({}, first.out);
    expect(shortly(again.log.slice(first.log.length))).toEqual([
      ...['opened', 'kept', 'kept', 'kept', 'extra_usd', 'closed'],
    ]);
    expect(again.log[first.log.length]).toMatchObject({ resumed: true, spent_usd: expect.closeTo(1.2) });
    expect(again.extra.map(({ trial }) => trial)).toEqual([2, 3]);

    const more = await suite({ gate: { ...gate, extra_usd: 2 } }, first.out);
    expect(more.extra.map(({ trial }) => trial)).toEqual([2, 3, 4]);
  });

  it('spend of the envelopes of the suite and of their task, like planned ones', async () => {
    const gate = { fail_on: 'regression', baseline: 'history.jsonl', extra_trials: 3 };
    const task = await suite({ gate, budget: { task_usd: 1 } });
    expect(shortly(task.log)).toEqual(['opened', 'planned', 'extra', 'task_usd', 'task_usd', 'closed']);
    const total = await suite({ gate, budget: { total_usd: 1.3 } });
    expect(shortly(total.log)).toEqual(['opened', 'planned', 'extra', 'extra', 'total_usd', 'closed']);
    const again = await suite({ gate, budget: { total_usd: 1.3 } }, total.out);
    expect(again.extra.map(({ trial }) => trial)).toEqual([2, 3]);
    // What the extra ones spent is gone for planned ones, too.
    const other = await suite({ gate, seed: 1, budget: { total_usd: 1.3 } }, total.out);
    const since = shortly(other.log).slice(shortly(other.log).lastIndexOf('opened'));
    expect([new Set(since), other.results]).toEqual([new Set(['opened', 'total_usd', 'closed']), []]);
  });

  it('are for that gate only', async () => {
    await expect(suite({ gate: { fail_on: 'never' } }, undefined, { extra_trials: 1 })).rejects.toThrow(
      '--extra-trials is for --fail-on regression, and this run has --fail-on never',
    );
  });
});
