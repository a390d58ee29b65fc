import { codeWords, forms } from '../../vocabulary/vocabulary.js';
import { findClosing, findIndent, findIndentEnd, findToken, isToken } from '../lexer/code_token.js';
import { type CodeValue, create, get, is } from '../model/code_value.js';
import { findBlockEnd } from './evaluate_arguments.js';
import { isUnconditional } from './imitate.js';
import type { InterpreterState } from './interpreter_state.js';

/** Interprets the branch that runs of `if NAME: … else: …`, where all of the code gives the name one value alone. */
export function interpretConstantBranch(state: InterpreterState): void {
  const { tokens, language } = state;
  const head = state.at - 1;
  const isIndented = language.blocks === 'indent';
  if (language.blocks === 'end' || language.bare_calls) return;
  const closing = findClosing(tokens, state.at, state.end);
  const end = isIndented ? findToken(tokens, state.at, state.end, [':']) : closing + 1;
  if (interpretNamedBranch(state, isIndented ? end : closing)) return;
  const isRound = isToken(tokens[state.at], '(') && closing === end - 1;
  const condition = tokens.slice(isRound ? state.at + 1 : state.at, isRound ? closing : end);
  const isNegated = isToken(condition[0], 'not', '!');
  const [name, ...rest] = isNegated ? condition.slice(1) : condition;
  const isBlock = isToken(tokens[end], isIndented ? ':' : '{');
  if (name?.kind !== 'name' || rest.length > 0 || (!isBlock && !isSingle(state, end))) return;
  const constant = findConstant(state, name.text);
  if (constant === undefined) return;
  const close = findBranchEnd(state, head, end);
  if (constant === isNegated) {
    state.at = close;
    return;
  }
  const isSure = isUnconditional(state.with({ at: head }), 1);
  const start = isBlock && !isIndented ? end + 1 : end;
  const body = state.body && { ...state.body, from: start, to: close, caller: state };
  const branch = state.nest(start, close).with({ body, hasReturned: false });
  branch.interpret();
  state.hasReturned = branch.hasReturned && isSure && state.body?.caller !== undefined;
  state.at = state.hasReturned ? state.end : skipOthers(state, head, close);
}

/** Returns true for one statement on one line with its semicolon: without braces, it is not sure where others end. */
function isSingle({ tokens, end, language }: InterpreterState, start: number): boolean {
  const stop = findToken(tokens, start, end, [';']);
  const isCut = tokens.slice(start, stop).some(({ kind }) => kind === 'newline');
  const isPlain = language.blocks === 'braces' && !isToken(tokens[start], ...codeWords.opening_statements);
  return stop < end && !isCut && isPlain;
}

const MAX_CONDITION = 40;
/** Precedence of comparisons among the operators. */
const COMPARISON = 3;

/** Interprets the branch of `if name == "a":` for an entry of a folder of that name; false for another condition. */
function interpretNamedBranch(state: InterpreterState, close: number): boolean {
  const { tokens, scope } = state;
  const condition = tokens.slice(state.at, close);
  const isPlain = !condition.some((token) => isToken(token, 'or', 'not', ...codeWords.alternating));
  // `name.endswith(".a")`: the dot belongs to the sign.
  const index = condition.findIndex((token) => isToken(token, '==', '===', 'in', ...codeWords.ending));
  const sign = isToken(condition[index], ...codeWords.ending) ? index - 1 : index;
  if (!isPlain || sign < 1 || condition.length > MAX_CONDITION) return false;
  const isField = isToken(condition[sign - 1], 'name') && isToken(condition[sign - 2], '.');
  const name = condition[isField ? sign - 3 : sign - 1];
  const value = name?.kind === 'name' ? scope.get(name.text) : undefined;
  if (name?.kind !== 'name' || value === undefined || (!is.made(value, 'dirent') && !is.glob(value))) return false;
  const names = findNames(state, state.at + sign, close);
  const end = findBranchEnd(state, state.at - 1, close + 1);
  const body = tokens.slice(close, end);
  const isSet = body.some((token, at) => isToken(token, name.text) && isToken(body[at + 1], ...codeWords.setting));
  const isLater = body.some((token) => isToken(token, ...codeWords.later, '=>'));
  const entry = names && !isSet && !isLater && placeEntry(value, names);
  if (!entry) return false;
  scope.set(name.text, entry);
  state.nest(close + 1, end).interpret();
  scope.set(name.text, value);
  state.at = end;
  return true;
}

