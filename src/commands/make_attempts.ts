import { resolve } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { UserError } from '../contract/user_error.js';
import { RUBRIC_VERSION, score } from '../judge/rubric/score.js';
import { terminal as safe } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import { agentLabel } from '../publish/report/row.js';
import type { Result } from '../record/result.js';
import { VERSION } from '../record/version.js';
import { attempt } from '../run/attempt/lifecycle.js';
import type { Order, Prepared } from '../run/attempt/order.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { prepareContract } from '../run/contracts/prepare.js';
import { pool } from '../run/suite/pool.js';
import { reusable } from '../run/suite/resume.js';
import type { OpenRooms } from './open_rooms.js';
import type { RunOrder, RunOutput } from './orders.js';
import { recordedLines } from './recorded.js';
import { EVERY_MS, openWaiting } from './waiting.js';
import { resultLine, unwritable } from './write_reports.js';

/** What came of the orders of a run. */
export interface Made {
  /** In the order of the plan. */
  done: Result[];
  /** Ids of attempts without a result. */
  missing: string[];
  /** So many were kept from an earlier run. */
  kept: number;
}

/** Makes the attempts of a run, with a line of progress for each. Interrupted, it seals what runs. */
export async function makeAttempts(
  orders: readonly Order[],
  order: RunOrder,
  rooms: OpenRooms,
  out: RunOutput,
): Promise<Made> {
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
  return { done, missing, kept };
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
