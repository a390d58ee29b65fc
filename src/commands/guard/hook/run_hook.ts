import { isAbsolute, join } from 'node:path';
import { UserError } from '../../../contract/input/user_error.js';
import { endInTime } from '../../../guard/end_in_time.js';
import { type GuardRequest, guardLevels } from '../../../guard/guard.js';
import {
  answerHookCall,
  answerOtherTool,
  type JudgedCall,
  MOST_HOOK_BYTES,
  readHookCall,
  refuseHookCall,
} from './answer_hook_call.js';
import { type HookClient, hookClients, hookFormats, isHookClient } from './clients/hook_formats.js';
import { formatBlock, type HookOutput } from './format/hook_format.js';
import { HookInputError } from './format/hook_input.js';
import { hookParts } from './parts/hook_parts.js';
import type { GuardLevel } from './settings/guard_settings.js';
import { findProjectPlaces, readGuardSettings } from './settings/read_guard_settings.js';

/** Facts about the process that a client started. */
export interface HookProcess {
  input: AsyncIterable<Buffer | string>;
  cwd: string;
  /** Reads a variable of the environment. */
  variable(name: string): string | undefined;
  now(): Date;
  /** Time after which a call that is not judged is refused, in milliseconds; default 5000. */
  patience_ms?: number;
  /** Folders of the program itself. */
  program_folders?: readonly string[];
}

/**
 * Answers the call that a client hands to its hook. Whatever goes wrong refuses the call; this never throws.
 *
 * @param argv arguments of the hook
 */
export async function runHook(argv: readonly string[], caller: HookProcess): Promise<HookOutput> {
  let options: HookArguments;
  try {
    options = readHookArguments(argv);
  } catch (error) {
    const client = argv.find((_, index) => argv[index - 1] === '--hook');
    const message = `gatebench guard: ${describeProblem(error)}`;
    return isHookClient(client) ? hookFormats[client].formatRefusal(message) : formatBlock(message);
  }
  try {
    const { output, judgement } = await answerCall(options, caller);
    const failure = judgement && (await logCall(options, caller, judgement));
    return failure === undefined ? output : addStderrLine(output, failure);
  } catch (error) {
    const problem = describeProblem(error);
    const failure = await logCall(options, caller, { decision: 'error', rule: '', request: { text: problem } });
    const output = refuseHookCall(options.client, problem);
    return failure === undefined ? output : addStderrLine(output, failure);
  }
}

async function answerCall({ client, level, trusted }: HookArguments, caller: HookProcess): Promise<JudgedCall> {
  const call = readHookCall(client, await readInput(caller.input));
  // Other tools are nobody's business here, whatever the project's file says.
  if (call.requests.length === 0) return { output: answerOtherTool(client) };
  const { project_variable } = hookFormats[client] as { project_variable?: string };
  const home = caller.variable('HOME');
  const project = (project_variable && caller.variable(project_variable)) || call.project || caller.cwd;
  const places = findProjectPlaces(project, home);
  const folder = call.folder ?? project;
  const context = {
    settings: await readGuardSettings(places, { level, trusted }),
    top: places.top,
    home,
    ...listOwnFiles(caller, home),
  };
  // Most clients let a call pass that nobody answers within 10 s.
  return endInTime(() => answerHookCall(client, { ...call, folder }, context), caller.patience_ms);
}

/** Lists the files and folders that are the client's settings or the guard itself, by the variables that name them. */
function listOwnFiles({ variable, program_folders = [] }: HookProcess, home: string | undefined) {
  const names = ['CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME'];
  const variables = new Map(names.map((name) => [name, variable(name) ?? '']));
  const inFolder = (name: string, ...paths: string[]) => {
    const folder = variables.get(name);
    return folder === undefined || !isAbsolute(folder) ? [] : paths.map((path) => join(folder, path));
  };
  const own_files = [
    ...program_folders,
    ...inFolder('CLAUDE_CONFIG_DIR', 'settings.json', 'settings.local.json'),
    ...inFolder('CODEX_HOME', 'hooks.json', 'config.toml'),
    ...inFolder('XDG_CONFIG_HOME', 'opencode/plugins/gatebench-guard.js'),
    // Compiled code is run as it is.
    ...inFolder('XDG_CACHE_HOME', 'gatebench-code'),
    ...(home === undefined ? [] : [join(home, '.cache/gatebench-code')]),
  ];
  return { own_files, variables };
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

/** Arguments of the hook. */
interface HookArguments {
  client: HookClient;
  level: GuardLevel | undefined;
  /** True if the project's own file may allow rules. */
  trusted: boolean;
  /** File to which judged calls are logged. */
  log: string | undefined;
}

/** Option by which a person lets the project's file allow what the guard would refuse. */
const TRUST_FLAG = '--project-settings';
const OPTIONS = ['--hook', '--level', '--log'];

/** Reads `--hook CLIENT` and the options of hooks, in any order. @throws {UserError} for anything else */
function readHookArguments(argv: readonly string[]): HookArguments {
  const values = new Map<string, string>();
  const words = argv.values();
  for (const word of words) {
    if (word === TRUST_FLAG) {
      values.set(word, word);
      continue;
    }
    const [flag, attachment] = splitOption(word);
    if (!OPTIONS.includes(flag)) throw new UserError(`unknown argument "${word}" beside --hook`);
    const value = attachment ?? words.next().value;
    if (value === undefined || value === '') throw new UserError(`${flag} has no value`);
    values.set(flag, value);
  }
  const client = values.get('--hook');
  if (!isHookClient(client)) throw new UserError(`--hook must be one of ${hookClients.join(', ')}`);
  const level_name = values.get('--level');
  const level = guardLevels.find((name) => name === level_name);
  if (level_name !== undefined && level === undefined)
    throw new UserError(`--level must be one of ${guardLevels.join(', ')}`);
  return { client, level, trusted: values.has(TRUST_FLAG), log: values.get('--log') };
}

function splitOption(argument: string): [string, string | undefined] {
  const end = argument.startsWith('--') ? argument.indexOf('=') : -1;
  return end === -1 ? [argument, undefined] : [argument.slice(0, end), argument.slice(end + 1)];
}
