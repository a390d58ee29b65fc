import { join } from 'node:path';
import { contractSchema } from '../../../../src/contract/contract_schema.js';
import type { ToolCall } from '../../../../src/gateway/dialects/dialect.js';
import { createGuard } from '../../../../src/guard/create_guard.js';
import type { Event, EventPayload } from '../../../../src/record/events/event.js';
import { selectEvents } from '../../../../src/record/events/select_events.js';
import { RunDirectory } from '../../../../src/record/storage/run_directory.js';
import { openActMonitor } from '../../../../src/run/supervisor/acts/open_act_monitor.js';
import { replayTrips } from '../../../../src/run/supervisor/breakers/create_breaker_set.js';
import { givenRoom } from '../../../given.js';
import { type ContractInput, smallContract } from '../../../given_task.js';
import { givenManifest } from '../../../record/given_record.js';
import type { Given } from '../given_events.js';

/** An act as it stands in a log: a command that nothing is against, unless told otherwise. */
export function givenAct(changes: Partial<EventPayload<'act'>> = {}): Given<'act'> {
  const { text = 'ls' } = changes;
  return {
    type: 'act',
    payload: {
      act: 1,
      road: 'call',
      form: 'command',
      of_seq: null,
      tool: 'command',
      text,
      bytes: text.length,
      sha256: Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64),
      commands: [text],
      unread: null,
      cycle: null,
      installs: [],
      guard: null,
      handling: 'allow',
      because: '',
      ...changes,
    },
  };
}

/** A monitor over an empty record. */
export function givenMonitor(
  settings: Partial<ContractInput> = {},
  { guarded = true, isolated = true }: { guarded?: boolean; isolated?: boolean } = {},
) {
  const contract = contractSchema.parse(smallContract(settings));
  const run = RunDirectory.create(join(givenRoom(), 'run'), givenManifest(), () => 0);
  const monitor = openActMonitor({ run, contract, guard: createGuard(), guarded, isolated });
  run.log.enterStage('write');
  let exchange = 0;
  let id = 0;

  /** What a model says and asks for; returns its calls. */
  const answers = (said: string, calls: [tool: string, given: unknown][] = [], whole = true): ToolCall[] => {
    exchange += 1;
    const asked = calls.map(([name, given]) => ({ id: `c${++id}`, name, arguments: given }));
    const message = { role: 'assistant', content: said };
    const answered = { message, calls: asked };
    monitor.onResponse({
      seq: run.log.events.length - 1,
      exchange,
      conversation: 1,
      subtask: undefined,
      whole,
      response: answered,
    });
    return asked;
  };
  const results = (call: ToolCall, result: unknown) =>
    monitor.onToolResult({ seq: run.log.events.length - 1, exchange, call, result });
  const make = (command: string, changes: Partial<EventPayload<'tool_invocation'>> = {}) =>
    run.log.append('tool_invocation', 'agent', { tool: 'bash', arguments: { command }, summary: 'exit 0', ...changes });

  return {
    run,
    monitor,
    answers,
    results,
    make,
    acts: () => selectEvents(run.log.events, 'act').map(({ payload }) => payload),
    outcomes: () => selectEvents(run.log.events, 'act_outcome').map(({ payload }) => payload),
    trips: () => replayTrips(run.log.events as readonly Event[], contract).map(({ trip }) => trip.code),
  };
}
