import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Execution, OutputLog } from '../../record/events/event.js';
import { RUN_FILES, type RunDirectory } from '../../record/storage/run_directory.js';
import { getPlainOutput, hasSucceeded } from '../../sandbox/execution/execute_command.js';
import type { SandboxCommand, Session } from '../../sandbox/sandbox_backend.js';
import { toSubtaskField } from '../subtasks/subtask_assignment.js';
import type { CallOrigin } from '../supervisor/acts/act_monitor.js';
import type { StopReason } from '../supervisor/stop_reason.js';
import type { AgentContext } from './agent.js';

/** Specification of a command that an agent runs. */
export interface ToolCallSpec {
  run: string;
  /** Shell lines before it, which no record holds. */
  prelude?: string | undefined;
  /** Name of the tool in the record. Default: command. */
  tool?: string;
  /** Arguments of the call in the record. */
  arguments: unknown;
  timeout_ms?: number;
  stdin?: string;
  /**
   * True if it is a build or test cycle, whose exit status says whether it passed. Default: recognised by the
   * contract's commands.
   */
  cycle?: boolean | undefined;
  /** Origin of the call. */
  origin?: CallOrigin | undefined;
  /** Receives the reason of a refusal. */
  on_refusal?: ((because: string) => void) | undefined;
  /** True if the workspace's tree is read afterwards. */
  state?: boolean;
  /** Session to run in. Default: that of the stage. */
  session?: Session | undefined;
  /** Receives all output as it is printed. */
  on_output?: SandboxCommand['on_output'];
  /** Aborts if nobody waits for the result any more. */
  signal?: AbortSignal | undefined;
}

/** Part of the agent's context that a call needs. */
type ToolCallContext = Pick<AgentContext, 'supervisor' | 'run' | 'session' | 'environment' | 'state' | 'part'>;

/** Execution of a tool call, with the event that records it. */
export interface RecordedExecution {
  execution: Execution;
  seq: number;
  /** True if it was a build or test cycle, passed or not. */
  cycle: boolean;
}

/**
 * Runs a tool call if the supervisor admits it, and records it.
 *
 * @returns undefined if the call was refused or the agent stopped
 */
export async function runToolCall(
  context: ToolCallContext,
  call: ToolCallSpec,
): Promise<RecordedExecution | undefined> {
  const { supervisor, run } = context;
  const toolCall = { tool: call.tool ?? 'command', arguments: call.arguments, ...toSubtaskField(context.part) };
  const { refused, judged } = await supervisor.admit(toolCall, call.origin);
  if (refused !== undefined) {
    call.on_refusal?.(refused);
    return undefined;
  }
  const execution = await supervisor.execute(call.session ?? context.session, {
    run: call.run,
    environment: context.environment,
    state: context.state,
    ...omitUndefined({
      prelude: call.prelude || undefined,
      timeout_ms: call.timeout_ms,
      stdin: call.stdin,
      signal: call.signal,
    }),
    on_output: call.on_output,
  });
  const state = call.state ? await context.state() : undefined;
  const tells = call.cycle ?? (judged.cycle !== null && judged.decides_cycle);
  const hasEnded = execution.cause !== 'cancelled' && execution.cause !== 'not-started';
  const { seq } = run.log.append('tool_invocation', 'agent', {
    ...toolCall,
    execution,
    summary: `${execution.cause}${execution.exit_code === null ? '' : ` ${execution.exit_code}`}`,
    ...(state === undefined ? {} : { tree: state?.tree ?? null, manifests: state?.manifests ?? null }),
    ...(tells && hasEnded ? { cycle: hasSucceeded(execution) ? ('passed' as const) : ('failed' as const) } : {}),
  });
  await supervisor.settled();
  return { execution, seq, cycle: call.cycle ?? judged.cycle !== null };
}

/**
 * Finds the reason why the agent must stop.
 *
 * @returns undefined if it may go on
 */
export function findStopReason({ supervisor, signal }: AgentContext): StopReason | undefined {
  if (supervisor.stop) return supervisor.stop;
  return signal.aborted ? { kind: 'signal', because: 'interrupted while the agent was working' } : undefined;
}

/** Reads the stored output of a command. It is not redacted, since the agent itself ran the command. */
export function readLog(log: OutputLog, run: RunDirectory): string {
  const plain = getPlainOutput(log);
  if (plain !== undefined) return plain;
  return log.artifact ? readFileSync(join(run.path, RUN_FILES.artifacts, log.artifact), 'utf8') : log.head;
}
