import { type CodeToken, isMarkToken, isNameToken } from '../lexer/code_token.js';
import { applyOperator } from '../model/apply_operator.js';
import { type CodeValue, createAlternatives, createList, getTexts, unknownValue } from '../model/code_value.js';
import { assignValue, findAssignment, mergeElements } from './assign_value.js';
import { defineFunction, readFunction, readParameters } from './define_function.js';
import { findBlockEnd } from './evaluate_arguments.js';
import { type InterpreterState, lookUpName } from './interpreter_state.js';

/** Keywords without an effect of their own; what follows them is read as a statement. */
const SKIPPED_WORDS = new Set(
  `if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case
   when switch default break continue pass next last redo raise throw export public private protected static
   final abstract async use package echo`.split(/\s+/),
);
const ENDS = [';', '{', '}', ')', ']', ',', ':', '=>'];

/** Interprets statement after statement, and skips those that it does not know. Returns the value of the last one. */
export function interpretStatements(state: InterpreterState): CodeValue {
  let last: CodeValue = unknownValue;
  while (state.at < state.end && state.collector.step()) {
    const previous = state.at;
    const token = state.tokens[previous]!;
    if (token.kind === 'newline' || isMarkToken(token, ...ENDS)) state.at += 1;
    else last = interpretStatement(state, token) ?? last;
    if (state.at === previous) state.at += 1;
  }
  return last;
}

function interpretStatement(state: InterpreterState, token: CodeToken): CodeValue | undefined {
  if (token.kind !== 'name') return interpretExpressionStatement(state);
  const word = token.text;
  const { language, tokens } = state;
  if (language.function_keywords.includes(word) && interpretDefinition(state)) return undefined;
  switch (word) {
    case 'import':
    case 'from':
      if (language.blocks === 'indent') interpretPythonImport(state, word);
      else if (language.member_operators.includes('?.')) interpretScriptImport(state);
      else return interpretExpressionStatement(state);
      return undefined;
    case 'return':
      state.at += 1;
      if (tokens[state.at]?.kind !== 'newline') state.returnValues.push(interpretExpressionStatement(state));
      return undefined;
    case 'for':
    case 'foreach':
      state.at += 1;
      interpretLoop(state);
      return undefined;
    case 'with':
    case 'using':
      state.at += 1;
      interpretWith(state);
      return undefined;
    case 'class':
    case 'module':
    case 'interface':
    case 'namespace':
      while (
        state.at < state.end &&
        !isMarkToken(tokens[state.at], '{', ':', ';') &&
        tokens[state.at]?.kind !== 'newline'
      )
        state.at += 1;
      if (language.member_operators.includes('?.') && isMarkToken(tokens[state.at], '{')) interpretClassBody(state);
      return undefined;
  }
  if (word === 'echo') {
    interpretEcho(state);
    return undefined;
  }
  if (SKIPPED_WORDS.has(word)) {
    state.at += 1;
    return undefined;
  }
  return interpretExpressionStatement(state);
}

/** Interprets `interpretEcho a, b` of PHP. */
function interpretEcho(state: InterpreterState): void {
  const values: CodeValue[] = [];
  do {
    state.at += 1;
    values.push(state.functions.evaluate(state));
  } while (isMarkToken(state.tokens[state.at], ',') && state.at < state.end && values.length < 64);
  state.collector.recordPrint(values, '', '');
}

function interpretExpressionStatement(state: InterpreterState): CodeValue {
  const targets: [from: number, to: number, sign: string][] = [];
  const several = state.language.blocks !== 'braces';
  for (let sign = findAssignment(state, several); sign !== undefined; sign = findAssignment(state, false)) {
    if (targets.length > 8) break;
    targets.push([state.at, sign, (state.tokens[sign] as { text: string }).text]);
    state.at = sign + 1;
  }
  let value = evaluateExpressionList(state);
  for (const [start, end, sign] of targets.reverse()) {
    if (sign === '+=' || sign === '.=') {
      const first = state.tokens[start];
      const previous = first?.kind === 'name' ? lookUpName(state, first.text) : unknownValue;
      value = applyOperator('+', previous, value, ['+']);
    }
    assignValue(state, start, skipTypeAnnotation(state, start, end), value);
  }
  return value;
}

