import { type CodeToken, isMarkToken, isNameToken } from './code_token.js';

/** Calls that start a process and do not wait for it. */
const SPAWNING_CALLS = new Set(
  `spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec
   create_subprocess_shell`.split(/\s+/),
);
/** Calls and words that end a loop, or make it wait. */
const WAITING_WORDS = new Set(
  `break return exit wait waitpid wait4 join communicate sleep usleep await throw raise die last readline input
   gets recv accept get poll Queue`.split(/\s+/),
);
/** Names of the running program: starting it again repeats everything that follows. */
const OWN_PROGRAM_NAMES = new Set(
  'execPath argv0 __filename __FILE__ $0 argv executable $PROGRAM_NAME __file__'.split(' '),
);
const MAX_WORDS = 1000;
const MAX_RANGES = 64;
/** Maximum number of tokens between `function` and its parameters. */
const MAX_GAP = 3;
/** Minimum interval of a timer that does not count as endless, in milliseconds. */
const MIN_PAUSE_MS = 10;

/** Returns true if code starts processes in an endless loop, by a timer without pause, or by endless recursion. */
export function isForkBomb(tokens: readonly CodeToken[]): boolean {
  if (!tokens.some((token) => token.kind === 'name' && (SPAWNING_CALLS.has(token.text) || isShellStart(token.text))))
    return false;
  const starters = findSpawningFunctions(tokens);
  let spans = 0;
  return tokens.some((token, index) => {
    if (token.kind !== 'name' || spans >= MAX_RANGES) return false;
    const span = findEndlessLoop(tokens, index) ?? findTimerBody(tokens, index) ?? findRecursion(tokens, index);
    if (span !== undefined) spans += 1;
    return (
      span !== undefined && (hasSpawn(tokens, span) || hasCallTo(tokens, span, starters)) && !hasWait(tokens, span)
    );
  });
}

type TokenRange = readonly [from: number, to: number];

const isShellStart = (word: string) => /^(?:system|exec|shell_exec|popen|execSync|os)$/.test(word);

/** Returns the body of an endless loop such as `while (true)`, or the statement before a trailing `while 1`. */
function findEndlessLoop(tokens: readonly CodeToken[], index: number): TokenRange | undefined {
  const token = tokens[index];
  const next = tokens[index + 1];
  if (isNameToken(token, 'loop') && (isMarkToken(next, '{') || isNameToken(next, 'do')))
    return findBody(tokens, index + 1);
  if (
    isNameToken(token, 'for') &&
    isMarkToken(next, '(') &&
    isMarkToken(tokens[index + 2], ';') &&
    isMarkToken(tokens[index + 3], ';')
  )
    return findBody(tokens, findClosingIndex(tokens, index + 1) + 1);
  if (!isNameToken(token, 'while', 'until')) return undefined;
  const round = isMarkToken(next, '(');
  const value = tokens[round ? index + 2 : index + 1];
  const behind = round ? findClosingIndex(tokens, index + 1) + 1 : index + 2;
  if (round && findClosingIndex(tokens, index + 1) !== index + 3) return undefined;
  const always = isNameToken(token, 'while')
    ? isNameToken(value, 'true', 'True') || (value?.kind === 'number' && value.number !== 0)
    : isNameToken(value, 'false');
  if (!always) return undefined;
  const following = tokens[behind];
  // `fork while 1`: the repeated statement stands before the keyword.
  if (following === undefined || isMarkToken(following, ';', '}'))
    return [Math.max(0, findStatementStart(tokens, index)), index];
  return findBody(tokens, behind);
}

/** Returns the callback of `setInterval(…, 0)`. */
function findTimerBody(tokens: readonly CodeToken[], index: number): TokenRange | undefined {
  if (!isNameToken(tokens[index], 'setInterval', 'setImmediate') || !isMarkToken(tokens[index + 1], '('))
    return undefined;
  const close = findClosingIndex(tokens, index + 1);
  const last = tokens[close - 1];
  const paused = last?.kind === 'number' ? last.number > MIN_PAUSE_MS : !isMarkToken(last, ')', '}');
  return paused || isNameToken(tokens[index], 'setImmediate') ? undefined : [index + 2, close];
}

/** Returns the body of a function that starts a process and calls itself unconditionally. */
function findRecursion(tokens: readonly CodeToken[], position: number): TokenRange | undefined {
  const title = tokens[position + 1];
  if (!isNameToken(tokens[position], 'function', 'def', 'sub') || title?.kind !== 'name') return undefined;
  let open = position + 2;
  if (isMarkToken(tokens[open], '(')) open = findClosingIndex(tokens, open) + 1;
  const span = findBody(tokens, open);
  const body = tokens.slice(span[0], Math.min(span[1], span[0] + MAX_WORDS));
  const itself = body.some((token, index) => isNameToken(token, title.text) && isMarkToken(body[index + 1], '('));
  const decides = body.some(
    (token) => isNameToken(token, 'if', 'unless', 'case', 'switch') || isMarkToken(token, '?', '&&', '||'),
  );
  return itself && !decides ? span : undefined;
}

