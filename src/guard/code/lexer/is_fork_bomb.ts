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
  return tokens.some((token, at) => {
    if (token.kind !== 'name' || spans >= MAX_RANGES) return false;
    const span = findEndlessLoop(tokens, at) ?? findTimerBody(tokens, at) ?? findRecursion(tokens, at);
    if (span !== undefined) spans += 1;
    return (
      span !== undefined && (hasSpawn(tokens, span) || hasCallTo(tokens, span, starters)) && !hasWait(tokens, span)
    );
  });
}

type TokenRange = readonly [from: number, to: number];

const isShellStart = (word: string) => /^(?:system|exec|shell_exec|popen|execSync|os)$/.test(word);

/** Returns the body of an endless loop such as `while (true)`, or the statement before a trailing `while 1`. */
function findEndlessLoop(tokens: readonly CodeToken[], at: number): TokenRange | undefined {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (isNameToken(token, 'loop') && (isMarkToken(next, '{') || isNameToken(next, 'do')))
    return findBody(tokens, at + 1);
  if (
    isNameToken(token, 'for') &&
    isMarkToken(next, '(') &&
    isMarkToken(tokens[at + 2], ';') &&
    isMarkToken(tokens[at + 3], ';')
  )
    return findBody(tokens, findClosingIndex(tokens, at + 1) + 1);
  if (!isNameToken(token, 'while', 'until')) return undefined;
  const round = isMarkToken(next, '(');
  const value = tokens[round ? at + 2 : at + 1];
  const behind = round ? findClosingIndex(tokens, at + 1) + 1 : at + 2;
  if (round && findClosingIndex(tokens, at + 1) !== at + 3) return undefined;
  const always = isNameToken(token, 'while')
    ? isNameToken(value, 'true', 'True') || (value?.kind === 'number' && value.number !== 0)
    : isNameToken(value, 'false');
  if (!always) return undefined;
  const after = tokens[behind];
  // `fork while 1`: the repeated statement stands before the keyword.
  if (after === undefined || isMarkToken(after, ';', '}')) return [Math.max(0, findStatementStart(tokens, at)), at];
  return findBody(tokens, behind);
}

/** Returns the callback of `setInterval(…, 0)`. */
function findTimerBody(tokens: readonly CodeToken[], at: number): TokenRange | undefined {
  if (!isNameToken(tokens[at], 'setInterval', 'setImmediate') || !isMarkToken(tokens[at + 1], '(')) return undefined;
  const close = findClosingIndex(tokens, at + 1);
  const last = tokens[close - 1];
  const paused = last?.kind === 'number' ? last.number > MIN_PAUSE_MS : !isMarkToken(last, ')', '}');
  return paused || isNameToken(tokens[at], 'setImmediate') ? undefined : [at + 2, close];
}

/** Returns the body of a function that starts a process and calls itself unconditionally. */
function findRecursion(tokens: readonly CodeToken[], at: number): TokenRange | undefined {
  const called = tokens[at + 1];
  if (!isNameToken(tokens[at], 'function', 'def', 'sub') || called?.kind !== 'name') return undefined;
  let open = at + 2;
  if (isMarkToken(tokens[open], '(')) open = findClosingIndex(tokens, open) + 1;
  const span = findBody(tokens, open);
  const body = tokens.slice(span[0], Math.min(span[1], span[0] + MAX_WORDS));
  const itself = body.some((token, index) => isNameToken(token, called.text) && isMarkToken(body[index + 1], '('));
  const decides = body.some(
    (token) => isNameToken(token, 'if', 'unless', 'case', 'switch') || isMarkToken(token, '?', '&&', '||'),
  );
  return itself && !decides ? span : undefined;
}