/** Returns an entry with these names, in its folder; undefined where the folder is not known. */
function placeEntry(value: CodeValue, names: CodeValue): CodeValue | undefined {
  if (value.kind === 'made') return create.derived('dirent', value.args[0] ?? names, names);
  const folders = get.texts(value).map((text) => (text.endsWith('**') ? `${text}/` : forms.entry_path.exec(text)?.[1]));
  if (folders.some((folder) => folder === undefined)) return undefined;
  // It still has the fields of an entry.
  return create.glob(create.text(...folders.flatMap((folder) => get.texts(names).map((name) => `${folder}${name}`))));
}

/** Returns the names behind `==` or `in` of a condition; undefined if some are not known, or may be added later. */
function findNames(state: InterpreterState, sign: number, close: number): CodeValue | undefined {
  const { tokens } = state;
  const first = tokens[sign + 1];
  const uses = tokens.filter((token) => first?.kind === 'name' && isToken(token, first.text)).length;
  const isEnding = isToken(first, ...codeWords.ending);
  const value = state.nest(isEnding ? sign + 2 : sign + 1, close).evaluate(COMPARISON + 1);
  const items = value.kind === 'list' || value.kind === 'map' ? get.elements(value) : [];
  const names = isToken(tokens[sign], 'in') || (isEnding && items.length > 0) ? items : [value];
  const isKnown = names.length > 0 && names.every((each) => each.kind === 'text' && !each.glob && is.known(each));
  if (!isKnown || (uses > 2 && !isEnding)) return undefined;
  return isEnding ? create.text(...names.flatMap(get.texts).map((text) => `*${text}`)) : create.merged(names);
}

/** Returns the value of a name that the code gives one value alone, outside of all blocks; undefined for any other. */
export function findConstant(state: InterpreterState, name: string): boolean | undefined {
  const { tokens, scope, collector, language } = state;
  const value = scope.get(name);
  if (value?.kind !== 'name' || value.self || !forms.true_or_false.test(value.path)) return undefined;
  if (collector.signs.has('sets-names') || tokens.some((token) => token.kind === 'text' && token.pieces.includes(name)))
    return undefined;
  const places = [...tokens.keys()].filter((index) => isToken(tokens[index], name));
  const [first = 0, ...laterPlaces] = places;
  const line = tokens[first - 1];
  const isOutside = first === 0 || (line?.kind === 'newline' && line.indent === 0);
  const isDeclared = language.blocks === 'indent' ? isOutside : isToken(line, 'const');
  const isRead = (index: number) =>
    tokens[index + 1]?.kind === 'newline' || isToken(tokens[index + 1], ':', ')', '?', '&&', '||', ';', '}');
  const isOnly = isToken(tokens[first + 1], '=') && laterPlaces.every(isRead);
  const isChanged = places.some((index) => isToken(tokens[index - 1], ...codeWords.changing));
  return isDeclared && isOnly && !isChanged ? /^t/i.test(value.path) : undefined;
}

/** Returns the end of a branch, or of the body of a loop or function, whose head and body begin at two indexes. */
export function findBranchEnd(state: InterpreterState, head: number, body: number): number {
  const { tokens, language, end } = state;
  if (language.blocks === 'indent') return findIndentEnd(tokens, head, body, end);
  if (isToken(tokens[body], '{')) return findClosing(tokens, body, end) + 1;
  return language.blocks === 'end' ? findBlockEnd(state, body) : findToken(tokens, body, end, [';']) + 1;
}

/** Returns the index behind the other branches of the `if` at an index. */
function skipOthers(state: InterpreterState, head: number, start: number): number {
  const { tokens, language } = state;
  const isIndented = language.blocks === 'indent';
  let next = start;
  while (tokens[next]?.kind === 'newline') next += 1;
  const isOther = next < state.end && isToken(tokens[next], 'else', 'elif');
  if (!isOther || (isIndented && findIndent(tokens, next) !== findIndent(tokens, head))) return start;
  const body = isToken(tokens[next + 1], 'if') ? findClosing(tokens, next + 2, state.end) + 1 : next + 1;
  if (!isIndented && !isToken(tokens[body], '{') && !isSingle(state, body)) return start;
  return skipOthers(state, head, findBranchEnd(state, next, body));
}
