import { UNKNOWN_VALUE, UNREAD_VALUE } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { type CodeToken, type CodeTokens, isToken } from '../lexer/code_token.js';
import { isForkBomb } from '../lexer/is_fork_bomb.js';
import { decodeEscapes } from '../lexer/read_literal.js';
import { tokenize } from '../lexer/tokenize.js';
import { type CodeInput, createWordValue, getInputText } from '../model/code_input.js';
import { type CodeValue, create, get } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

const MOST_FIELDS = 9;
const MOST_TOKENS = 64;

/** Reads what an awk program would do: `system(…)`, `print > file`, `print | command`, `command | getline`. */
export function readAwk(code: string, collector: InvocationCollector): void {
  const { tokens } = tokenize(code, vocabulary.awkLexer);
  if (isForkBomb(tokens)) collector.addInvocation('fork-bomb', []);
  const variables = bindAwkVariables(collector.input);
  const evaluate = (start: number) => evaluateForwards(tokens, start, variables);
  let print = -1;
  for (let index = 0; index < tokens.length && collector.step(); index++) {
    const token = tokens[index]!;
    const next = tokens[index + 1];
    if (token.kind === 'name' && isToken(next, '=')) variables.set(token.text, evaluate(index + 2));
    if (isToken(token, 'print', 'printf')) {
      print = index;
      collector.recordPrint([evaluate(index + 1)]);
    } else if (token.kind === 'newline' || isToken(token, ';', '}', '{')) print = -1;
    else if (isToken(token, 'system') && isToken(next, '(')) collector.runShellLine(evaluate(index + 2));
    else if (print >= 0 && isToken(token, '>', '>>'))
      collector.recordWrite(evaluate(index + 1), undefined, isToken(token, '>>'));
    else if (isToken(token, '|', '|&')) {
      if (print >= 0) {
        const reader = evaluate(index + 1);
        collector.runShellLine(reader);
        // Text that a shell reads is a command.
        if (/^(?:\S*\/)?(?:ba|da|z|k)?sh$/.test(get.texts(reader)[0]!)) collector.runShellLine(evaluate(print + 1));
      } else if (isToken(next, 'getline')) {
        const earlier = tokens.slice(Math.max(0, index - MOST_TOKENS), index);
        // The command consists of texts, variables and fields.
        const isOther = (each: CodeToken) => !/^(?:text|name|number)$/.test(each.kind) && !isToken(each, '$');
        const start = earlier.findLastIndex(isOther) + 1;
        collector.runShellLine(evaluateForwards(earlier, start, variables));
      }
    } else if (isToken(token, 'getline')) {
      const source = tokens.slice(index + 1, index + 4).findIndex((each) => isToken(each, '<'));
      if (source >= 0) collector.readFile(evaluate(index + 2 + source));
    }
  }
}

/** Returns the known variables of an awk program: of `-v`, arguments, environment, and fields of its input. */
function bindAwkVariables(provided: CodeInput): Map<string, CodeValue> {
  const variables = new Map<string, CodeValue>();
  const { args, environment, separator = ' ' } = provided;
  for (const [name, value] of provided.variables) variables.set(name, create.text(decodeEscapes(value)));
  for (const [index, word] of args.entries()) variables.set(`ARGV[${index + 1}]`, createWordValue(word));
  for (const [name, word] of Object.entries(environment)) variables.set(`ENVIRON[${name}]`, createWordValue(word));
  const input = getInputText(provided);
  if (!input) return variables;
  const lines = get.texts(input);
  variables.set('$0', create.alternatives(lines));
  // A separator that is a pattern is not evaluated.
  if (/^[^\\.*+?[\]^$|()]$/.test(separator)) {
    const parts = lines.map((line) => (separator === ' ' ? line.trim().split(/\s+/) : line.split(separator)));
    for (let field = 1; field <= MOST_FIELDS; field += 1)
      variables.set(`$${field}`, create.alternatives(parts.map((line) => line[field - 1] ?? '')));
    variables.set('$NF', create.alternatives(parts.map((line) => line.at(-1) ?? '')));
  }
  variables.set('$', create.text(lines.some((line) => !line.includes(UNKNOWN_VALUE)) ? UNREAD_VALUE : UNKNOWN_VALUE));
  return variables;
}

const getSource = (token: CodeToken | undefined): string => {
  if (token?.kind === 'text') return String(token.pieces[0]);
  if (token?.kind === 'number') return String(token.number);
  return token?.kind === 'name' ? token.text : '';
};

/** Concatenates the texts and variables that stand side by side, from a token on. */
function evaluateForwards(tokens: CodeTokens, start: number, variables: ReadonlyMap<string, CodeValue>): CodeValue {
  const parts: CodeValue[] = [];
  for (let index = start; index < Math.min(tokens.length, start + MOST_TOKENS); index++) {
    const token = tokens[index]!;
    if (token.kind === 'text') parts.push(create.text(getSource(token)));
    else if (token.kind === 'name') {
      const indexed = isToken(tokens[index + 1], '[') && isToken(tokens[index + 3], ']');
      const name = indexed ? `${token.text}[${getSource(tokens[index + 2])}]` : token.text;
      parts.push(variables.get(name) ?? create.text(UNKNOWN_VALUE));
      if (indexed) index += 3;
    } else if (isToken(token, '$')) {
      const field = variables.get(`$${getSource(tokens[index + 1])}`);
      parts.push(field ?? variables.get('$') ?? create.text(UNKNOWN_VALUE));
      index += 1;
    } else if (!isToken(token, '(') || parts.length > 0) break;
  }
  return parts.length === 0 ? create.text(UNKNOWN_VALUE) : create.joined(parts);
}