/** Returns the names of functions that start a process and do not wait for it. */
function findSpawningFunctions(tokens: readonly CodeToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < tokens.length && names.size < MAX_RANGES; at++) {
    const name = tokens[at + 1];
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    if (isNameToken(token, 'function', 'def', 'sub') && name?.kind === 'name') {
      const open = isMarkToken(tokens[at + 2], '(') ? findClosingIndex(tokens, at + 2) + 1 : at + 2;
      add(name.text, findBody(tokens, open));
    } else if (isMarkToken(name, '=')) {
      const from = isNameToken(tokens[at + 2], 'async') ? at + 3 : at + 2;
      const behind = isMarkToken(tokens[from], '(') ? findClosingIndex(tokens, from) + 1 : from + 1;
      if (isNameToken(tokens[from], 'function')) {
        const open = tokens.findIndex(
          (each, index) => index > from && index < from + MAX_GAP && isMarkToken(each, '('),
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

const hasCallTo = (tokens: readonly CodeToken[], [from, to]: TokenRange, names: ReadonlySet<string>): boolean =>
  names.size > 0 &&
  tokens
    .slice(from, to)
    .some(
      (token, index) =>
        isNameToken(token) && names.has((token as { text: string }).text) && isMarkToken(tokens[from + index + 1], '('),
    );

function hasSpawn(tokens: readonly CodeToken[], [from, to]: TokenRange): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    if (SPAWNING_CALLS.has(token.text)) return true;
    // A shell command that runs in the background.
    const text = isShellStart(token.text)
      ? tokens.slice(at + 1, at + 5).find((each) => each.kind === 'text')
      : undefined;
    const last = text?.kind === 'text' ? text.pieces.at(-1) : undefined;
    if (typeof last === 'string' && /&\s*$/.test(last)) return true;
  }
  return false;
}

/** Returns true if the code waits or ends. Starting the running program again does not count as waiting. */
function hasWait(tokens: readonly CodeToken[], [from, to]: TokenRange): boolean {
  const body = tokens.slice(from, to);
  if (
    body.some(
      (token, at) =>
        isNameToken(token) &&
        OWN_PROGRAM_NAMES.has((token as { text: string }).text) &&
        hasSpawn(body, [Math.max(0, at - 6), at]),
    )
  )
    return false;
  return body.some((token) => token.kind === 'name' && WAITING_WORDS.has(token.text));
}

/** Returns the body of a loop or function: in braces, in indented lines, or up to the end of the statement. */
function findBody(tokens: readonly CodeToken[], at: number): TokenRange {
  if (isMarkToken(tokens[at], '{')) return [at + 1, findClosingIndex(tokens, at)];
  if (isNameToken(tokens[at], 'do')) return [at + 1, tokens.length];
  if (isMarkToken(tokens[at], ':')) {
    let base = 0;
    for (let before = at; before >= Math.max(0, at - MAX_WORDS); before--) {
      const token = tokens[before]!;
      if (token.kind !== 'newline') continue;
      base = token.indent;
      break;
    }
    const limit = Math.min(tokens.length, at + MAX_WORDS);
    for (let index = at + 1; index < limit; index++) {
      const token = tokens[index]!;
      if (token.kind === 'newline' && token.indent <= base && index > at + 1) return [at + 1, index];
    }
    return [at + 1, limit];
  }
  const limit = Math.min(tokens.length, at + MAX_WORDS);
  for (let index = at; index < limit; index++) {
    if (isMarkToken(tokens[index], ';') || tokens[index]!.kind === 'newline') return [at, index];
    index = Math.max(index, isMarkToken(tokens[index], '(', '[', '{') ? findClosingIndex(tokens, index) : index);
  }
  return [at, limit];
}

function findStatementStart(tokens: readonly CodeToken[], at: number): number {
  for (let index = at - 1; index >= Math.max(0, at - MAX_WORDS); index--)
    if (isMarkToken(tokens[index], ';', '{') || tokens[index]!.kind === 'newline') return index + 1;
  return 0;
}

function findClosingIndex(tokens: readonly CodeToken[], at: number): number {
  const token = tokens[at];
  return token?.kind === 'mark' && token.close !== undefined ? Math.min(token.close, tokens.length) : at;
}
