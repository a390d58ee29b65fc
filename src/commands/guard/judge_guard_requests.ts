import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { escapeInvisible } from '../../contract/input/user_error.js';
import { createGuard } from '../../guard/create_guard.js';
import type { Guard, GuardRequest, GuardVerdict, Principal } from '../../guard/guard.js';
import type { GuardRule } from '../../guard/rules/guard_rule.js';
import { formatInertJson } from '../../publish/text/escape_text.js';
import { combineRules, readRulesFile } from '../../run/safety/read_rules_file.js';
import type { ClientStreams } from '../io/command_context.js';

/** Options of `judgeGuardRequests`. */
interface JudgeGuardRequestsOptions extends Pick<Principal, 'trust' | 'level'> {
  /** Files of further rules. */
  rules: readonly string[];
  /** Use one guard for all lines, which remembers written files; else each line is judged by itself. */
  session: boolean;
}

/** Streams and interruption of `judgeGuardRequests`. */
interface GuardStreams extends ClientStreams {
  /** Prints an error about a line that is no question. */
  printError(line: string): void;
  signal: AbortSignal;
}

const guardRequestSchema = z
  .object({
    command: z.string().optional(),
    folder: z.string().optional(),
    workspace: z.string().startsWith('/').optional(),
    text: z.string().optional(),
    write: z.string().min(1).optional(),
    content: z.string().optional(),
  })
  .refine(
    ({ command, text, write }) => [command, text, write].filter((asked) => asked !== undefined).length === 1,
    'needs exactly one of "command", "text" and "write", as a text',
  );

/** Reads the shipped rules and those of the files. @throws {UserError} with file:line:column */
export function readGuardRules(files: readonly string[], cwd: string): readonly GuardRule[] {
  return combineRules(files.map((file) => readRulesFile(file, cwd)));
}

/** Formats one line per rule. */
export const formatGuardRules = (rules: readonly GuardRule[]): string[] =>
  rules.map(({ id, category, severity, trust, explanation }) =>
    escapeInvisible(
      `${id.padEnd(30)} ${category.padEnd(14)} ${severity.padEnd(12)} ` +
        `${trust === undefined ? '   ' : `≥ ${trust}`}  ${explanation}`,
    ),
  );

/**
 * Judges lines of JSON by the guardrails, one line of output for each, in order.
 *
 * @returns 2 if a line could not be read, 130 if interrupted, else 0
 */
export async function judgeGuardRequests(
  options: JudgeGuardRequestsOptions,
  streams: GuardStreams,
  cwd: string,
): Promise<0 | 2 | 130> {
  const rules = readGuardRules(options.rules, cwd);
  const session_guard = options.session ? createGuard(rules) : undefined;
  const { input, output, printError, signal } = streams;
  // A client that closes its end has no further questions.
  const end = new AbortController();
  const stop = () => {
    end.abort();
    input.destroy();
  };
  output.once('close', stop).once('error', stop);
  signal.addEventListener('abort', stop, { once: true });
  let unreadable = false;
  try {
    for await (const line of readInputLines(input)) {
      if (end.signal.aborted) break;
      if ('bytes' in line && line.bytes.toString('latin1').trim() === '') continue;
      const request = parseGuardRequest(line);
      if ('problem' in request) {
        unreadable = true;
        printError(`<stdin>:${line.number}:${request.column}  ${escapeInvisible(request.problem)}`);
      }
      const answer =
        'problem' in request
          ? createUnreadableVerdict(request.problem)
          : judgeGuardRequest(session_guard ?? createGuard(rules), request, options);
      if (!output.write(`${formatInertJson(answer)}\n`)) await once(output, 'drain', { signal: end.signal });
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
  }
  if (signal.aborted) return 130;
  return unreadable ? 2 : 0;
}

/** Question with the workspace of who asks. */
type WorkspaceRequest = GuardRequest & { workspace?: string };

/** Folders of the system and of all homes, and those of the usual workspace: paths in them name no other workspace. */
const NO_WORKSPACE = [
  /^\/(?:work|etc|usr|bin|sbin|lib\w*|boot|dev|proc|sys|var|run|snap|nix|Library|System|Applications|private)(?:\/|$)/,
  /^\/[^/]*\/?$|\/\.\.(?:\/|$)/,
  /^\/(?:root|(?:home|Users)\/[^/]*)(?:\/(?:\..*|Documents|Desktop|Downloads|Pictures|Music|Videos|Library.*)?)?\/?$/,
];

function judgeGuardRequest(guard: Guard, { workspace, ...question }: WorkspaceRequest, { trust, level }: Principal) {
  // A project of a person lies anywhere.
  const folder = 'folder' in question && question.folder?.startsWith('/') ? question.folder : '/';
  const place = workspace ?? (NO_WORKSPACE.some((form) => form.test(folder)) ? undefined : folder);
  const answer = guard.judge(question, { trust, ...omitUndefined({ level, workspace: place }) });
  return toVerdictLine(answer);
}

/** Returns the verdict of a line, always with the same keys in the same order. */
function toVerdictLine(answer: GuardVerdict) {
  const denied = answer.verdict === 'deny' ? answer : undefined;
  return {
    verdict: answer.verdict,
    rule: denied?.rule ?? null,
    code: denied?.code ?? null,
    reason: denied?.reason ?? null,
    format: answer.format,
    category: denied?.category ?? null,
    severity: denied?.severity ?? null,
  };
}

/** Creates the verdict of an unreadable line, which is denied. */
const createUnreadableVerdict = (problem: string) =>
  toVerdictLine({
    verdict: 'deny',
    rule: 'unreadable-input',
    code: 'destructive_operation_blocked',
    reason: `This line is no question: ${problem}`,
    format: 'code',
    category: 'unreadable',
    severity: 'severe',
  });

/** Parses a line. @returns the problem and its column if the line is no question */
function parseGuardRequest(line: InputLine): WorkspaceRequest | { problem: string; column: number } {
  if ('problem' in line) return { problem: line.problem, column: 1 };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line.bytes);
  } catch {
    return { problem: 'is not UTF-8', column: 1 };
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : 0);
    return { problem: `is not JSON: ${message.slice(0, 200)}`, column: Number(position) + 1 };
  }
  const parsed = guardRequestSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = issue!.path.join('.');
    return { problem: name ? `${name}: ${issue!.message}` : issue!.message, column: 1 };
  }
  const { command, folder, workspace, write, content, text: plan } = parsed.data;
  if (command !== undefined) return { command, ...omitUndefined({ folder, workspace }) };
  if (write !== undefined) return { write, ...omitUndefined({ content, workspace }) };
  return { text: plan! };
}

/** Maximum length of a line, in bytes. Longer lines are not kept in memory. */
const MAX_INPUT_LINE_BYTES = 4 * 1024 * 1024;

/** Line of input without its end. */
type InputLine = { number: number; bytes: Buffer } | { number: number; problem: string };

const NEWLINE = 0x0a;

/** Reads the lines of a stream on demand. */
async function* readInputLines(input: Readable): AsyncGenerator<InputLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const line = (): InputLine =>
    length > MAX_INPUT_LINE_BYTES
      ? { number, problem: `is longer than ${MAX_INPUT_LINE_BYTES} bytes` }
      : { number, bytes: Buffer.concat(parts) };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= MAX_INPUT_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  for await (const chunk of input) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      keep(rest.subarray(0, end));
      yield line();
      number += 1;
      parts = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    keep(rest);
  }
  if (length > 0) yield line();
}