/** Evaluates `a, b` without brackets as a list. */
function evaluateExpressionList(state: InterpreterState): CodeValue {
  const first = state.functions.evaluate(state);
  if (!isMarkToken(state.tokens[state.at], ',') || state.language.blocks === 'braces') return first;
  const items = [first];
  while (isMarkToken(state.tokens[state.at], ',') && state.at < state.end && items.length < 64) {
    state.at += 1;
    items.push(state.functions.evaluate(state));
  }
  return createList(items);
}

/** Returns the position without the type of `name: type = …`. */
function skipTypeAnnotation({ tokens }: InterpreterState, start: number, end: number): number {
  for (let index = start; index < end; index++) if (isMarkToken(tokens[index], ':')) return index;
  return end;
}

/** Interprets `def name(…):`, `function name(…) {`, `sub name {`, `def name(…) … end`. */
function interpretDefinition(state: InterpreterState): boolean {
  const { tokens, language } = state;
  if (language.blocks === 'braces') {
    state.at += 1;
    if (readFunction(state)) return true;
    state.at -= 1;
    return false;
  }
  const names = tokens[state.at + 1];
  if (names?.kind !== 'name') return false;
  let index = state.at + 2;
  // `def self.name`
  if (isMarkToken(tokens[index], '.') && isNameToken(tokens[index + 1])) index += 2;
  const title = (tokens[index - 1] as { text: string }).text;
  let parameters: string[] = [];
  const open = tokens[index];
  if (open?.kind === 'mark' && open.text === '(') {
    const close = Math.min(open.close ?? state.end, state.end);
    parameters = readParameters(tokens, index + 1, close);
    index = close + 1;
  }
  const start = index;
  const target = language.blocks === 'indent' ? findIndentEnd(state, index) : findBlockEnd(state, index);
  state.scope.declare(title, defineFunction(state, parameters, start, target, false, title));
  state.at = target;
  return true;
}

/** Returns the end of the body behind a colon: the rest of the line, or all lines with a deeper indent. */
function findIndentEnd({ tokens, end, at: start }: InterpreterState, origin: number): number {
  let base = 0;
  for (let index = start; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind === 'newline') {
      base = token.indent;
      break;
    }
  }
  let position = origin;
  while (position < end && tokens[position]?.kind !== 'newline' && !isMarkToken(tokens[position], ':')) position += 1;
  if (isMarkToken(tokens[position], ':') && tokens[position + 1] && tokens[position + 1]!.kind !== 'newline') {
    while (position < end && tokens[position]!.kind !== 'newline') position += 1;
    return position;
  }
  for (; position < end; position++) {
    const token = tokens[position]!;
    const next = tokens[position + 1];
    if (token.kind === 'newline' && token.indent <= base && next && next.kind !== 'newline') return position;
  }
  return end;
}

/** Interprets `for x in y`, `foreach (y as k => x)`, `for my $x (y)`. The variable may be any element. */
function interpretLoop(state: InterpreterState): void {
  const { tokens } = state;
  const open = tokens[state.at];
  const round = open?.kind === 'mark' && open.text === '(';
  const start = round ? state.at + 1 : state.at;
  const limit = Math.min(round ? (open.close ?? state.end) : state.end, start + 24, state.end);
  for (let index = start; index < limit; index++) {
    if (isNameToken(tokens[index], 'in', 'of')) {
      state.at = index + 1;
      assignValue(state, start, index, mergeElements(state.functions.evaluate(state)));
      return;
    }
    if (round && isNameToken(tokens[index], 'as')) {
      state.at = start;
      const value = mergeElements(state.functions.evaluate(state));
      const arrow = isMarkToken(tokens[index + 2], '=>') ? index + 3 : index + 1;
      assignValue(state, arrow, Math.min(open.close ?? state.end, state.end), value);
      return;
    }
    if (!round && isMarkToken(tokens[index], '(') && index > start) {
      state.at = index;
      const value = state.functions.evaluate(state);
      assignValue(state, start, index, mergeElements(value.kind === 'list' ? value : createList([value])));
      return;
    }
    if (isMarkToken(tokens[index], ';', '{') || tokens[index]?.kind === 'newline') break;
  }
  // Perl without a loop variable: `for (list) { … $_ … }`.
  if (round && state.language.bare_calls) {
    const value = state.functions.evaluate(state);
    state.scope.set('$_', mergeElements(value.kind === 'list' ? value : createList([value])));
  } else if (round) state.at = start;
}

