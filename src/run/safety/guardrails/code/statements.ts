import { endOfBlock } from './bare_calls.js';
import { define, functionAt, parametersIn } from './definitions.js';
import { combine } from './operators.js';
import { anyOf, assign, findAssignment } from './targets.js';
import { isMark, isName, type Token } from './tokens.js';
import { alternatives, list, texts, unknown, type Value } from './value.js';
import { lookUp, type Walk } from './walk.js';

/** Words that say nothing of what is done; what stands behind them is read like any statement. */
const PASSED = new Set(
  'if elif else elsif unless while until do try except catch finally begin rescue ensure then end and or in case when switch default break continue pass next last redo raise throw export public private protected static final abstract async use package echo'.split(
    ' ',
  ),
);
const ENDS = [';', '{', '}', ')', ']', ',', ':', '=>'];

/** Reads statement after statement; what nothing is known about is passed over. Answers the value of the last one. */
export function readStatements(walk: Walk): Value {
  let last: Value = unknown;
  while (walk.at < walk.end && walk.effects.step()) {
    const before = walk.at;
    const token = walk.tokens[before]!;
    if (token.kind === 'newline' || isMark(token, ...ENDS)) walk.at += 1;
    else last = statement(walk, token) ?? last;
    if (walk.at === before) walk.at += 1;
  }
  return last;
}

function statement(walk: Walk, token: Token): Value | undefined {
  if (token.kind !== 'name') return expressionStatement(walk);
  const word = token.text;
  const { speech, tokens } = walk;
  if (speech.definers.includes(word) && definition(walk)) return undefined;
  switch (word) {
    case 'import':
    case 'from':
      if (speech.blocks === 'indent') pythonImport(walk, word);
      else if (speech.members.includes('?.')) scriptImport(walk);
      else return expressionStatement(walk);
      return undefined;
    case 'return':
      walk.at += 1;
      if (tokens[walk.at]?.kind !== 'newline') walk.answers.push(expressionStatement(walk));
      return undefined;
    case 'for':
    case 'foreach':
      walk.at += 1;
      loop(walk);
      return undefined;
    case 'with':
    case 'using':
      walk.at += 1;
      withAs(walk);
      return undefined;
    case 'class':
    case 'module':
    case 'interface':
    case 'namespace':
      while (walk.at < walk.end && !isMark(tokens[walk.at], '{', ':', ';') && tokens[walk.at]?.kind !== 'newline')
        walk.at += 1;
      if (speech.members.includes('?.') && isMark(tokens[walk.at], '{')) classBody(walk);
      return undefined;
  }
  if (word === 'echo') {
    echo(walk);
    return undefined;
  }
  if (PASSED.has(word)) {
    walk.at += 1;
    return undefined;
  }
  return expressionStatement(walk);
}

/** `echo a, b` of PHP. */
function echo(walk: Walk): void {
  const values: Value[] = [];
  do {
    walk.at += 1;
    values.push(walk.how.evaluate(walk));
  } while (isMark(walk.tokens[walk.at], ',') && walk.at < walk.end && values.length < 64);
  walk.effects.prints(values, '', '');
}

function expressionStatement(walk: Walk): Value {
  const targets: [from: number, to: number, sign: string][] = [];
  const several = walk.speech.blocks !== 'braces';
  for (let sign = findAssignment(walk, several); sign !== undefined; sign = findAssignment(walk, false)) {
    if (targets.length > 8) break;
    targets.push([walk.at, sign, (walk.tokens[sign] as { text: string }).text]);
    walk.at = sign + 1;
  }
  let value = expressionList(walk);
  for (const [from, to, sign] of targets.reverse()) {
    if (sign === '+=' || sign === '.=') {
      const first = walk.tokens[from];
      const before = first?.kind === 'name' ? lookUp(walk, first.text) : unknown;
      value = combine('+', before, value, ['+']);
    }
    assign(walk, from, withoutType(walk, from, to), value);
  }
  return value;
}

