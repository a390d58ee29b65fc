import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { coordinationSchema } from '../../../src/contract/coordination/coordination.js';
import type { Mechanism } from '../../../src/contract/coordination/mechanism.js';
import { policySchema } from '../../../src/contract/policy/policy.js';
import { createGuard } from '../../../src/guard/create_guard.js';
import type { Guard } from '../../../src/guard/guard.js';
import type { Event } from '../../../src/record/events/event.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { openDispatcher } from '../../../src/run/coordination/open_dispatcher.js';
import type {
  CommandOutcome,
  EditRequest,
  OperationResult,
  WorkspaceTools,
} from '../../../src/run/coordination/operations/operation_result.js';
import { createProcessClock } from '../../../src/run/coordination/state/coordination_clock.js';
import { openCoordinator } from '../../../src/run/coordination/state/coordinator.js';
import { createCoordinationSettings } from '../../../src/run/coordination/state/reducer_result.js';
import { rebuildState } from '../../../src/run/coordination/state/shared_state.js';
import { MachineError } from '../../../src/system/is_code_fault.js';
import { givenRoom } from '../../given.js';

/** What a test says of the surroundings of a dispatcher. */
export interface Given {
  coordination?: z.input<typeof coordinationSchema>;
  policy?: z.input<typeof policySchema>;
  without?: readonly Mechanism[];
  /** A log that another process left. */
  log?: EventLog;
  /** Folder that the log is in. */
  disk?: string;
  hands?: Partial<WorkspaceTools>;
  guard?: Guard;
}

/** Hands over a folder of this machine: the commands of tests are harmless. */
export function folderHands(folder: string): WorkspaceTools {
  return {
    workspace: folder,
    run: ({ command, signal }) =>
      new Promise<CommandOutcome>((resolve) => {
        execFile('sh', ['-c', command], { cwd: folder, signal }, (error, stdout, stderr) => {
          const exit_code = error ? (typeof error.code === 'number' ? error.code : null) : 0;
          resolve({ exit_code, cause: signal?.aborted ? 'cancelled' : 'exit', stdout, stderr, truncated: false });
        });
      }),
    async edit(order: EditRequest) {
      const path = join(folder, order.path);
      if ('delete' in order) rmSync(path);
      else {
        const before = 'replace' in order ? readFileSync(path, 'utf8') : '';
        if ('replace' in order && before.split(order.replace).length !== 2)
          throw new MachineError(`${order.path} does not hold that text exactly once`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, 'replace' in order ? before.replace(order.replace, order.with) : order.content);
      }
      return { bytes: 'delete' in order ? 0 : readFileSync(path).length };
    },
  };
}

let logs = 0;

/** A dispatcher over a real log, a real coordinator and a folder. */
export function givenDispatcher(given: Given = {}) {
  const room = givenRoom();
  const folder = join(room, 'work');
  mkdirSync(folder);
  logs += 1;
  const path = join(given.disk ?? room, `events-${logs}.jsonl`);
  const started = performance.now();
  const log = given.log ?? new EventLog(path, () => (performance.now() - started) * 1e6);
  log.stage = 'write';
  const coordination = coordinationSchema.parse(given.coordination ?? {});
  const policy = policySchema.parse(given.policy ?? {});
  const off = new Set(given.without ?? []);
  const coordinator = openCoordinator({
    settings: createCoordinationSettings(coordination, off),
    clock: createProcessClock(() => log.now()),
    state: rebuildState(log.events),
  });
  const hands = { ...folderHands(folder), ...given.hands };
  const { guard = createGuard() } = given;
  const now = () => performance.now();
  const dispatcher = openDispatcher({ coordination, policy, off, coordinator, guard, tools: hands, log, now });
  const perform = (
    agent: string,
    operation: string,
    args: unknown = {},
    signal?: AbortSignal,
  ): Promise<OperationResult> => dispatcher.perform({ agent, operation, arguments: args, signal });
  return { dispatcher, coordinator, log, path, folder, perform, events: () => log.events as readonly Event[] };
}

export type GivenDispatcher = ReturnType<typeof givenDispatcher>;

/** What became of an operation: its answer, or code and message. */
export const short = (answer: OperationResult): unknown =>
  answer.outcome === 'done' ? answer.result : `${answer.outcome} ${answer.code}: ${answer.message}`;

/** The events in order, short: an audit entry, an alert, an operation with its stages. */
export function told(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'audit') {
      const { entry, id, phase, outcome, code } = event.payload;
      return [`audit ${entry} ${id} ${phase} ${outcome}${code ? ` ${code}` : ''}`];
    }
    if (event.type === 'alert') return [`alert ${event.payload.code} ${event.payload.severity}`];
    if (event.type !== 'coordination') return [];
    const { id, operation, outcome, code, stages } = event.payload;
    const passed = stages.map(({ stage, outcome }) => (outcome === 'passed' ? stage : `${stage} ${outcome}`));
    return [`${id} ${operation} ${outcome}${code ? ` ${code}` : ''}: ${passed.join(', ')}`];
  });
}

export const operationsOf = (events: readonly Event[]) =>
  selectEvents(events, 'coordination').map(({ payload }) => payload);
