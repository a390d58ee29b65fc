import type { Operation } from '../../../contract/coordination/operations.js';
import type { CommandOutcome, OperationResult } from '../../coordination/operation_result.js';
import type { AgentContext } from '../agent.js';
import { formatCommandOutput } from './format_command_output.js';

/**
 * Performs an operation of the coordination layer for the model.
 *
 * @param seat agent of the contract that it acts as
 * @param limit characters of the result that the model is shown
 */
export async function performLoopOperation(
  { operation, arguments: given }: { operation: Operation; arguments: unknown },
  seat: string,
  { coordination, signal, supervisor }: AgentContext,
  limit: number,
): Promise<string> {
  const result = await coordination.perform({ agent: seat, operation, arguments: given, signal });
  await supervisor.settled();
  return formatOperationResult(operation, result, limit);
}

/** Formats a result: that of a command as its output, any other as JSON. */
function formatOperationResult(operation: Operation, result: OperationResult, limit: number): string {
  if (result.outcome !== 'done') return `${result.outcome} (${result.code}): ${result.message}`;
  if (operation !== 'run_command') return JSON.stringify(result.result).slice(0, limit).toWellFormed();
  const { exit_code, cause, stdout, stderr } = result.result as CommandOutcome;
  const execution = { cause: cause as Parameters<typeof formatCommandOutput>[0]['cause'], exit_code };
  return formatCommandOutput(execution, { stdout, stderr }, limit);
}
