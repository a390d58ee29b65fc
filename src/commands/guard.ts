import { once } from 'node:events';
import { TextDecoder } from 'node:util';
import { z } from 'zod';
import { jsonText, visible } from '../publish/report/escape.js';
import { readRulesFile, rulesOf } from '../run/contracts/read_rules.js';
import type { Answer, Guard, Question } from '../run/safety/guardrails/guard.js';
import { openGuard } from '../run/safety/guardrails/open_guard.js';
import type { Rule } from '../run/safety/guardrails/rule.js';
import { type Line, linesOf } from './guard_lines.js';
import type { ClientStreams } from './mcp.js';

export interface GuardOrder {
  /** Trust level of who asks, 0–4. */
  trust: number;
  /** Files of further rules. */
  rules: readonly string[];
  /** One guard for all lines, which remembers what was written; else each line is judged by itself. */
  session: boolean;
}

export interface GuardStreams extends ClientStreams {
  /** Told of lines that are no questions. */
  complain(line: string): void;
  signal: AbortSignal;
}

const questionSchema = z
  .object({
    command: z.string().optional(),
    folder: z.string().optional(),
    text: z.string().optional(),
    write: z.string().min(1).optional(),
    content: z.string().optional(),
  })
  .refine(
    ({ command, text, write }) => [command, text, write].filter((asked) => asked !== undefined).length === 1,
    'needs exactly one of "command", "text" and "write", as a text',
  );

/** Rules that come with gatebench, and those of the files. @throws {UserError} with file:line:column */
export function guardRules(files: readonly string[], cwd: string): readonly Rule[] {
  return rulesOf(files.map((file) => readRulesFile(file, cwd)));
}

/** One line per rule, for people. */
export const listedRules = (rules: readonly Rule[]): string[] =>
  rules.map(({ id, category, severity, trust, explanation }) =>
    visible(
      `${id.padEnd(30)} ${category.padEnd(14)} ${severity.padEnd(12)} ${trust === undefined ? '   ' : `≥ ${trust}`}  ${explanation}`,
    ),
  );

/** Answers each line of JSON with one line, in order (design §13). Exit code 0, 2 when a line was no question. */
export async function guard(order: GuardOrder, streams: GuardStreams, cwd: string): Promise<0 | 2 | 130> {
  const rules = guardRules(order.rules, cwd);
  const kept = order.session ? openGuard(rules) : undefined;
  const { input, output, complain, signal } = streams;
  // Who no longer reads the answers has no further questions.
  const end = new AbortController();
  const stop = () => {
    end.abort();
    input.destroy();
  };
  output.once('close', stop).once('error', stop);
  signal.addEventListener('abort', stop, { once: true });
  let unreadable = false;
  try {
    for await (const line of linesOf(input)) {
      if (end.signal.aborted) break;
      if ('bytes' in line && line.bytes.toString('latin1').trim() === '') continue;
      const asked = questionOf(line);
      if ('problem' in asked) {
        unreadable = true;
        complain(`<stdin>:${line.number}:${asked.column}  ${visible(asked.problem)}`);
      }
      const answer =
        'problem' in asked ? notAsked(asked.problem) : answered(kept ?? openGuard(rules), asked, order.trust);
      if (!output.write(`${jsonText(answer)}\n`)) await once(output, 'drain', { signal: end.signal });
    }
  } catch (error) {
    if (!end.signal.aborted) throw error;
  }
  if (signal.aborted) return 130;
  return unreadable ? 2 : 0;
}

function answered(guard: Guard, question: Question, trust: number) {
  const answer = guard.judge(question, { trust });
  return answerLine(answer);
}

/** Always the same keys in the same order. */
function answerLine(answer: Answer) {
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

/** What cannot be read is not allowed. */
const notAsked = (problem: string) =>
  answerLine({
    verdict: 'deny',
    rule: 'unreadable-input',
    code: 'destructive_operation_blocked',
    reason: `This line is no question: ${problem}`,
    format: 'code',
    category: 'unreadable',
    severity: 'severe',
  });

/** A line as a question, or what is wrong with it and from which column on. */
function questionOf(line: Line): Question | { problem: string; column: number } {
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
    const at = /position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : 0);
    return { problem: `is not JSON: ${message.slice(0, 200)}`, column: Number(at) + 1 };
  }
  const parsed = questionSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = issue!.path.join('.');
    return { problem: name ? `${name}: ${issue!.message}` : issue!.message, column: 1 };
  }
  const { command, folder, write, content, text: plan } = parsed.data;
  if (command !== undefined) return { command, ...(folder !== undefined && { folder }) };
  if (write !== undefined) return { write, ...(content !== undefined && { content }) };
  return { text: plan! };
}
