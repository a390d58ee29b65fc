import { codeWords } from '../../vocabulary/vocabulary.js';
import { type CodeToken, findClosing, findIndentEnd, findToken, isToken } from '../lexer/code_token.js';
import { applyOperator } from '../model/apply_operator.js';
import { type CodeValue, create, get, is, unknownValue } from '../model/code_value.js';
import { assignValue, findAssignment, mergeElements } from './assign_value.js';
import { defineFunction, readFunction, readParameterList } from './define_function.js';
import { evaluateArgumentList } from './evaluate_arguments.js';
import { endImitations, enterImitation, isUnconditional } from './imitate.js';
import { findBranchEnd, interpretConstantBranch } from './interpret_constant_branch.js';
import type { InterpreterState } from './interpreter_state.js';

/** Maximum number of tokens before the list of a loop. */
const MAX_LOOP_HEAD = 24;

/** Interprets statement after statement, and skips those that it does not know. Returns the value of the last one. */
export function interpretStatements(state: InterpreterState): CodeValue {
  let last: CodeValue = unknownValue;
  while (state.at < state.end && state.collector.step()) {
    const previous = state.at;
    const token = state.tokens[previous]!;
    // `const a = b, { c } = d`
    const isPattern = isToken(state.tokens[findClosing(state.tokens, previous) + 1], '=');
    if (token.kind === 'newline' || (isToken(token, ...codeWords.ending_signs) && !isPattern)) state.at += 1;
    else last = interpretStatement(state, token) ?? last;
    if (state.at === previous) state.at += 1;
  }
  return last;
}

function interpretStatement(state: InterpreterState, token: CodeToken): CodeValue | undefined {
  if (isToken(token, '@') && state.language.blocks === 'indent') return interpretDecorators(state);
  const word = token.kind === 'name' ? token.text : '';
  const { language } = state;
  if (language.function_keywords.includes(word) && interpretDefinition(state)) return undefined;
  const mayImport = language.blocks === 'indent' || language.member_operators.includes('?.');
  const isExpression = /^(?:import|from)$/.test(word) && (!mayImport || isToken(state.tokens[state.at + 1], '('));
  if (isExit(state)) return interpretExit(state);
  const reader = Object.hasOwn(STATEMENTS, word) && !isExpression ? STATEMENTS[word] : undefined;
  if (!reader && !codeWords.skipped.has(word))
    return interpretPostfixLoop(state) ?? interpretExpressionStatement(state);
  state.at += 1;
  reader?.(state);
  return undefined;
}

/** Interprets `STATEMENT for LIST;` of Perl; undefined for a statement without a loop behind it. */
function interpretPostfixLoop(state: InterpreterState): CodeValue | undefined {
  const { tokens, language, at: start } = state;
  if (!language.bare_calls || language.blocks !== 'braces') return undefined;
  const loop = findToken(tokens, start, state.end, [';', '{', '}', 'for', 'foreach'], false);
  if (loop === start || loop >= state.end || !isToken(tokens[loop], 'for', 'foreach')) return undefined;
  state.at = loop + 1;
  const value = state.evaluate();
  state.scope.set('$_', mergeElements(value.kind === 'list' ? value : create.list([value])));
  state.nest(start, loop).interpret();
  return unknownValue;
}

/** Returns true if the code calls `sys.exit()` or `process.exit()`, which it does not replace. */
const isExit = ({ tokens, at: start, collector }: InterpreterState): boolean =>
  isToken(tokens[start], ...codeWords.exit_owners) &&
  isToken(tokens[start + 2], 'exit') &&
  isToken(tokens[start + 3], '(') &&
  /^(?:python|javascript)$/.test(collector.source) &&
  !collector.input.printsLast &&
  !collector.signs.has('survives-exit');

function interpretExit(state: InterpreterState): undefined {
  const isLast = endsBody(state.with({ at: state.at + 1 }));
  interpretExpressionStatement(state);
  if (isLast && (!state.token || state.token.kind === 'newline' || isToken(state.token, ';'))) state.at = state.end;
}

/** Returns true if nothing runs behind the `return` or exit that is read, and nothing there is used before. */
function endsBody(state: InterpreterState): boolean {
  const { tokens, at: start, end, body } = state;
  const previous = tokens[start - 2];
  if (previous && previous.kind !== 'newline' && !isToken(previous, ';', '{', '}')) return false;
  const isUsed = tokens.slice(start, end).some((token) => isToken(token, ...codeWords.defining, '=>'));
  return end === body?.to && !isUsed && !state.collector.signs.has('leaves-order') && isUnconditional(state);
}

