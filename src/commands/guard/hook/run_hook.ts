import type { GuardRequest } from '../../../guard/guard.js';
import {
  answerHookCall,
  answerOtherTool,
  type JudgedCall,
  MOST_HOOK_BYTES,
  readHookCall,
  refuseHookCall,
} from './answer_hook_call.js';
import { hookFormats } from './clients/hook_formats.js';
import { formatBlock, HookInputError, type HookOutput } from './hook_format.js';
import { hookParts } from './hook_parts.js';
import { type HookArguments, readHookArguments } from './read_hook_arguments.js';
import { findProjectPlaces, readGuardSettings } from './settings/find_guard_settings.js';

/** Facts about the process that a client started. */
export interface HookProcess {
  input: AsyncIterable<Buffer | string>;
  cwd: string;
  /** Reads a variable of the environment. */
  variable(name: string): string | undefined;
  now(): Date;
}

/**
 * Answers the call that a client hands to its hook. Whatever goes wrong refuses the call; this never throws.
 *
 * @param argv arguments of the hook
 */
export async function runHook(argv: readonly string[], caller: HookProcess): Promise<HookOutput> {
  let given: HookArguments;
  try {
    given = readHookArguments(argv);
  } catch (error) {
    return formatBlock(`gatebench guard: ${describeProblem(error)}`);
  }
  try {
    const { output, judgement } = await answerCall(given, caller);
    const failure = judgement && (await logCall(given, caller, judgement));
    return failure === undefined ? output : addStderrLine(output, failure);
  } catch (error) {
    const problem = describeProblem(error);
    const failure = await logCall(given, caller, { decision: 'error', rule: '', request: { text: problem } });
    const output = refuseHookCall(given.client, problem);
    return failure === undefined ? output : addStderrLine(output, failure);
  }
}

async function answerCall({ client, level }: HookArguments, caller: HookProcess): Promise<JudgedCall> {
  const call = readHookCall(client, await readInput(caller.input));
  // Other tools are nobody's business here, whatever the project's file says.
  if (call.requests.length === 0) return { output: answerOtherTool(client) };
  const { project_variable } = hookFormats[client] as { project_variable?: string };
  const named = project_variable && caller.variable(project_variable);
  const home = caller.variable('HOME');
  const project = named || call.project || caller.cwd;
  const places = findProjectPlaces(project, home);
  const folder = call.folder ?? project;
  const context = { settings: await readGuardSettings(places, level), top: places.top, home };
  return answerHookCall(client, { ...call, folder }, context);
}

async function readInput(input: HookProcess['input']): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    length += bytes.length;
    if (length > MOST_HOOK_BYTES) throw new HookInputError(`the input is larger than ${MOST_HOOK_BYTES} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/** Logs a call where a log is wished. @returns what went wrong, which changes no verdict */
async function logCall(
  { client, log }: HookArguments,
  { now }: HookProcess,
  { decision, rule, request }: { decision: string; rule: string; request: GuardRequest },
): Promise<string | undefined> {
  if (log === undefined) return undefined;
  try {
    const { appendLogLine } = await hookParts.log();
    const verdict = decision === 'none' ? 'pass' : decision;
    appendLogLine(log, { time: now(), client, verdict, rule, subject: describeRequest(request) });
    return undefined;
  } catch (error) {
    return `gatebench guard: the log cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'})`;
  }
}

function describeRequest(request: GuardRequest): string {
  if ('command' in request) return request.command;
  return 'write' in request ? `write ${request.write}` : request.text;
}

const addStderrLine = (output: HookOutput, line: string): HookOutput => ({
  ...output,
  stderr: `${output.stderr}${line}\n`,
});

const describeProblem = (error: unknown): string => (error instanceof Error ? error.message : String(error));
