import type { Operation } from '../../../contract/coordination/mechanism.js';
import type { DialectName } from '../../../record/events/model_payloads.js';
import type { CommandOutcome, OperationResult } from '../../coordination/operations/operation_result.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import type { AgentContext } from '../agent.js';
import { findStopReason, type RecordedExecution, readLog, runToolCall } from '../run_tool_call.js';
import { BASH_TOOL, COORDINATION_TOOLS, createCoordinationPrompt, SUBMIT_COMMAND } from './bash_tool.js';
import { createSystemPrompt, createTaskPrompt, SUBMIT_REMINDER } from './create_system_prompt.js';
import { formatCommandOutput } from './format_command_output.js';
import type { LoopMessage, LoopRequest, ToolOutput } from './formats/loop_format.js';
import { loopFormats } from './formats/loop_formats.js';
import type { LoopSettings } from './loop_settings.js';
import { requestWithRetries } from './request_with_retries.js';
import { parseToolRequests, type ToolRequest } from './tool_request.js';

/**
 * Runs the built-in agent (requirement A1): asks the model, runs its commands and returns their output, until it
 * submits.
 *
 * It has one linear history, one tool, and no state but files; on a contract with a coordination section also the tools
 * of that layer, through which its commands go as well. It runs in the harness, but its requests go through the
 * gateway, and its commands through the supervisor into the sandbox.
 */
export async function runAgentLoop(context: AgentContext, settings: LoopSettings): Promise<StopReason> {
  const { model: access, briefing, environment, run, seat, coordination } = context;
  if (!access?.name)
    return { kind: 'agent-error', because: 'no model is named for the loop agent (--model)', evidence_seq: null };
  const dialect = chooseDialect(access.dialects, settings.dialect);
  const format = loopFormats[dialect];
  const { temperature, max_tokens, stream, thoughts } = settings;
  const tools = settings.tools ? [BASH_TOOL, ...(seat === undefined ? [] : COORDINATION_TOOLS)] : [];
  const task = createTaskPrompt(briefing, environment.GATEBENCH_FEEDBACK);
  const text = seat === undefined ? task : `${task}\n\n${createCoordinationPrompt(seat, coordination.agents)}`;
  const history: LoopMessage[] = [{ from: 'user', text }];
  let request: LoopRequest = {
    model: access.name,
    system: createSystemPrompt(settings),
    history,
    tools,
    temperature,
    max_tokens,
    stream,
    thoughts,
    sealed_thoughts: true,
  };
  let hasCalled = false;
  let silent = false;
  for (let step = 1; step <= settings.steps; step += 1) {
    const got = await requestWithRetries(context, access, format, request);
    if ('kind' in got) return got;
    request = got.request;
    const { said: message, text, calls } = format.reply(got.answered, step, thoughts);
    history.push({ from: 'model', said: message });
    hasCalled ||= calls.length > 0;
    // Models that call tools also write blocks that are not meant to run.
    const wishes = parseToolRequests(calls, text, !hasCalled, seat !== undefined);
    if (wishes.length === 0 && silent) return { kind: 'finished' };
    silent = wishes.length === 0;
    if (silent) history.push({ from: 'user', text: SUBMIT_REMINDER });
    const results: ToolOutput[] = [];
    for (const [i, wish] of wishes.entries()) {
      if ('command' in wish && wish.command.trim() === SUBMIT_COMMAND) return { kind: 'finished' };
      const output = await runRequestedCommand(wish, context, settings);
      const call = calls[i];
      if (call) results.push({ id: call.id, name: call.name, text: output });
      else history.push({ from: 'user', text: output });
      const stop = findStopReason(context);
      if (stop) return stop;
    }
    if (results.length > 0) history.push({ from: 'tools', results });
  }
  const because = `the model did not submit within ${settings.steps} steps`;
  const { seq } = run.log.append('note', 'harness', { text: because });
  return { kind: 'resource', cap: 'steps', because, evidence_seq: seq };
}

async function runRequestedCommand(
  wish: ToolRequest,
  context: AgentContext,
  { command_timeout, output_chars }: LoopSettings,
): Promise<string> {
  if ('mistake' in wish) return wish.mistake;
  if (context.seat !== undefined) {
    const operation = 'command' in wish ? toRunCommand(wish.command, command_timeout) : wish;
    const answer = await performLoopOperation(operation, context.seat, context, output_chars);
    const noticed = context.supervisor.trees.takeNotice();
    return noticed === undefined ? answer : `${answer}\n\n${noticed}`;
  }
  if (!('command' in wish)) return 'nothing was done: there is no coordination layer';
  let because = '';
  const recorded = await runLoopCommand(wish.command, command_timeout * 1000, context, (refusal) => {
    because = `: ${refusal}`;
  });
  if (!recorded) return `nothing was run: the harness refused this command${because}`;
  const { execution } = recorded;
  const [stdout, stderr] = [readLog(execution.stdout, context.run), readLog(execution.stderr, context.run)];
  const output = formatCommandOutput(execution, { stdout, stderr }, output_chars);
  const notice = context.supervisor.trees.takeNotice();
  return notice === undefined ? output : `${output}\n\n${notice}`;
}

/** Writes a command as an operation of the coordination layer. */
const toRunCommand = (command: string, timeout_sec: number) => ({
  operation: 'run_command' as const,
  arguments: { command, timeout_ms: Math.ceil(timeout_sec * 1000) },
});

/** Chooses the dialect: the configured one, else the first that the upstream understands. */
const chooseDialect = (spoken: readonly DialectName[], set: DialectName | undefined): DialectName =>
  set ?? spoken[0] ?? 'chat';

/** Maximum bytes of a script, so that it fits into one argument (128 KiB) with the program's others. */
const MAX_SCRIPT_BYTES = 120_000;

/**
 * Runs a command of the model. While writes are suspended it runs read-only; a cycle of the contract's tests restores
 * them.
 *
 * @param on_refusal receives the reason of a refusal
 */
async function runLoopCommand(
  command: string,
  timeout_ms: number,
  context: AgentContext,
  on_refusal?: (because: string) => void,
): Promise<RecordedExecution | undefined> {
  const { supervisor } = context;
  const suspended = supervisor.writes_suspended;
  const recorded = await runToolCall(context, {
    run: command,
    prelude: createBashPrelude(command),
    tool: 'bash',
    arguments: { command },
    timeout_ms,
    state: true,
    on_refusal,
    session: suspended ? await context.openReadOnlySession() : undefined,
  });
  if (suspended && recorded?.cycle) supervisor.restoreWrites();
  return recorded;
}

/**
 * Creates shell lines that run a command in bash, for which models write. The plain shell runs it if there is no bash,
 * or the command is too long to stand in a script twice.
 */
function createBashPrelude(command: string): string | undefined {
  const prelude = `command -v bash >/dev/null && exec bash -c '${command.replaceAll("'", `'\\''`)}'\n`;
  return Buffer.byteLength(prelude + command) > MAX_SCRIPT_BYTES ? undefined : prelude;
}

/**
 * Performs an operation of the coordination layer for the model.
 *
 * @param seat agent of the contract that it acts as
 * @param limit characters of the result that the model is shown
 */
async function performLoopOperation(
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
