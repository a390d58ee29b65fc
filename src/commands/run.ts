import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../contract/user_error.js';
import { counted, elapsed } from '../publish/report/quantities.js';
import { renderTerminal } from '../publish/report/terminal.js';
import type { Result } from '../record/result.js';
import type { Order } from '../run/attempt/order.js';
import { demandProof } from '../run/contracts/read_lock.js';
import { lockFolder } from '../run/suite/folder_lock.js';
import { PARTIAL_FILE } from '../run/suite/partial_results.js';
import { defaultCache, openCache } from '../run/workspace/cache.js';
import { baseContracts } from './base_contracts.js';
import { demandListening } from './demand_listening.js';
import { dryRun, notRun } from './dry_run.js';
import { installMissing } from './install_agents.js';
import { makeAttempts } from './make_attempts.js';
import { type OpenModels, openModels } from './open_models.js';
import { type OpenRooms, openRooms } from './open_rooms.js';
import type { RunOrder, RunOutcome, RunOutput } from './orders.js';
import { planOrders, share } from './plan_orders.js';
import { readContracts } from './read_contracts.js';
import { readWayOut } from './way_out.js';
import { mistakeWithoutKeys, outputWithoutKeys } from './without_keys.js';
import { unwritable, type Written, writeReports } from './write_reports.js';

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
  const started = performance.now();
  const making = { ...order, width: order.concurrency, envelopes: {}, weigh };
  const { done, missing, kept } = await makeAttempts(orders, making, rooms, out);
  const written = write(order, done, missing, rooms.cwd);
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

/** Without a suite all attempts weigh the same, and each may cost what its contract allows. */
const weigh = ({ agent, loaded }: Order) => ({
  weight: 1,
  ceiling_usd: 'patch' in agent ? 0 : loaded.contract.budget.usd,
});

function write(order: RunOrder, done: readonly Result[], missing: readonly string[], cwd: string): Written {
  try {
    const written = writeReports(order.out, done, missing, order.fail_on, cwd);
    rmSync(join(resolve(cwd, order.out), PARTIAL_FILE), { force: true });
    return written;
  } catch (error) {
    throw unwritable(error, order.out) ?? error;
  }
}
