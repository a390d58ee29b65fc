import { withTimeLimit } from '../../../system/open_time_limit.js';
import type { OperationResult } from '../../coordination/operations/operation_result.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import type { AgentContext } from '../agent.js';
import { findStopReason } from '../run_tool_call.js';
import type { OperationStep, Script } from './script_schema.js';
import { captureVariables, resolveArguments, type ScriptVariables } from './script_variables.js';

/**
 * Runs lists of coordination operations concurrently, each list in order.
 *
 * The judge reads results from the record. An unexpected result only adds a note, unless the script stops at it.
 *
 * @returns the reason why the script ends; undefined if it goes on
 */
export async function runOperationsConcurrently(
  lists: readonly (readonly OperationStep[])[],
  via: Script['via'],
  context: AgentContext,
  variables: ScriptVariables,
): Promise<StopReason | undefined> {
  const stops = await Promise.all(lists.map((list) => runOperationsInOrder(list, via, context, variables)));
  return stops.find((stop) => stop !== undefined);
}

async function runOperationsInOrder(
  list: readonly OperationStep[],
  via: Script['via'],
  context: AgentContext,
  variables: ScriptVariables,
): Promise<StopReason | undefined> {
  const { coordination, run, supervisor } = context;
  for (const one of list) {
    const stop = findStopReason(context);
    if (stop) return stop;
    const ready = resolveArguments(one, variables);
    if ('not_done' in ready) {
      run.log.append('note', 'harness', { text: `the script did not do ${one.use}: ${ready.not_done}` });
      continue;
    }
    const request = {
      agent: one.as ?? context.part?.agent ?? coordination.agents[0]!,
      operation: one.use,
      arguments: ready.arguments,
    };
    // No breaker sees the time spent waiting for a lock, so the request has a timeout.
    const answer = await withTimeLimit(context.signal, Math.ceil(supervisor.left_ms), (signal) =>
      via === 'mcp'
        ? coordination.performOverMcp({ ...request, signal })
        : coordination.perform({ ...request, signal }),
    );
    if (answer.outcome === 'done') captureVariables(answer.result, one.keep, variables);
    if (one.expect !== undefined && one.expect !== answer.outcome)
      run.log.append('note', 'harness', {
        text: `the script expected ${one.use} to be ${one.expect}; ${describeResult(answer)}`,
      });
    await supervisor.settled();
    if (one.stop_if.includes(answer.outcome)) return findStopReason(context) ?? { kind: 'finished' };
  }
  return undefined;
}

const describeResult = (answer: OperationResult) =>
  answer.outcome === 'done'
    ? 'it was done'
    : `it was ${answer.outcome} (${answer.code}): ${answer.message}`.slice(0, 500);