function interpretWith(state: InterpreterState): void {
  if (isMarkToken(state.tokens[state.at], '(') && state.language.blocks === 'indent') state.at += 1;
  for (let count = 0; count < 16; count++) {
    const value = state.functions.evaluate(state);
    if (isNameToken(state.tokens[state.at], 'as')) {
      const start = state.at + 1;
      let target = start;
      while (
        target < state.end &&
        !isMarkToken(state.tokens[target], ',', ':', ')') &&
        state.tokens[target]?.kind !== 'newline'
      )
        target += 1;
      assignValue(state, start, target, value);
      state.at = target;
    }
    if (!isMarkToken(state.tokens[state.at], ',')) return;
    state.at += 1;
  }
}

/** Defines the methods of a class in braces as functions that can be called by name. */
function interpretClassBody(state: InterpreterState): void {
  const open = state.tokens[state.at] as Extract<CodeToken, { kind: 'mark' }>;
  const end = Math.min(open.close ?? state.end, state.end);
  state.at += 1;
  while (state.at < end && state.collector.step()) {
    const token = state.tokens[state.at];
    const round = state.tokens[state.at + 1];
    if (token?.kind === 'name' && isMarkToken(round, '(') && !SKIPPED_WORDS.has(token.text)) {
      if (readFunction(state)) continue;
    }
    state.at += 1;
  }
}

function interpretPythonImport(state: InterpreterState, word: string): void {
  const { tokens, scope } = state;
  let index = state.at + 1;
  const dotted = (): string => {
    let path = '';
    while (index < state.end && (isNameToken(tokens[index]) || isMarkToken(tokens[index], '.'))) {
      const token = tokens[index] as { text: string };
      if (token.text === 'import' || token.text === 'as') break;
      if (token.text !== '.' && path !== '' && !path.endsWith('.')) break;
      path += token.text;
      index += 1;
    }
    return path;
  };
  const origin = word === 'from' ? dotted() : '';
  if (word === 'from') index += 1;
  while (index < state.end && tokens[index]!.kind !== 'newline' && !isMarkToken(tokens[index], ';')) {
    if (isMarkToken(tokens[index], '*')) {
      scope.set('*', createAlternatives([...(scope.get('*') ? getTexts(scope.get('*')) : []), origin]));
      index += 1;
      continue;
    }
    const path = dotted();
    if (path === '') {
      index += 1;
      continue;
    }
    const whole = origin === '' ? path : `${origin}.${path}`;
    if (isNameToken(tokens[index], 'as') && isNameToken(tokens[index + 1])) {
      scope.set((tokens[index + 1] as { text: string }).text, { kind: 'name', path: whole });
      index += 2;
    } else if (origin !== '') scope.set(path, scope.get(whole) ?? { kind: 'name', path: whole });
  }
  state.at = index;
}

/** Interprets `import a, { b as c } from 'd'`, `import * as a from 'd'`. */
function interpretScriptImport(state: InterpreterState): void {
  const { tokens, scope } = state;
  if (isMarkToken(tokens[state.at + 1], '(')) {
    interpretExpressionStatement(state);
    return;
  }
  let position = state.at + 1;
  const start = position;
  while (
    position < state.end &&
    position < start + 200 &&
    !isNameToken(tokens[position], 'from') &&
    tokens[position]!.kind !== 'text' &&
    !isMarkToken(tokens[position], ';')
  )
    position += 1;
  const source = tokens[isNameToken(tokens[position], 'from') ? position + 1 : position];
  const module =
    source?.kind === 'text' && typeof source.pieces[0] === 'string'
      ? source.pieces[0].replace(/^node:/, '')
      : undefined;
  let braces = false;
  for (let index = start; index < position && module !== undefined; index++) {
    const token = tokens[index]!;
    if (isMarkToken(token, '{')) braces = true;
    if (token.kind !== 'name' || token.text === 'as' || token.text === 'type') continue;
    const renamed = isNameToken(tokens[index + 1], 'as') && isNameToken(tokens[index + 2]);
    const local = renamed ? (tokens[index + 2] as { text: string }).text : token.text;
    const path = braces ? `${module}.${token.text}` : module;
    scope.set(local, scope.get(path) ?? { kind: 'name', path });
    if (renamed) index += 2;
  }
  state.at = position + (isNameToken(tokens[position], 'from') ? 2 : 1);
}
