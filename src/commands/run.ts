import { relative, resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { ablationLabel, readAblation } from '../contract/mechanisms.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION, score } from '../judge/rubric/score.js';
import { terminal as safe } from '../publish/report/escape.js';
import { counted, elapsed } from '../publish/report/quantities.js';
import { renderTerminal } from '../publish/report/terminal.js';
import { agentLabel } from '../publish/report/view.js';
import type { Result } from '../record/result.js';
import { VERSION } from '../record/version.js';
import { chooseAgent } from '../run/agents/choose.js';
import { attempt } from '../run/attempt/lifecycle.js';
import { attemptId, type Order, type Prepared } from '../run/attempt/order.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { prepareContract } from '../run/contracts/prepare.js';
import { demandProof } from '../run/contracts/read_lock.js';
import { readRulesFile, rulesOf } from '../run/contracts/read_rules.js';
import { lockFolder } from '../run/suite/folder_lock.js';
import { pool } from '../run/suite/pool.js';
import { reusable } from '../run/suite/resume.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { baseContracts } from './base_contracts.js';
import { type OpenRooms, openRooms } from './open_rooms.js';
import type { RunOrder, RunOutcome, RunOutput } from './orders.js';
import { readContracts } from './read_contracts.js';
import { recordedLines } from './recorded.js';
import { EVERY_MS, openWaiting } from './waiting.js';
import { resultLine, unwritable, type Written, writeReports } from './write_reports.js';

/**
 * `run`: attempts → records → report. Reads contracts, makes every attempt that the order asks for, and says what the
 * gate says. Interrupted, it seals what runs, writes the report over what is there and ends with 130.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function run(order: RunOrder, out: RunOutput, cwd = process.cwd()): Promise<RunOutcome> {
  if (order.fail_on === 'regression')
    throw new UserError(
      '--fail-on regression needs a baseline to compare with, which `run` does not have',
      'Use --fail-on gates or never.',
    );
  const cache = await openCache(order.cache ?? defaultCache());
  const contracts = readContracts(
    order.contracts,
    order.pull_request ? await baseContracts(order.pull_request, cache) : cwd,
  );
  for (const loaded of contracts) {
    if (order.require_proof) demandProof(loaded);
    if (loaded.proof_problem) out.error(`${loaded.shown}: runs without its proof: ${loaded.proof_problem}`);
  }
  const orders = share(await planOrders(order, contracts, cwd), order.shard);
  if (order.dry_run) return dryRun(orders, order, out, cwd);

  const doors = orders.some(({ agent }) => 'work' in agent && agent.coordination !== undefined);
  const rooms = await openRooms({ ...order, doors }, contracts, cache, cwd, out);
  if (!rooms.isolated) out.error('running WITHOUT isolation: no attempt can pass the safety gate');
  const unlock = lockFolder(resolve(cwd, order.out));
  try {
    return await makeAll(orders, order, rooms, out);
  } finally {
    unlock();
  }
}

/** Makes the attempts, writes the reports over them, and says what the gate says. */
async function makeAll(
  orders: readonly Order[],
  order: RunOrder,
  rooms: OpenRooms,
  out: RunOutput,
): Promise<RunOutcome> {
  const { cwd } = rooms;
  const prepared = memo((loaded: LoadedContract) =>
    prepareContract(loaded, rooms.cache, rooms.of(loaded).toolchain, {
      repos: order.repos.map((folder) => resolve(cwd, folder)),
      pull_request: order.pull_request,
      signal: out.signal,
    }),
  );
  const results = new Map<string, Result>();
  let kept = 0;
  const started = performance.now();
  // Whoever reads JSON on standard output reads nothing else there.
  const progress = order.json ? out.error : out.log;
  const waiting = openWaiting(() => performance.now());
  const watch: Rooms['watch'] = (id, event) => event.type === 'stage_changed' && waiting.enter(id, event.payload.to);
  const reminder = setInterval(() => waiting.lines().forEach(out.error), EVERY_MS);
  try {
    await pool(orders, order.concurrency, out.signal, async (one) => {
      waiting.enter(one.attempt_id, 'snapshot');
      const result = await make(one, prepared, { ...rooms.of(one.loaded), watch }, order.resume);
      waiting.leave(one.attempt_id);
      results.set(one.attempt_id, result.line);
      if (result.reused) kept++;
      progress(progressLine(result.line, result.reused, results.size, orders.length));
    });
  } catch (error) {
    // An interrupted fetch is an interruption, not a mistake.
    if (!(out.signal.aborted && error instanceof UserError)) throw unwritable(error, order.out) ?? error;
  } finally {
    clearInterval(reminder);
  }
  recordedLines(
    orders.map(({ loaded }) => loaded),
    rooms.of,
  ).forEach(out.error);

  const done = orders.flatMap(({ attempt_id }) => results.get(attempt_id) ?? []);
  const missing = orders.map(({ attempt_id }) => attempt_id).filter((id) => !results.has(id));
  const written = write(order, done, missing, cwd);
  if (order.json) out.log(JSON.stringify({ conclusion: written.view.conclusion, results: done, missing }));
  else {
    out.log('');
    out.log(renderTerminal(written.view, out.terminal).trimEnd());
    out.log(
      `\n${counted(done.length - kept, 'attempt')}${kept > 0 ? ` and ${kept} kept` : ''} in ${elapsed(performance.now() - started)} · ${written.report_path} · ${written.html_path} · ${written.results_path}`,
    );
  }
  const conclusion = out.signal.aborted ? 'interrupted' : written.view.conclusion;
  return {
    exit_code: { success: 0, failure: 1, indecisive: 3, interrupted: 130 }[conclusion] as RunOutcome['exit_code'],
    conclusion,
    results: done,
    missing,
    report_path: written.report_path,
    html_path: written.html_path,
    results_path: written.results_path,
    places: Object.fromEntries(
      orders.map(({ attempt_id, loaded }) => [attempt_id, { path: loaded.shown, lines: loaded.lines }]),
    ),
  };
}

/** Every attempt, contract by contract, so that trials of one contract share its layer while it is warm. */
async function planOrders(order: RunOrder, contracts: readonly LoadedContract[], cwd: string): Promise<Order[]> {
  const around = { cwd, cache: resolve(order.cache ?? defaultCache()), search_path: order.search_path ?? '' };
  const agents = await Promise.all(
    [...new Set(order.agents)].map((name) => chooseAgent(name, around, order.pull_request)),
  );
  // A patch or a test command that is missing is a mistake to hear of now, not in the middle of the run.
  for (const agent of agents)
    for (const loaded of contracts) {
      if ('patch' in agent) await agent.patch(loaded);
      else agent.fits?.(loaded);
    }
  const rules = order.coordination_rules === undefined ? undefined : readRulesFile(order.coordination_rules, cwd);
  // A rule that both have is a mistake to hear of now, too.
  if (rules) for (const loaded of contracts) if (loaded.rules) rulesOf([loaded.rules, rules]);
  const configurations = [
    ...new Map(order.ablations.map(readAblation).map((off) => [ablationLabel(off), off])).values(),
  ];
  return contracts.flatMap((loaded) =>
    agents.flatMap((agent) =>
      configurations.flatMap((ablation) =>
        Array.from({ length: order.trials }, (_, i) => {
          const trial = i + 1;
          const attempt_id = attemptId(loaded, agent, trial, order.seed, ablation, rules);
          return { attempt_id, loaded, agent, trial, seed: order.seed, ablation, rules };
        }),
      ),
    ),
  );
}

/** The orders of shard I of N: every N-th, so that shards are of like size. */
function share(orders: readonly Order[], shard: string | undefined): Order[] {
  if (!shard) return [...orders];
  const [i, n] = shard.split('/').map(Number) as [number, number];
  return orders.filter((_, index) => index % n === i - 1);
}

async function make(
  order: Order,
  prepared: (loaded: LoadedContract) => Promise<Prepared>,
  rooms: Rooms,
  resume: boolean,
): Promise<{ line: Result; reused: boolean }> {
  const path = `${rooms.runs}/${order.attempt_id}`;
  const line = (report: Parameters<typeof resultLine>[0]) => resultLine(report, `runs/${order.attempt_id}`);
  const kept = resume ? reusable(path, { harness: VERSION, rubric: RUBRIC_VERSION }) : undefined;
  if (kept) return { line: line(kept), reused: true };
  return { line: line(await attempt(order, await prepared(order.loaded), rooms, score)), reused: false };
}

function write(order: RunOrder, done: readonly Result[], missing: readonly string[], cwd: string): Written {
  try {
    return writeReports(order.out, done, missing, order.fail_on, cwd);
  } catch (error) {
    throw unwritable(error, order.out) ?? error;
  }
}

function progressLine(result: Result, reused: boolean, n: number, of: number): string {
  const { contract, trial, verdict, timing } = result;
  const last = verdict.gates.find((gate) => gate.reached && gate.outcome !== 'pass');
  const why =
    verdict.status === 'success'
      ? ''
      : ` · ${safe(verdict.status === 'invalid' ? verdict.reason : (last?.why ?? '')).slice(0, 240)}`;
  return `[${n}/${of}] ${contract.id} · ${safe(agentLabel(result))}${trial > 1 ? ` · trial ${trial}` : ''} · ${verdict.status === 'invalid' ? 'invalid' : verdict.gate_vector} · ${reused ? 'kept' : elapsed(timing.wall_ms)}${why}`;
}

function dryRun(orders: readonly Order[], order: RunOrder, out: RunOutput, cwd: string): RunOutcome {
  const ceiling = orders.reduce(
    (sum, { agent, loaded }) => sum + ('patch' in agent ? 0 : loaded.contract.budget.usd),
    0,
  );
  if (order.json) {
    const attempts = orders.map(({ attempt_id, loaded, agent, trial, ablation }) => ({
      attempt_id,
      contract: loaded.shown,
      agent: agent.name,
      trial,
      ablation: ablationLabel(ablation),
    }));
    out.log(JSON.stringify({ attempts, concurrency: order.concurrency, cost_ceiling_usd: ceiling }));
    return notRun(order, cwd);
  }
  for (const { attempt_id, loaded, agent, trial, ablation } of orders) {
    const without = ablation.size > 0 ? `  without ${ablationLabel(ablation)}` : '';
    out.log(`${attempt_id}  ${loaded.shown}  ${agent.name}  trial ${trial}${without}`);
  }
  out.log(
    `${counted(orders.length, 'attempt')}, at most ${order.concurrency} at a time; cost ceiling ${ceiling.toFixed(2)} USD; nothing was run`,
  );
  return notRun(order, cwd);
}

function notRun(order: RunOrder, cwd: string): RunOutcome {
  const at = (name: string) => relative(cwd, `${order.out}/${name}`);
  return {
    exit_code: 0,
    conclusion: 'success',
    results: [],
    missing: [],
    report_path: at('report.md'),
    html_path: at('report.html'),
    results_path: at('results.jsonl'),
    places: {},
  };
}

/** Calls once per key and keeps the promise; a failure is kept too. */
function memo<K, V>(make: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const made = new Map<K, Promise<V>>();
  return (key) => {
    let value = made.get(key);
    if (!value) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