/** Returns the names of functions that start a process and do not wait for it. */
function findSpawningFunctions(tokens: readonly CodeToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let position = 0; position < tokens.length && names.size < MAX_RANGES; position++) {
    const name = tokens[position + 1];
    const token = tokens[position];
    if (token?.kind !== 'name') continue;
    if (isNameToken(token, 'function', 'def', 'sub') && name?.kind === 'name') {
      const open = isMarkToken(tokens[position + 2], '(') ? findClosingIndex(tokens, position + 2) + 1 : position + 2;
      add(name.text, findBody(tokens, open));
    } else if (isMarkToken(name, '=')) {
      const start = isNameToken(tokens[position + 2], 'async') ? position + 3 : position + 2;
      const behind = isMarkToken(tokens[start], '(') ? findClosingIndex(tokens, start) + 1 : start + 1;
      if (isNameToken(tokens[start], 'function')) {
        const open = tokens.findIndex(
          (each, index) => index > start && index < start + MAX_GAP && isMarkToken(each, '('),
        );
        if (open > 0) add(token.text, findBody(tokens, findClosingIndex(tokens, open) + 1));
      } else if (isMarkToken(tokens[behind], '=>')) add(token.text, findBody(tokens, behind + 1));
    }
  }
  return names;

  function add(name: string, span: TokenRange): void {
    if (hasSpawn(tokens, span) && !hasWait(tokens, [span[0], span[1]])) names.add(name);
  }
}

const hasCallTo = (tokens: readonly CodeToken[], [start, end]: TokenRange, names: ReadonlySet<string>): boolean =>
  names.size > 0 &&
  tokens
    .slice(start, end)
    .some(
      (token, index) =>
        isNameToken(token) &&
        names.has((token as { text: string }).text) &&
        isMarkToken(tokens[start + index + 1], '('),
    );

function hasSpawn(tokens: readonly CodeToken[], [start, end]: TokenRange): boolean {
  for (let index = start; index < end; index++) {
    const token = tokens[index];
    if (token?.kind !== 'name') continue;
    if (SPAWNING_CALLS.has(token.text)) return true;
    // A shell command that runs in the background.
    const text = isShellStart(token.text)
      ? tokens.slice(index + 1, index + 5).find((each) => each.kind === 'text')
      : undefined;
    const last = text?.kind === 'text' ? text.pieces.at(-1) : undefined;
    if (typeof last === 'string' && /&\s*$/.test(last)) return true;
  }
  return false;
}

/** Returns true if the code waits or ends. Starting the running program again does not count as waiting. */
function hasWait(tokens: readonly CodeToken[], [start, end]: TokenRange): boolean {
  const body = tokens.slice(start, end);
  if (
    body.some(
      (token, index) =>
        isNameToken(token) &&
        OWN_PROGRAM_NAMES.has((token as { text: string }).text) &&
        hasSpawn(body, [Math.max(0, index - 6), index]),
    )
  )
    return false;
  return body.some((token) => token.kind === 'name' && WAITING_WORDS.has(token.text));
}

/** Returns the body of a loop or function: in braces, in indented lines, or up to the end of the statement. */
function findBody(tokens: readonly CodeToken[], position: number): TokenRange {
  if (isMarkToken(tokens[position], '{')) return [position + 1, findClosingIndex(tokens, position)];
  if (isNameToken(tokens[position], 'do')) return [position + 1, tokens.length];
  if (isMarkToken(tokens[position], ':')) {
    let base = 0;
    for (let previous = position; previous >= Math.max(0, position - MAX_WORDS); previous--) {
      const token = tokens[previous]!;
      if (token.kind !== 'newline') continue;
      base = token.indent;
      break;
    }
    const limit = Math.min(tokens.length, position + MAX_WORDS);
    for (let index = position + 1; index < limit; index++) {
      const token = tokens[index]!;
      if (token.kind === 'newline' && token.indent <= base && index > position + 1) return [position + 1, index];
    }
    return [position + 1, limit];
  }
  const limit = Math.min(tokens.length, position + MAX_WORDS);
  for (let index = position; index < limit; index++) {
    if (isMarkToken(tokens[index], ';') || tokens[index]!.kind === 'newline') return [position, index];
    index = Math.max(index, isMarkToken(tokens[index], '(', '[', '{') ? findClosingIndex(tokens, index) : index);
  }
  return [position, limit];
}

function findStatementStart(tokens: readonly CodeToken[], position: number): number {
  for (let index = position - 1; index >= Math.max(0, position - MAX_WORDS); index--)
    if (isMarkToken(tokens[index], ';', '{') || tokens[index]!.kind === 'newline') return index + 1;
  return 0;
}

function findClosingIndex(tokens: readonly CodeToken[], index: number): number {
  const token = tokens[index];
  return token?.kind === 'mark' && token.close !== undefined ? Math.min(token.close, tokens.length) : index;
}
