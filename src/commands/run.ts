import { resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION, score } from '../judge/rubric/score.js';
import { terminal as safe } from '../publish/report/escape.js';
import { counted, elapsed } from '../publish/report/quantities.js';
import { renderTerminal } from '../publish/report/terminal.js';
import { agentLabel } from '../publish/report/view.js';
import type { Result } from '../record/result.js';
import { VERSION } from '../record/version.js';
import { attempt } from '../run/attempt/lifecycle.js';
import type { Order, Prepared } from '../run/attempt/order.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { prepareContract } from '../run/contracts/prepare.js';
import { demandProof } from '../run/contracts/read_lock.js';
import { lockFolder } from '../run/suite/folder_lock.js';
import { pool } from '../run/suite/pool.js';
import { reusable } from '../run/suite/resume.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { baseContracts } from './base_contracts.js';
import { demandListening } from './demand_listening.js';
import { dryRun, notRun } from './dry_run.js';
import { installMissing } from './install_agents.js';
import { type OpenModels, openModels } from './open_models.js';
import { type OpenRooms, openRooms } from './open_rooms.js';
import type { RunOrder, RunOutcome, RunOutput } from './orders.js';
import { planOrders, share } from './plan_orders.js';
import { readContracts } from './read_contracts.js';
import { recordedLines } from './recorded.js';
import { EVERY_MS, openWaiting } from './waiting.js';
import { readWayOut } from './way_out.js';
import { mistakeWithoutKeys, outputWithoutKeys } from './without_keys.js';
import { resultLine, unwritable, type Written, writeReports } from './write_reports.js';

/**
 * `run`: attempts → records → report. Reads contracts, makes every attempt that the order asks for, and says what the
 * gate says. Interrupted, it seals what runs, writes the report over what is there and ends with 130.
 *
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function run(order: RunOrder, shown: RunOutput, cwd = process.cwd()): Promise<RunOutcome> {
  if (order.fail_on === 'regression')
    throw new UserError(
      '--fail-on regression needs a baseline to compare with, which `run` does not have',
      'Use --fail-on gates or never.',
    );
  const opened = await openModels(order.models, {
    cwd,
    out: order.out,
    way_out: readWayOut(order.way_out),
    now: () => new Date(),
    variable: shown.variable,
  });
  const out = outputWithoutKeys(shown, opened?.keys ?? []);
  opened?.warnings.forEach(out.error);
  try {
    return await runWith(opened, order, out, cwd);
  } catch (error) {
    throw mistakeWithoutKeys(error, opened?.keys ?? []);
  } finally {
    await opened?.close();
  }
}

async function runWith(
  opened: OpenModels | undefined,
  order: RunOrder,
  out: RunOutput,
  cwd: string,
): Promise<RunOutcome> {
  const cache = await openCache(order.cache ?? defaultCache());
  const contracts = readContracts(
    order.contracts,
    order.pull_request ? await baseContracts(order.pull_request, cache) : cwd,
  );
  for (const loaded of contracts) {
    if (order.require_proof) demandProof(loaded);
    if (loaded.proof_problem) out.error(`${loaded.shown}: runs without its proof: ${loaded.proof_problem}`);
  }
  if (order.install_agents && !order.dry_run) {
    const { search_path = '' } = order;
    const installing = { cache, search_path, log: order.json ? out.error : out.log, signal: out.signal };
    const check = (agents: string[]) => planOrders({ ...order, agents }, contracts, opened?.models, cwd);
    if (!(await installMissing(order.agents, cwd, installing, check))) return notRun(order, cwd, true);
  }
  const orders = share(await planOrders(order, contracts, opened?.models, cwd), order.shard);
  if (order.dry_run) return dryRun(orders, order, out, cwd);
  if (orders.some(({ models }) => models)) await demandListening(opened?.models?.upstreams ?? []);

  const needs = { doors: needDoors(orders), keys: opened?.keys, prices: opened?.prices };
  const rooms = await openRooms({ ...order, ...needs }, contracts, cache, cwd, out);
  if (!rooms.isolated) out.error('running WITHOUT isolation: no attempt can pass the safety gate');
  const unlock = lockFolder(resolve(cwd, order.out));
  try {
    return await makeAll(orders, order, rooms, out);
  } finally {
    unlock();
  }
}

/** Whether agents reach something of ours from inside their sandbox. */
const needDoors = (orders: readonly Order[]) =>
  orders.some(({ agent, models }) => models !== undefined || ('work' in agent && agent.coordination !== undefined));

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
