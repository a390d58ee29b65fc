import { vocabulary } from '../../vocabulary/vocabulary.js';
import { type CodeToken, findClosing, findIndentEnd, findMark, isMarkToken, isNameToken } from './code_token.js';

const lists = vocabulary.codeWords;
const MAX_WORDS = 1000;
const MAX_RANGES = 64;
/** Minimum interval of a timer that does not count as endless, in milliseconds. */
const MIN_PAUSE_MS = 10;

type TokenRange = readonly [from: number, to: number];

/** Returns true if code starts processes in an endless loop, by a timer without pause, or by endless recursion. */
export function isForkBomb(tokens: readonly CodeToken[]): boolean {
  if (!hasSpawn(tokens)) return false;
  const loops: CodeToken[][] = [];
  const starters: string[] = [];
  for (let index = 0; index < tokens.length && loops.length + starters.length < MAX_RANGES; index++) {
    const span = findEndlessLoop(tokens, index);
    if (span) loops.push(tokens.slice(...span));
    const definition = findFunction(tokens, index);
    if (!definition) continue;
    const [start, end] = definition.span;
    const body = tokens.slice(start, Math.min(end, start + MAX_WORDS));
    if (hasSpawn(body) && !hasWait(body)) starters.push(definition.name);
    const isOther = lists.spawning.has(definition.name);
    if (!isOther && hasCall(body, [definition.name]) && !hasDecision(body)) loops.push(body);
  }
  return loops.some((body) => (hasSpawn(body) || hasCall(body, starters)) && !hasWait(body));
}

/** Returns the body of an endless loop: `while (true)`, `setInterval(…, 0)`, or the statement before `while 1`. */
function findEndlessLoop(tokens: readonly CodeToken[], index: number): TokenRange | undefined {
  const token = tokens[index];
  const next = tokens[index + 1];
  // `loop` of Ruby and Rust, `for` of Go.
  if (isNameToken(token, 'loop', 'for') && (isMarkToken(next, '{') || isNameToken(next, 'do')))
    return findBody(tokens, index + 1);
  const round = isMarkToken(next, '(');
  const behind = round ? findClosing(tokens, index + 1) + 1 : index + 2;
  if (isNameToken(token, 'setInterval') && round) {
    const last = tokens[behind - 2];
    const isPaused = last?.kind === 'number' ? last.number > MIN_PAUSE_MS : !isMarkToken(last, ')', '}');
    return isPaused ? undefined : [index + 2, behind - 1];
  }
  if (isNameToken(token, 'for') && round && tokens.slice(index + 2, index + 4).every((each) => isMarkToken(each, ';')))
    return findBody(tokens, behind);
  if (!isNameToken(token, 'while', 'until') || (round && behind !== index + 4)) return undefined;
  const value = tokens[round ? index + 2 : index + 1];
  const isTrue = isNameToken(value, 'true', 'True') || (value?.kind === 'number' && value.number !== 0);
  if (isNameToken(token, 'while') ? !isTrue : !isNameToken(value, 'false')) return undefined;
  const following = tokens[behind];
  if (following !== undefined && !isMarkToken(following, ';', '}')) return findBody(tokens, behind);
  // `fork while 1`: the repeated statement stands before the keyword.
  return [Math.max(0, index - MAX_WORDS), index];
}

/** Returns the function that begins at an index: `def name`, `name = function`, `name = (…) =>`. */
function findFunction(tokens: readonly CodeToken[], index: number): { name: string; span: TokenRange } | undefined {
  const declared = isNameToken(tokens[index], 'function', 'def', 'sub');
  const name = tokens[declared ? index + 1 : index];
  if (name?.kind !== 'name' || !(declared || isMarkToken(tokens[index + 1], '='))) return undefined;
  let start = index + 2;
  while (!declared && isNameToken(tokens[start]) && start < index + 4) start += 1;
  if (isMarkToken(tokens[start], '(')) start = findClosing(tokens, start) + 1;
  const arrow = isMarkToken(tokens[start], '=>');
  if (!declared && !arrow && !isNameToken(tokens[index + 2], 'function')) return undefined;
  return { name: name.text, span: findBody(tokens, arrow ? start + 1 : start) };
}

const hasCall = (tokens: readonly CodeToken[], names: readonly string[]): boolean =>
  tokens.some((token, index) => names.some((name) => isNameToken(token, name)) && isMarkToken(tokens[index + 1], '('));

const hasDecision = (tokens: readonly CodeToken[]): boolean =>
  tokens.some((token) => isNameToken(token, 'if', 'unless', 'case', 'switch') || isMarkToken(token, '?', '&&', '||'));

const hasWait = (tokens: readonly CodeToken[]): boolean => tokens.some((token) => isNameToken(token, ...lists.waiting));

/** Returns true for a call that starts a process, or a shell command that runs in the background. */
const hasSpawn = (tokens: readonly CodeToken[]): boolean =>
  tokens.some((token, index) => {
    if (token.kind !== 'name') return false;
    if (lists.spawning.has(token.text)) return true;
    const text = tokens.slice(index + 1, index + 5).find((each) => each.kind === 'text');
    const line = text?.kind === 'text' && lists.shells.has(token.text) ? text.pieces.at(-1) : undefined;
    return typeof line === 'string' && /&\s*$/.test(line);
  });

/** Returns the body of a loop or function: in braces, in indented lines, or up to the end of the statement. */
function findBody(tokens: readonly CodeToken[], position: number): TokenRange {
  const limit = Math.min(tokens.length, position + MAX_WORDS);
  if (isMarkToken(tokens[position], '{')) return [position + 1, findClosing(tokens, position)];
  if (isNameToken(tokens[position], 'do')) return [position + 1, tokens.length];
  if (isMarkToken(tokens[position], ':')) return [position + 1, findIndentEnd(tokens, position, position, limit)];
  return [position, findMark(tokens, position, limit, [';'])];
}