/** `a, b` without brackets is a list. */
function expressionList(walk: Walk): Value {
  const first = walk.how.evaluate(walk);
  if (!isMark(walk.tokens[walk.at], ',') || walk.speech.blocks === 'braces') return first;
  const items = [first];
  while (isMark(walk.tokens[walk.at], ',') && walk.at < walk.end && items.length < 64) {
    walk.at += 1;
    items.push(walk.how.evaluate(walk));
  }
  return list(items);
}

/** `name: type = …` */
function withoutType({ tokens }: Walk, from: number, to: number): number {
  for (let index = from; index < to; index++) if (isMark(tokens[index], ':')) return index;
  return to;
}

/** `def name(…):`, `function name(…) {`, `sub name {`, `def name(…) … end`. */
function definition(walk: Walk): boolean {
  const { tokens, speech } = walk;
  if (speech.blocks === 'braces') {
    walk.at += 1;
    if (functionAt(walk)) return true;
    walk.at -= 1;
    return false;
  }
  const named = tokens[walk.at + 1];
  if (named?.kind !== 'name') return false;
  let at = walk.at + 2;
  // `def self.name`
  if (isMark(tokens[at], '.') && isName(tokens[at + 1])) at += 2;
  const called = (tokens[at - 1] as { text: string }).text;
  let parameters: string[] = [];
  const open = tokens[at];
  if (open?.kind === 'mark' && open.text === '(') {
    const close = Math.min(open.close ?? walk.end, walk.end);
    parameters = parametersIn(tokens, at + 1, close);
    at = close + 1;
  }
  const from = at;
  const to = speech.blocks === 'indent' ? endOfIndent(walk, at) : endOfBlock(walk, at);
  walk.scope.declare(called, define(walk, parameters, from, to, false, called));
  walk.at = to;
  return true;
}

