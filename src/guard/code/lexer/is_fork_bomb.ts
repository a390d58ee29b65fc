import { codeWords } from '../../vocabulary/vocabulary.js';
import { type CodeToken, type CodeTokens, findClosing, findIndentEnd, findToken, isToken } from './code_token.js';

const MAX_WORDS = 1000;
const MAX_RANGES = 64;
/** Minimum interval of a timer that does not count as endless, in milliseconds. */
const MIN_PAUSE_MS = 10;

/** Returns true if code starts processes in an endless loop, by a timer without pause, or by endless recursion. */
export function isForkBomb(tokens: CodeTokens): boolean {
  if (!hasSpawn(tokens)) return false;
  const loops: CodeTokens[] = [];
  const starters: string[] = [];
  for (let index = 0; index < tokens.length && loops.length + starters.length < MAX_RANGES; index++) {
    const loop = findEndlessLoop(tokens, index);
    if (loop) loops.push(loop);
    const { name, body } = findFunction(tokens, index) ?? {};
    if (name === undefined || !body) continue;
    if (hasSpawn(body) && !hasToken(body, ...codeWords.waiting)) starters.push(name);
    const decides = hasToken(body, 'if', 'unless', 'case', 'switch', '?', '&&', '||');
    if (!codeWords.spawning.has(name) && hasCall(body, [name]) && !decides) loops.push(body);
  }
  return loops.some((body) => (hasSpawn(body) || hasCall(body, starters)) && !hasToken(body, ...codeWords.waiting));
}

/** Returns the body of an endless loop: `while (true)`, `setInterval(…, 0)`, or the statement before `while 1`. */
function findEndlessLoop(tokens: CodeTokens, index: number): CodeTokens | undefined {
  const token = tokens[index];
  const next = tokens[index + 1];
  // `loop` of Ruby and Rust, `for` of Go.
  if (isToken(token, 'loop', 'for') && isToken(next, '{', 'do')) return findBody(tokens, index + 1);
  const round = isToken(next, '(');
  const behind = round ? findClosing(tokens, index + 1) + 1 : index + 2;
  if (isToken(token, 'setInterval') && round) {
    const last = tokens[behind - 2];
    const isPaused = last?.kind === 'number' ? last.number > MIN_PAUSE_MS : !isToken(last, ')', '}');
    return isPaused ? undefined : tokens.slice(index + 2, behind - 1);
  }
  if (isToken(token, 'for') && round && tokens.slice(index + 2, index + 4).every((each) => isToken(each, ';')))
    return findBody(tokens, behind);
  if (!isToken(token, 'while', 'until') || (round && behind !== index + 4)) return undefined;
  const value = tokens[round ? index + 2 : index + 1];
  const isTrue = isToken(value, 'true', 'True') || (value?.kind === 'number' && value.number !== 0);
  if (isToken(token, 'while') ? !isTrue : !isToken(value, 'false')) return undefined;
  const following = tokens[behind];
  if (following !== undefined && !isToken(following, ';', '}')) return findBody(tokens, behind);
  // `fork while 1`: the repeated statement stands before the keyword.
  const isStart = (each: CodeToken, at: number) => at < index && (isToken(each, ';', '{') || each.kind === 'newline');
  return tokens.slice(tokens.findLastIndex(isStart) + 1, index);
}

/** Returns the function that begins at an index: `def name`, `name = function`, `name = (…) =>`. */
function findFunction(tokens: CodeTokens, index: number): { name: string; body: CodeTokens } | undefined {
  const declared = isToken(tokens[index], 'function', 'def', 'sub');
  const name = tokens[declared ? index + 1 : index];
  if (name?.kind !== 'name' || !(declared || isToken(tokens[index + 1], '='))) return undefined;
  let start = index + 2;
  while (!declared && tokens[start]?.kind === 'name' && start < index + 4) start += 1;
  if (isToken(tokens[start], '(')) start = findClosing(tokens, start) + 1;
  const arrow = isToken(tokens[start], '=>');
  if (!declared && !arrow && !isToken(tokens[index + 2], 'function')) return undefined;
  return { name: name.text, body: findBody(tokens, arrow ? start + 1 : start) };
}

const hasCall = (tokens: CodeTokens, names: readonly string[]): boolean =>
  tokens.some((token, index) => isToken(token, ...names) && isToken(tokens[index + 1], '('));

const hasToken = (tokens: CodeTokens, ...texts: string[]): boolean => tokens.some((token) => isToken(token, ...texts));

/** Returns true for a call that starts a process, or a shell command that runs in the background. */
const hasSpawn = (tokens: CodeTokens): boolean =>
  tokens.some((token, index) => {
    if (token.kind !== 'name') return false;
    if (codeWords.spawning.has(token.text)) return true;
    const text = tokens.slice(index + 1, index + 5).find((each) => each.kind === 'text');
    return text?.kind === 'text' && codeWords.shells.has(token.text) && /&\s*$/.test(String(text.pieces.at(-1)));
  });

/** Returns the body of a loop or function: in braces, in indented lines, or up to the end of the statement. */
function findBody(tokens: CodeTokens, position: number): CodeTokens {
  const limit = Math.min(tokens.length, position + MAX_WORDS);
  const open = tokens[position];
  if (isToken(open, '{')) return tokens.slice(position + 1, findClosing(tokens, position, limit));
  if (isToken(open, 'do')) return tokens.slice(position + 1, limit);
  if (isToken(open, ':')) return tokens.slice(position + 1, findIndentEnd(tokens, position, position, limit));
  return tokens.slice(position, findToken(tokens, position, limit, [';']));
}
