import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { decodeEscapes } from '../lexer/read_literal.js';
import { type CodeInput, createWordValue, getInputText } from '../model/code_input.js';
import { type CodeValue, createAlternatives, createText, getTexts, joinValues } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

const WORD = /"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z_]\w*)|(>>|\|&|&&|\|\||==|!=|>=|<=|[^\s"\w])|(\d[\w.]*)|(\n)/gy;
const PATTERN = /\/(?:[^/\\\n]|\\.){0,300}\//y;

/** Maximum number of fields of a line that are distinguished. */
const MOST_FIELDS = 9;

type AwkToken = { kind: 'text' | 'name' | 'mark' | 'end'; text: string };

/** Reads what an awk program would do: `system(…)`, `print > file`, `print | command`, `command | getline`. */
export function readAwk(code: string, collector: InvocationCollector): void {
  const tokens = tokenizeAwk(code);
  const variables = bindAwkVariables(collector.input);
  const printing = { at: -1 };
  for (let at = 0; at < tokens.length && collector.step(); at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    if (token.kind === 'name' && next?.text === '=' && next.kind === 'mark')
      variables.set(token.text, evaluateForwards(tokens, at + 2, variables));
    if (token.kind === 'name' && (token.text === 'print' || token.text === 'printf')) {
      printing.at = at;
      collector.recordPrint([evaluateForwards(tokens, at + 1, variables)]);
    } else if (token.kind === 'end' || token.text === ';' || token.text === '}' || token.text === '{') printing.at = -1;
    else if (token.kind === 'name' && token.text === 'system' && next?.text === '(')
      collector.runShellLine(evaluateForwards(tokens, at + 2, variables));
    else if (token.kind === 'mark' && printing.at >= 0 && (token.text === '>' || token.text === '>>'))
      collector.recordWrite(evaluateForwards(tokens, at + 1, variables), undefined, token.text === '>>');
    else if (token.kind === 'mark' && (token.text === '|' || token.text === '|&')) {
      if (printing.at >= 0) {
        const reader = evaluateForwards(tokens, at + 1, variables);
        collector.runShellLine(reader);
        // Text that a shell reads is a command.
        if (/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(getTexts(reader)[0]!))
          collector.runShellLine(evaluateForwards(tokens, printing.at + 1, variables));
      } else if (next?.text === 'getline') collector.runShellLine(evaluateBackwards(tokens, at, variables));
    } else if (token.text === 'getline') {
      const read = tokens.slice(at + 1, at + 4).findIndex((each) => each.kind === 'mark' && each.text === '<');
      if (read >= 0) collector.readFile(evaluateForwards(tokens, at + 2 + read, variables));
    }
  }
}

/** Returns the known variables of an awk program: of `-v`, arguments, environment, and fields of its input. */
function bindAwkVariables(given: CodeInput): Map<string, CodeValue> {
  const variables = new Map<string, CodeValue>();
  for (const [name, value] of given.variables) variables.set(name, createText(decodeEscapes(value)));
  for (const [at, word] of given.args.entries()) variables.set(`ARGV[${at + 1}]`, createWordValue(word));
  for (const [name, word] of Object.entries(given.environment))
    variables.set(`ENVIRON[${name}]`, createWordValue(word));
  const input = getInputText(given);
  if (!input) return variables;
  const lines = getTexts(input);
  const { separator } = given;
  variables.set('$0', createAlternatives(lines));
  // A separator that is a pattern is not evaluated.
  const plain = separator === undefined || /^[^\\.*+?[\]^$|()]$/.test(separator);
  const parts = lines.map((line) =>
    separator === undefined || separator === ' ' ? line.trim().split(/\s+/) : line.split(separator),
  );
  for (let field = 1; plain && field <= MOST_FIELDS; field += 1)
    variables.set(`$${field}`, createAlternatives(parts.map((line) => line[field - 1] ?? '')));
  if (plain) variables.set('$NF', createAlternatives(parts.map((line) => line.at(-1) ?? '')));
  variables.set('$', createText(lines.some((line) => !line.includes(UNKNOWN_VALUE)) ? UNREAD_VALUE : UNKNOWN_VALUE));
  return variables;
}

function tokenizeAwk(code: string): AwkToken[] {
  const tokens: AwkToken[] = [];
  for (let at = 0; at < code.length; ) {
    const here = code[at]!;
    if (here === '#') {
      const end = code.indexOf('\n', at);
      at = end < 0 ? code.length : end;
      continue;
    }
    const before = tokens.at(-1);
    if (here === '/' && (!before || before.kind === 'end' || /^[({,;!~&|]/.test(before.text))) {
      PATTERN.lastIndex = at;
      const pattern = PATTERN.exec(code);
      if (pattern) {
        at += pattern[0].length;
        continue;
      }
    }
    WORD.lastIndex = at;
    const match = WORD.exec(code);
    if (!match) {
      at += 1;
      continue;
    }
    at = WORD.lastIndex;
    if (match[1] !== undefined) tokens.push({ kind: 'text', text: decodeEscapes(match[1]) });
    else if (match[2] !== undefined) tokens.push({ kind: 'name', text: match[2] });
    else if (match[5] !== undefined) tokens.push({ kind: 'end', text: '\n' });
    else tokens.push({ kind: 'mark', text: match[3] ?? match[4]! });
  }
  return tokens;
}

/** Concatenates the texts and variables that stand side by side, from a token on. */
function evaluateForwards(
  tokens: readonly AwkToken[],
  from: number,
  variables: ReadonlyMap<string, CodeValue>,
): CodeValue {
  const parts: CodeValue[] = [];
  for (let at = from; at < Math.min(tokens.length, from + 64); at++) {
    const token = tokens[at]!;
    if (token.kind === 'text') parts.push(createText(token.text));
    else if (token.kind === 'name') {
      const index = tokens[at + 1]?.text === '[' && tokens[at + 3]?.text === ']' ? tokens[at + 2]!.text : undefined;
      const name = index === undefined ? token.text : `${token.text}[${index}]`;
      parts.push(variables.get(name) ?? createText(UNKNOWN_VALUE));
      if (index !== undefined) at += 3;
    } else if (token.kind === 'mark' && token.text === '$') {
      parts.push(variables.get(`$${tokens[at + 1]?.text}`) ?? variables.get('$') ?? createText(UNKNOWN_VALUE));
      at += 1;
    } else if (!(token.kind === 'mark' && token.text === '(' && parts.length === 0)) break;
  }
  return parts.length === 0 ? createText(UNKNOWN_VALUE) : joinValues(parts);
}

function evaluateBackwards(
  tokens: readonly AwkToken[],
  to: number,
  variables: ReadonlyMap<string, CodeValue>,
): CodeValue {
  let from = to;
  while (from > 0 && to - from < 64 && (tokens[from - 1]!.kind === 'text' || tokens[from - 1]!.kind === 'name'))
    from -= 1;
  return evaluateForwards(tokens.slice(0, to), from, variables);
}
