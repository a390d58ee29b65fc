import { codeWords, showsSign } from '../../vocabulary/vocabulary.js';
import { findClosing, findToken, isToken } from '../lexer/code_token.js';
import { type CodeValue, create, type FunctionDefinition, find, get, is, type ValueOf } from '../model/code_value.js';
import { type CallArguments, findDeed, getOption, type InterpreterState } from './interpreter_state.js';

type CodeRange = Pick<FunctionDefinition, 'tokens' | 'from' | 'to'>;

/** Returns true for data, constants and errors: they do nothing if an imitation calls or returns them. */
const isHarmless = (value: CodeValue): boolean =>
  value.kind === 'name'
    ? showsSign(value.path, 'harmless-names')
    : /^(?:text|number|list|map)$/.test(value.kind) || is.made(value, 'error');

/** Returns true for a value that does nothing when it is called, or nothing but what the interpreter follows. */
export const isFollowed = ({ language }: InterpreterState, value: CodeValue): boolean =>
  isHarmless(value) ||
  is.mock(value) ||
  value.kind === 'function' ||
  is.made(value, 'bound', 'spy') ||
  (value.kind === 'name' && !value.self && language.functions.has(language.canonicalize(value.path)));

/** Puts a value in the place of a path for all that runs from here on, if it is certain that this runs. */
function setImitation(state: InterpreterState, path: string, value: CodeValue): void {
  const { collector } = state;
  const rest = new Map(collector.imitations);
  rest.delete(path);
  collector.step(rest.size >> 4);
  const isSure = isFollowed(state, value) && isCertain(state) && !collector.signs.has('reaches-around');
  if (collector.imitations.has(path)) endImitations(state, rest);
  if (isSure) collector.imitations = new Map(collector.imitations).set(path, value);
}

/** Puts a value in the place of a path, or of a member of a module; an imitation may call or return what it gets. */
export function imitate(state: InterpreterState, value: CodeValue, owner: CodeValue, key?: CodeValue): CodeValue {
  if (is.mock(owner)) addEffects(state, owner, [value], get.firstText(key));
  else if (!is.known(key ?? owner)) endImitations(state);
  else if (owner.kind === 'text') setImitation(state, get.firstText(owner), value);
  else if (owner.kind === 'name' && !owner.self) setImitation(state, `${owner.path}.${get.firstText(key)}`, value);
  return value;
}

/** Ends imitations but those that are kept. What was called at an unknown time may run after that, without them. */
export function endImitations(state: InterpreterState, kept: ReadonlyMap<string, CodeValue> = new Map()): void {
  const { collector } = state;
  const rest = new Map([...kept].filter(([path, value]) => collector.imitations.get(path) === value));
  const isLess = rest.size < collector.imitations.size;
  collector.imitations = rest;
  if (!isLess || collector.isRepeating) return;
  collector.isRepeating = true;
  for (const repeat of [...collector.postponed]) repeat();
  collector.isRepeating = false;
}

/** Calls a function that code handed over: its imitations end with it, and it may run at any later time. */
export function callBack(state: InterpreterState, callee: CodeValue, args: readonly CodeValue[]): CodeValue {
  const caller = state.with({ body: undefined });
  const run = () => {
    const { imitations } = caller.collector;
    const answer = caller.call(callee, ...args);
    endImitations(caller, imitations);
    return answer;
  };
  postpone(caller, run);
  return run();
}

/** Notes what may run again at any later time, when the imitations of now have ended; a function: if it waits. */
export function postpone(state: InterpreterState, run: () => CodeValue, definition?: FunctionDefinition): void {
  const { collector } = state;
  const { imitations, isRepeating, postponed } = collector;
  if (imitations.size === 0 || isRepeating) return;
  if (!definition || definition.later || hasName(state, definition, ...codeWords.suspending)) postponed.push(run);
}

/** Returns true if one of these words stands in a part of code. */
function hasName({ collector }: InterpreterState, { tokens, from: start, to }: CodeRange, ...names: string[]): boolean {
  return !collector.step((to - start) >> 5) || tokens.slice(start, to).some((token) => isToken(token, ...names));
}

/** Begins the imitation of a context manager or decorator. Returns what it gives to the code; any other value as is. */
export function enterImitation(state: InterpreterState, manager: CodeValue): CodeValue {
  const { collector, language } = state;
  const isPlain = manager.kind === 'name' && codeWords.imitating.has(language.canonicalize(manager.path));
  const value = isPlain ? state.call(manager) : manager;
  if (!is.made(value, 'patcher') || collector.signs.has('reaches-around')) return manager;
  const [path, imitation = value] = value.args;
  collector.imitations = new Map(collector.imitations).set(get.firstText(path), imitation);
  return imitation;
}