/** Readers of statements behind their keywords. */
const STATEMENTS: Readonly<Record<string, (state: InterpreterState) => void>> = {
  return: (state) => {
    const isLast = state.body?.caller !== undefined && endsBody(state);
    if (state.tokens[state.at]?.kind !== 'newline') state.returnValues.push(interpretExpressionStatement(state));
    const { token } = state;
    // What is left of the statement may run something.
    const isWhole = token?.kind === 'newline' ? state.language.blocks === 'indent' : !token || isToken(token, ';', '}');
    state.hasReturned = isLast && isWhole;
    if (state.hasReturned) state.at = state.end;
  },
  // What a generator yields is an element of what it returns.
  yield: (state) => {
    const isWhole = state.take('from', '*');
    const value = interpretExpressionStatement(state);
    state.returnValues.push(isWhole ? value : create.list([value]));
  },
  echo: (state) => state.collector.recordPrint(evaluateArgumentList(state, true).args, '', ''),
  import: interpretImport,
  from: interpretImport,
  if: interpretConstantBranch,
  for: interpretLoop,
  foreach: interpretLoop,
  with: interpretContext,
  del: (state) => {
    const [name, open, key] = state.tokens.slice(state.at, state.at + 3);
    const owner = name?.kind === 'name' ? state.lookUp(name.text) : unknownValue;
    if (is.made(owner, 'store') && isToken(open, '[') && key?.kind === 'name') state.call(create.name('clear', owner));
  },
  ...Object.fromEntries([...codeWords.class_keywords].map((word) => [word, interpretClass])),
};

function interpretExpressionStatement(state: InterpreterState): CodeValue {
  const targets: [from: number, to: number, sign: string][] = [];
  const several = state.language.blocks !== 'braces';
  for (let sign = findAssignment(state, several); sign !== undefined; sign = findAssignment(state, false)) {
    targets.push([state.at, sign, (state.tokens[sign] as { text: string }).text]);
    state.at = sign + 1;
  }
  // `a, b` without brackets is a list.
  const items = several ? evaluateArgumentList(state, true).args : [state.evaluate()];
  let value = items.length === 1 ? items[0]! : create.list(items);
  const [first, name] = targets.length === 1 ? targets.flatMap(([start]) => state.tokens.slice(start)) : [];
  // A function that is the value of a constant alone has its name.
  if (value.kind === 'function' && isToken(first, 'const') && name?.kind === 'name')
    value.definition.name ??= name.text;
  for (const [start, end, sign] of targets.reverse()) {
    if (sign === '+=' || sign === '.=') {
      const first = state.tokens[start];
      const previous = first?.kind === 'name' ? state.lookUp(first.text) : unknownValue;
      value = applyOperator('+', previous, value, true);
    }
    // `name ||= …` changes nothing that is there.
    const previous = /^(?:\|\||\/\/|\?\?)=$/.test(sign) ? state.nest(start, end).evaluate() : unknownValue;
    if (previous.kind === 'text' && is.known(previous)) value = previous;
    // `name: type = …`
    assignValue(state, start, findToken(state.tokens, start, end, [':'], false), value);
  }
  return value;
}

/** Interprets `with a as b, c:` and what stands below it, in which the imitations of its managers hold. */
function interpretContext(state: InterpreterState): void {
  const { tokens, collector } = state;
  const colon = findToken(tokens, state.at, state.end, [':']);
  if (state.language.blocks !== 'indent' || !isToken(tokens[colon], ':')) return;
  const head = state.at - 1;
  const isRound = findClosing(tokens, state.at) === colon - 1 && isToken(tokens[state.at], '(');
  const items = state.nest(isRound ? state.at + 1 : state.at, isRound ? colon - 1 : colon);
  const { imitations } = collector;
  while (items.at < items.end && collector.step()) {
    const value = enterImitation(items, items.evaluate());
    const name = findToken(tokens, items.at, items.end, [',']);
    if (isToken(tokens[items.at], 'as')) assignValue(items, items.at + 1, name, value);
    items.at = name + 1;
  }
  state.at = colon + 1;
  if (collector.imitations === imitations) return;
  const end = findIndentEnd(tokens, head, colon, state.end);
  state.nest(state.at, end).interpret();
  state.at = end;
  endImitations(state, imitations);
}

