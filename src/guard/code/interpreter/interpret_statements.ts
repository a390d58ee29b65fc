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
    const before = state.at;
    const token = state.tokens[before]!;
    if (token.kind === 'newline' || isMarkToken(token, ...ENDS)) state.at += 1;
    else last = interpretStatement(state, token) ?? last;
    if (state.at === before) state.at += 1;
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
  for (const [from, to, sign] of targets.reverse()) {
    if (sign === '+=' || sign === '.=') {
      const first = state.tokens[from];
      const before = first?.kind === 'name' ? lookUpName(state, first.text) : unknownValue;
      value = applyOperator('+', before, value, ['+']);
    }
    assignValue(state, from, skipTypeAnnotation(state, from, to), value);
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
function skipTypeAnnotation({ tokens }: InterpreterState, from: number, to: number): number {
  for (let index = from; index < to; index++) if (isMarkToken(tokens[index], ':')) return index;
  return to;
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
  const named = tokens[state.at + 1];
  if (named?.kind !== 'name') return false;
  let at = state.at + 2;
  // `def self.name`
  if (isMarkToken(tokens[at], '.') && isNameToken(tokens[at + 1])) at += 2;
  const called = (tokens[at - 1] as { text: string }).text;
  let parameters: string[] = [];
  const open = tokens[at];
  if (open?.kind === 'mark' && open.text === '(') {
    const close = Math.min(open.close ?? state.end, state.end);
    parameters = readParameters(tokens, at + 1, close);
    at = close + 1;
  }
  const from = at;
  const to = language.blocks === 'indent' ? findIndentEnd(state, at) : findBlockEnd(state, at);
  state.scope.declare(called, defineFunction(state, parameters, from, to, false, called));
  state.at = to;
  return true;
}

/** Returns the end of the body behind a colon: the rest of the line, or all lines with a deeper indent. */
function findIndentEnd({ tokens, end, at: start }: InterpreterState, from: number): number {
  let base = 0;
  for (let index = start; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind === 'newline') {
      base = token.indent;
      break;
    }
  }
  let at = from;
  while (at < end && tokens[at]?.kind !== 'newline' && !isMarkToken(tokens[at], ':')) at += 1;
  if (isMarkToken(tokens[at], ':') && tokens[at + 1] && tokens[at + 1]!.kind !== 'newline') {
    while (at < end && tokens[at]!.kind !== 'newline') at += 1;
    return at;
  }
  for (; at < end; at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    if (token.kind === 'newline' && token.indent <= base && next && next.kind !== 'newline') return at;
  }
  return end;
}

/** Interprets `for x in y`, `foreach (y as k => x)`, `for my $x (y)`. The variable may be any element. */
function interpretLoop(state: InterpreterState): void {
  const { tokens } = state;
  const open = tokens[state.at];
  const round = open?.kind === 'mark' && open.text === '(';
  const from = round ? state.at + 1 : state.at;
  const limit = Math.min(round ? (open.close ?? state.end) : state.end, from + 24, state.end);
  for (let at = from; at < limit; at++) {
    if (isNameToken(tokens[at], 'in', 'of')) {
      state.at = at + 1;
      assignValue(state, from, at, mergeElements(state.functions.evaluate(state)));
      return;
    }
    if (round && isNameToken(tokens[at], 'as')) {
      state.at = from;
      const value = mergeElements(state.functions.evaluate(state));
      const arrow = isMarkToken(tokens[at + 2], '=>') ? at + 3 : at + 1;
      assignValue(state, arrow, Math.min(open.close ?? state.end, state.end), value);
      return;
    }
    if (!round && isMarkToken(tokens[at], '(') && at > from) {
      state.at = at;
      const value = state.functions.evaluate(state);
      assignValue(state, from, at, mergeElements(value.kind === 'list' ? value : createList([value])));
      return;
    }
    if (isMarkToken(tokens[at], ';', '{') || tokens[at]?.kind === 'newline') break;
  }
  // Perl without a loop variable: `for (list) { … $_ … }`.
  if (round && state.language.bare_calls) {
    const value = state.functions.evaluate(state);
    state.scope.set('$_', mergeElements(value.kind === 'list' ? value : createList([value])));
  } else if (round) state.at = from;
}

function interpretWith(state: InterpreterState): void {
  if (isMarkToken(state.tokens[state.at], '(') && state.language.blocks === 'indent') state.at += 1;
  for (let count = 0; count < 16; count++) {
    const value = state.functions.evaluate(state);
    if (isNameToken(state.tokens[state.at], 'as')) {
      const from = state.at + 1;
      let to = from;
      while (to < state.end && !isMarkToken(state.tokens[to], ',', ':', ')') && state.tokens[to]?.kind !== 'newline')
        to += 1;
      assignValue(state, from, to, value);
      state.at = to;
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
  let at = state.at + 1;
  const dotted = (): string => {
    let path = '';
    while (at < state.end && (isNameToken(tokens[at]) || isMarkToken(tokens[at], '.'))) {
      const token = tokens[at] as { text: string };
      if (token.text === 'import' || token.text === 'as') break;
      if (token.text !== '.' && path !== '' && !path.endsWith('.')) break;
      path += token.text;
      at += 1;
    }
    return path;
  };
  const origin = word === 'from' ? dotted() : '';
  if (word === 'from') at += 1;
  while (at < state.end && tokens[at]!.kind !== 'newline' && !isMarkToken(tokens[at], ';')) {
    if (isMarkToken(tokens[at], '*')) {
      scope.set('*', createAlternatives([...(scope.get('*') ? getTexts(scope.get('*')) : []), origin]));
      at += 1;
      continue;
    }
    const path = dotted();
    if (path === '') {
      at += 1;
      continue;
    }
    const whole = origin === '' ? path : `${origin}.${path}`;
    if (isNameToken(tokens[at], 'as') && isNameToken(tokens[at + 1])) {
      scope.set((tokens[at + 1] as { text: string }).text, { kind: 'name', path: whole });
      at += 2;
    } else if (origin !== '') scope.set(path, scope.get(whole) ?? { kind: 'name', path: whole });
  }
  state.at = at;
}

/** Interprets `import a, { b as c } from 'd'`, `import * as a from 'd'`. */
function interpretScriptImport(state: InterpreterState): void {
  const { tokens, scope } = state;
  if (isMarkToken(tokens[state.at + 1], '(')) {
    interpretExpressionStatement(state);
    return;
  }
  let at = state.at + 1;
  const from = at;
  while (
    at < state.end &&
    at < from + 200 &&
    !isNameToken(tokens[at], 'from') &&
    tokens[at]!.kind !== 'text' &&
    !isMarkToken(tokens[at], ';')
  )
    at += 1;
  const source = tokens[isNameToken(tokens[at], 'from') ? at + 1 : at];
  const module =
    source?.kind === 'text' && typeof source.pieces[0] === 'string'
      ? source.pieces[0].replace(/^node:/, '')
      : undefined;
  let braces = false;
  for (let index = from; index < at && module !== undefined; index++) {
    const token = tokens[index]!;
    if (isMarkToken(token, '{')) braces = true;
    if (token.kind !== 'name' || token.text === 'as' || token.text === 'type') continue;
    const renamed = isNameToken(tokens[index + 1], 'as') && isNameToken(tokens[index + 2]);
    const local = renamed ? (tokens[index + 2] as { text: string }).text : token.text;
    const path = braces ? `${module}.${token.text}` : module;
    scope.set(local, scope.get(path) ?? { kind: 'name', path });
    if (renamed) index += 2;
  }
  state.at = at + (isNameToken(tokens[at], 'from') ? 2 : 1);
}