/** Notes what an imitation may call or return. */
function addEffects(state: InterpreterState, mock: CodeValue, values: readonly CodeValue[], key = ''): void {
  const root = find.root(mock) as ValueOf<'made'>;
  const effects = values.flatMap((value) => get.parts([value])).map(({ value }) => value);
  (root.args as CodeValue[]).push(...effects.filter((each) => !isHarmless(each) && find.root(each) !== root));
  const calls = /side_effect|wraps|callsFake|Implementation|configure|attach/.test(key);
  if (calls && !effects.every((each) => isFollowed(state, each))) endImitations(state);
}

/** Evaluates a call of an imitation, which calls and returns what it was given. */
function callMock(state: InterpreterState, callee: CodeValue, input: CallArguments): CodeValue {
  const root = find.root(callee) as ValueOf<'made'>;
  const key = callee.kind === 'name' ? callee.path : '';
  if (codeWords.mock_ends.has(key)) endImitations(state);
  if (codeWords.mock_setters.has(key)) addEffects(state, root, [...input.args, ...input.named.values()], key);
  if (codeWords.mock_setters.has(key) || /^assert_/.test(key) || !state.collector.step()) return root;
  const answers = root.args.flatMap((effect) => {
    if (is.mock(effect) || isHarmless(effect)) return [effect];
    const answer = effect.kind === 'function' || effect.kind === 'name' ? state.apply(effect, input) : effect;
    if (effect.kind === 'function' || callee === root) return [answer];
    return [answer, state.apply(replaceRoot(state, callee, effect), input)];
  });
  return create.choice([root, ...answers.filter((each) => !isHarmless(each))]);
}

const replaceRoot = (state: InterpreterState, value: CodeValue, root: CodeValue): CodeValue =>
  value.kind === 'name' ? state.getMember(value.self ? replaceRoot(state, value.self, root) : root, value.path) : root;

/** Returns true if the statement that is read runs whenever the code does, or the function that is called here. */
function isCertain(state: InterpreterState): boolean {
  const { at: position, body } = state;
  if (!body || !isUnconditional(state)) return false;
  if (!body.caller) return true;
  if (body.later || hasName(state, { ...body, to: position - 1 }, ...codeWords.exiting)) return false;
  return !hasName(state, body, 'yield') && (body.caller === 'any' || isCertain(body.caller));
}

/** Returns true if the statement that is read, but for its first tokens, is under no condition in its function. */
export function isUnconditional(state: InterpreterState, skipped = 0): boolean {
  const { tokens, at: position, body, language } = state;
  if (!body || body.tokens !== tokens || language.blocks === 'end') return false;
  const isIndented = language.blocks === 'indent';
  const last = position - 1;
  state.collector.step((last - body.from) >> 3);
  let start = body.from;
  let index = start;
  while (index <= last) {
    const close = findClosing(tokens, index);
    if (close > last) return false;
    const [previous, token, next] = [tokens[index - 1], tokens[index], tokens[close + 1]];
    const isLineEnd = token?.kind === 'newline' && (isIndented || !isToken(previous, ')', ...codeWords.continuing));
    const isBlock = isToken(token, '{') && next?.kind === 'name' && !isToken(next, ...codeWords.continuing);
    index = close + 1;
    if (isLineEnd || (!isIndented && (isBlock || isToken(token, ';')))) start = index;
  }
  const line = tokens[start - 1];
  const first = tokens[findToken(tokens, body.from, tokens.length, [':']) + 1];
  const indent = first?.kind === 'newline' && body.caller ? first.indent : 0;
  if (line?.kind === 'newline' && isIndented && line.indent !== indent) return false;
  // A condition may stand behind it: `a() if b else c`.
  const end = findToken(tokens, position, tokens.length, [';']);
  return findToken(tokens, start + skipped, end, [...codeWords.conditional], false) === end;
}

/** Evaluates a call of an imitation, of a client that is made of one, or of a class that it replaces. */
export function callImitation(state: InterpreterState, callee: CodeValue, input: CallArguments): CodeValue | undefined {
  if (is.mock(callee)) return callMock(state, callee, input);
  if (callee.kind !== 'name') return undefined;
  const { collector } = state;
  const { path, self } = callee;
  const name = get.lastName(path);
  const isSet = codeWords.mock_setters.has(name) && !is.made(find.root(self), 'spy');
  if (collector.imitations.size > 0 && (isSet || codeWords.mock_ends.has(name))) endImitations(state);
  if (is.mock(input.args[0]) && findDeed(state.language, path)) return input.args[0];
  const isClass = /^[A-Z]/.test(name) && !self && collector.isLibrary(path);
  const parts = isClass ? ['transport', 'connection', 'session'].map((key) => getOption(input, key)) : [];
  return (self ? undefined : collector.imitations.get(`class ${path.replace(/\.from$/, '')}`)) ?? parts.find(is.mock);
}
