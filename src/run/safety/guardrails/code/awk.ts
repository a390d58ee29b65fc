import { UNKNOWN, UNREAD } from '../deed.js';
import type { Effects } from './effects.js';
import { decodeEscapes } from './escapes.js';
import { type GivenToCode, inputIn, wordValue } from './given.js';
import { alternatives, joined, text, texts, type Value } from './value.js';

const WORD = /"((?:[^"\\]|\\[\s\S])*)"|([A-Za-z_]\w*)|(>>|\|&|&&|\|\||==|!=|>=|<=|[^\s"\w])|(\d[\w.]*)|(\n)/gy;
const PATTERN = /\/(?:[^/\\\n]|\\.){0,300}\//y;

/** So many fields of a line are told apart. */
const MOST_FIELDS = 9;

type AwkToken = { kind: 'text' | 'name' | 'mark' | 'end'; text: string };

/** What an awk program would do: `system(…)`, `print > file`, `print | command`, `command | getline`, `getline < file`. */
export function readAwk(code: string, effects: Effects): void {
  const tokens = words(code);
  const variables = boundVariables(effects.given);
  const printing = { at: -1 };
  for (let at = 0; at < tokens.length && effects.step(); at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    if (token.kind === 'name' && next?.text === '=' && next.kind === 'mark')
      variables.set(token.text, valueAt(tokens, at + 2, variables));
    if (token.kind === 'name' && (token.text === 'print' || token.text === 'printf')) {
      printing.at = at;
      effects.prints([valueAt(tokens, at + 1, variables)]);
    } else if (token.kind === 'end' || token.text === ';' || token.text === '}' || token.text === '{') printing.at = -1;
    else if (token.kind === 'name' && token.text === 'system' && next?.text === '(')
      effects.shell(valueAt(tokens, at + 2, variables));
    else if (token.kind === 'mark' && printing.at >= 0 && (token.text === '>' || token.text === '>>'))
      effects.writes(valueAt(tokens, at + 1, variables), undefined, token.text === '>>');
    else if (token.kind === 'mark' && (token.text === '|' || token.text === '|&')) {
      if (printing.at >= 0) {
        const reader = valueAt(tokens, at + 1, variables);
        effects.shell(reader);
        // What a shell is given is a command.
        if (/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(texts(reader)[0]!))
          effects.shell(valueAt(tokens, printing.at + 1, variables));
      } else if (next?.text === 'getline') effects.shell(valueBefore(tokens, at, variables));
    } else if (token.text === 'getline') {
      const read = tokens.slice(at + 1, at + 4).findIndex((each) => each.kind === 'mark' && each.text === '<');
      if (read >= 0) effects.reads(valueAt(tokens, at + 2 + read, variables));
    }
  }
}

/** What an awk program finds in its variables: those of `-v`, its arguments and environment, the fields of what it reads. */
function boundVariables(given: GivenToCode): Map<string, Value> {
  const variables = new Map<string, Value>();
  for (const [name, value] of given.variables) variables.set(name, text(decodeEscapes(value)));
  for (const [at, word] of given.args.entries()) variables.set(`ARGV[${at + 1}]`, wordValue(word));
  for (const [name, word] of Object.entries(given.environment)) variables.set(`ENVIRON[${name}]`, wordValue(word));
  const input = inputIn(given);
  if (!input) return variables;
  const lines = texts(input);
  const { separator } = given;
  variables.set('$0', alternatives(lines));
  // A separator that is a pattern is not evaluated.
  const plain = separator === undefined || /^[^\\.*+?[\]^$|()]$/.test(separator);
  const parts = lines.map((line) =>
    separator === undefined || separator === ' ' ? line.trim().split(/\s+/) : line.split(separator),
  );
  for (let field = 1; plain && field <= MOST_FIELDS; field += 1)
    variables.set(`$${field}`, alternatives(parts.map((line) => line[field - 1] ?? '')));
  if (plain) variables.set('$NF', alternatives(parts.map((line) => line.at(-1) ?? '')));
  variables.set('$', text(lines.some((line) => !line.includes(UNKNOWN)) ? UNREAD : UNKNOWN));
  return variables;
}

function words(code: string): AwkToken[] {
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

/** Texts and variables side by side are put together. */
function valueAt(tokens: readonly AwkToken[], from: number, variables: ReadonlyMap<string, Value>): Value {
  const parts: Value[] = [];
  for (let at = from; at < Math.min(tokens.length, from + 64); at++) {
    const token = tokens[at]!;
    if (token.kind === 'text') parts.push(text(token.text));
    else if (token.kind === 'name') {
      const index = tokens[at + 1]?.text === '[' && tokens[at + 3]?.text === ']' ? tokens[at + 2]!.text : undefined;
      const name = index === undefined ? token.text : `${token.text}[${index}]`;
      parts.push(variables.get(name) ?? text(UNKNOWN));
      if (index !== undefined) at += 3;
    } else if (token.kind === 'mark' && token.text === '$') {
      parts.push(variables.get(`$${tokens[at + 1]?.text}`) ?? variables.get('$') ?? text(UNKNOWN));
      at += 1;
    } else if (!(token.kind === 'mark' && token.text === '(' && parts.length === 0)) break;
  }
  return parts.length === 0 ? text(UNKNOWN) : joined(parts);
}

function valueBefore(tokens: readonly AwkToken[], to: number, variables: ReadonlyMap<string, Value>): Value {
  let from = to;
  while (from > 0 && to - from < 64 && (tokens[from - 1]!.kind === 'text' || tokens[from - 1]!.kind === 'name'))
    from -= 1;
  return valueAt(tokens.slice(0, to), from, variables);
}