/** Interprets `@decorator` lines, and the function below them, during which their imitations hold. */
function interpretDecorators(state: InterpreterState): undefined {
  const { tokens } = state;
  const values: CodeValue[] = [];
  while (state.take('@') && state.collector.step()) {
    values.unshift(state.evaluate());
    while (tokens[state.at]?.kind === 'newline' && state.at < state.end) state.at += 1;
  }
  state.take('async');
  if (isToken(tokens[state.at], 'def')) interpretDefinition(state, values);
}

/** Interprets `def name(…):` and `def name(…) … end`, and a function in braces, an expression, up to its end. */
function interpretDefinition(state: InterpreterState, decorators: readonly CodeValue[] = []): boolean {
  const { tokens } = state;
  if (tokens[state.at + 1]?.kind !== 'name') return false;
  if (state.language.blocks === 'braces') {
    let open = findToken(tokens, state.at, state.end, ['{', ';'], false);
    const behind = findClosing(tokens, open) + 1;
    const isType = isToken(tokens[open], '{') && isToken(tokens[open - 1], ':');
    if (isType && isToken(tokens[behind], '{')) open = behind;
    else if (isType) state.at = behind;
    if (isType && open !== behind) return true;
    if (!isToken(tokens[open], '{')) return false;
    const end = findClosing(tokens, open, state.end) + 1;
    state.nest(state.at, end).evaluate();
    state.at = end;
    return true;
  }
  let index = state.at + 2;
  // `def self.name`
  if (isToken(tokens[index], '.') && tokens[index + 1]?.kind === 'name') index += 2;
  const title = (tokens[index - 1] as { text: string }).text;
  const [parameters, start] = readParameterList(tokens, index, state.end);
  const expression = isToken(tokens[start], '=');
  const end = expression ? findToken(tokens, start, state.end, [';']) : findBranchEnd(state, state.at, start);
  const first = expression ? start + 1 : start;
  const later = isToken(tokens[state.at - 1], 'async');
  const isGenerator = decorators.length > 0 && tokens.slice(first, end).some((token) => isToken(token, 'yield'));
  const mocks = isGenerator ? [] : decorators;
  const definition = defineFunction(state, { parameters, from: first, to: end, expression, name: title, later, mocks });
  state.scope.declare(title, definition);
  state.at = end;
  // A decorator of the code gets the function below it.
  for (const decorator of decorators) if (decorator.kind === 'function') state.call(decorator, definition);
  return true;
}

/** Interprets `for x in y`, `foreach (y as k => x)`, `for my $x (y)`. The variable may be any element. */
function interpretLoop(state: InterpreterState): void {
  state.take('await');
  const parts = findLoopParts(state);
  if (!parts) return;
  const [source, target, end] = parts;
  state.at = source;
  const value = state.evaluate();
  const merged = mergeElements(state.language.bare_calls && value.kind === 'text' ? create.list([value]) : value);
  const items = target < end && value.kind === 'list' && is.uneven(value.items) ? value.items : [merged];
  const start = state.language.blocks === 'indent' ? state.at : state.at + 1;
  for (const item of items) {
    // Perl without a loop variable: `for (list) { … $_ … }`.
    if (target === end) state.scope.set('$_', item);
    else assignValue(state, target, end, item);
    // The last time, as the statements behind it.
    if (item !== items.at(-1)) state.nest(start, findBranchEnd(state, target, start)).interpret();
  }
}

/** Returns the indexes of what a loop runs over, and of its variable and the end of it. */
function findLoopParts(state: InterpreterState): [number, number, number] | undefined {
  const { tokens, at: open, end, language } = state;
  const round = isToken(tokens[open], '(');
  const start = round ? open + 1 : open;
  const close = round ? findClosing(tokens, open, end) : end;
  // `for (const { id } of …)`, `for my $x (…) {`
  const signs = ['in', 'of', ';', ...(round ? ['as'] : ['(', '{'])];
  const sign = findToken(tokens, start, Math.min(close, start + MAX_LOOP_HEAD), signs);
  if (isToken(tokens[sign], 'in', 'of')) return [sign + 1, start, sign];
  if (isToken(tokens[sign], 'as')) return [start, isToken(tokens[sign + 2], '=>') ? sign + 3 : sign + 1, close];
  if (!round && isToken(tokens[sign], '(')) return [sign, start, sign];
  return round && language.bare_calls ? [open, open, open] : undefined;
}