/** The body behind a colon: the rest of the line, or all lines that are indented more than the one it stands in. */
function endOfIndent({ tokens, end, at: start }: Walk, from: number): number {
  let base = 0;
  for (let index = start; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind === 'newline') {
      base = token.indent;
      break;
    }
  }
  let at = from;
  while (at < end && tokens[at]?.kind !== 'newline' && !isMark(tokens[at], ':')) at += 1;
  if (isMark(tokens[at], ':') && tokens[at + 1] && tokens[at + 1]!.kind !== 'newline') {
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

/** `for x in y`, `for (const x of y)`, `foreach (y as k => x)`, `for my $x (y)`. The variable may be any element. */
function loop(walk: Walk): void {
  const { tokens } = walk;
  const open = tokens[walk.at];
  const round = open?.kind === 'mark' && open.text === '(';
  const from = round ? walk.at + 1 : walk.at;
  const limit = Math.min(round ? (open.close ?? walk.end) : walk.end, from + 24, walk.end);
  for (let at = from; at < limit; at++) {
    if (isName(tokens[at], 'in', 'of')) {
      walk.at = at + 1;
      assign(walk, from, at, anyOf(walk.how.evaluate(walk)));
      return;
    }
    if (round && isName(tokens[at], 'as')) {
      walk.at = from;
      const value = anyOf(walk.how.evaluate(walk));
      const arrow = isMark(tokens[at + 2], '=>') ? at + 3 : at + 1;
      assign(walk, arrow, Math.min(open.close ?? walk.end, walk.end), value);
      return;
    }
    if (!round && isMark(tokens[at], '(') && at > from) {
      walk.at = at;
      const value = walk.how.evaluate(walk);
      assign(walk, from, at, anyOf(value.kind === 'list' ? value : list([value])));
      return;
    }
    if (isMark(tokens[at], ';', '{') || tokens[at]?.kind === 'newline') break;
  }
  // Perl without a name of its own: `for (list) { … $_ … }`.
  if (round && walk.speech.bare_calls) {
    const value = walk.how.evaluate(walk);
    walk.scope.set('$_', anyOf(value.kind === 'list' ? value : list([value])));
  } else if (round) walk.at = from;
}

function withAs(walk: Walk): void {
  if (isMark(walk.tokens[walk.at], '(') && walk.speech.blocks === 'indent') walk.at += 1;
  for (let count = 0; count < 16; count++) {
    const value = walk.how.evaluate(walk);
    if (isName(walk.tokens[walk.at], 'as')) {
      const from = walk.at + 1;
      let to = from;
      while (to < walk.end && !isMark(walk.tokens[to], ',', ':', ')') && walk.tokens[to]?.kind !== 'newline') to += 1;
      assign(walk, from, to, value);
      walk.at = to;
    }
    if (!isMark(walk.tokens[walk.at], ',')) return;
    walk.at += 1;
  }
}

/** Methods of a class in braces become functions that can be called by their name. */
function classBody(walk: Walk): void {
  const open = walk.tokens[walk.at] as Extract<Token, { kind: 'mark' }>;
  const end = Math.min(open.close ?? walk.end, walk.end);
  walk.at += 1;
  while (walk.at < end && walk.effects.step()) {
    const token = walk.tokens[walk.at];
    const round = walk.tokens[walk.at + 1];
    if (token?.kind === 'name' && isMark(round, '(') && !PASSED.has(token.text)) {
      if (functionAt(walk)) continue;
    }
    walk.at += 1;
  }
}

function pythonImport(walk: Walk, word: string): void {
  const { tokens, scope } = walk;
  let at = walk.at + 1;
  const dotted = (): string => {
    let path = '';
    while (at < walk.end && (isName(tokens[at]) || isMark(tokens[at], '.'))) {
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
  while (at < walk.end && tokens[at]!.kind !== 'newline' && !isMark(tokens[at], ';')) {
    if (isMark(tokens[at], '*')) {
      scope.set('*', alternatives([...(scope.get('*') ? texts(scope.get('*')) : []), origin]));
      at += 1;
      continue;
    }
    const path = dotted();
    if (path === '') {
      at += 1;
      continue;
    }
    const whole = origin === '' ? path : `${origin}.${path}`;
    if (isName(tokens[at], 'as') && isName(tokens[at + 1])) {
      scope.set((tokens[at + 1] as { text: string }).text, { kind: 'name', path: whole });
      at += 2;
    } else if (origin !== '') scope.set(path, scope.get(whole) ?? { kind: 'name', path: whole });
  }
  walk.at = at;
}

/** `import a, { b as c } from 'd'`, `import * as a from 'd'`. */
function scriptImport(walk: Walk): void {
  const { tokens, scope } = walk;
  if (isMark(tokens[walk.at + 1], '(')) {
    expressionStatement(walk);
    return;
  }
  let at = walk.at + 1;
  const from = at;
  while (
    at < walk.end &&
    at < from + 200 &&
    !isName(tokens[at], 'from') &&
    tokens[at]!.kind !== 'text' &&
    !isMark(tokens[at], ';')
  )
    at += 1;
  const source = tokens[isName(tokens[at], 'from') ? at + 1 : at];
  const module =
    source?.kind === 'text' && typeof source.pieces[0] === 'string'
      ? source.pieces[0].replace(/^node:/, '')
      : undefined;
  let braces = false;
  for (let index = from; index < at && module !== undefined; index++) {
    const token = tokens[index]!;
    if (isMark(token, '{')) braces = true;
    if (token.kind !== 'name' || token.text === 'as' || token.text === 'type') continue;
    const renamed = isName(tokens[index + 1], 'as') && isName(tokens[index + 2]);
    const local = renamed ? (tokens[index + 2] as { text: string }).text : token.text;
    const path = braces ? `${module}.${token.text}` : module;
    scope.set(local, scope.get(path) ?? { kind: 'name', path });
    if (renamed) index += 2;
  }
  walk.at = at + (isName(tokens[at], 'from') ? 2 : 1);
}