const MAX_CLASS = 4000;

/** Declares a class as the function that makes its objects, which is read ahead of the rest. */
function declareConstructor(state: InterpreterState, title: string): void {
  const { tokens, language } = state;
  const name = language.blocks === 'end' ? `${title}.new` : title;
  const rest = tokens.slice(state.at + 1, Math.min(state.end, state.at + MAX_CLASS));
  const place = rest.findIndex((token) => isToken(token, ...codeWords.constructors, 'class'));
  const index = state.at + 1 + place;
  // Objects that answer to any name need no constructor.
  const isDynamic = (token: CodeToken) => isToken(token, '__getattr__', 'method_missing', '__call__');
  if (rest.slice(0, place < 0 ? rest.length : place).some(isDynamic))
    state.scope.declare(name, defineFunction(state, { parameters: [], from: state.at, to: state.at, name: title }));
  if (place < 0 || !isToken(tokens[index + 1], '(')) return;
  const [parameters, start] = readParameterList(tokens, index + 1, state.end);
  const body = language.blocks === 'braces' ? findToken(tokens, start, state.end, ['{'], false) : start;
  const close = findBranchEnd(state, index - 1, body);
  state.scope.declare(name, defineFunction(state, { parameters, from: body, to: close, name: title }));
}

/** Defines the methods of a class in braces as functions that can be called by name. */
function interpretClass(state: InterpreterState): void {
  const title = state.tokens[state.at];
  if (title?.kind === 'name') declareConstructor(state, title.text);
  state.at = findToken(state.tokens, state.at, state.end, ['{', ':', ';']);
  if (!state.language.member_operators.includes('?.') || !isToken(state.tokens[state.at], '{')) return;
  const end = findClosing(state.tokens, state.at, state.end);
  state.at += 1;
  while (state.at < end && state.collector.step()) {
    const token = state.tokens[state.at];
    const round = state.tokens[state.at + 1];
    const method = token?.kind === 'name' && isToken(round, '(') && !codeWords.skipped.has(token.text);
    if (token?.kind === 'name' && isToken(round, '=')) interpretExpressionStatement(state);
    else if (!method || !readFunction(state)) state.at += 1;
  }
}

/** Interprets `import a.b as c`, `from a import b as c`, `import a, { b as c } from 'd'`, `import * as a from 'd'`. */
function interpretImport(state: InterpreterState): void {
  const { tokens, scope } = state;
  const end = findToken(tokens, state.at, state.end, [';']);
  const source = tokens.slice(state.at, end).find(({ kind }) => kind === 'text');
  const module = source?.kind === 'text' ? String(source.pieces[0]).replace(/^node:/, '') : undefined;
  const isFrom = isToken(tokens[state.at - 1], 'from');
  const readPath = (): string => {
    let path = '';
    while (state.at < end && (path === '' || path.endsWith('.') || isToken(tokens[state.at], '.'))) {
      const token = tokens[state.at]!;
      const part = token.kind === 'name' || isToken(token, '.') ? (token as { text: string }).text : '';
      if (['', 'import', 'as', 'from'].includes(part)) break;
      path += part;
      state.at += 1;
    }
    return path;
  };
  let origin = isFrom ? `${readPath()}.` : '';
  for (; state.at < end; state.at++) {
    const isAll = isToken(tokens[state.at], '*');
    if (isToken(tokens[state.at], '{')) origin = `${module}.`;
    if (isAll && module === undefined) {
      scope.set('*', create.alternatives([...get.texts(scope.get('*')), origin.slice(0, -1)]));
      continue;
    }
    if (isAll) state.at += 1;
    const path = readPath();
    if (path === '' && !isAll) continue;
    const whole = origin === '' && module !== undefined ? module : `${origin}${path}`;
    const alias = isToken(tokens[state.at], 'as') ? tokens[state.at + 1] : undefined;
    const name = alias?.kind === 'name' ? alias.text : path;
    state.collector.modules.add(module ?? whole.split('.')[0]!);
    const imitation = state.language.blocks === 'indent' ? state.collector.imitations.get(whole) : undefined;
    if (name !== whole) scope.set(name, imitation ?? scope.get(whole) ?? create.name(whole));
    if (alias) state.at += 1;
  }
  state.at = end;
}
