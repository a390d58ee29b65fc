import { isMark, isName, type Token } from './tokens.js';

/** Calls that start a process and do not wait for it. */
const STARTS = new Set(
  'spawn fork vfork Popen posix_spawn pcntl_fork proc_open popen execFile Worker Process create_subprocess_exec create_subprocess_shell'.split(
    ' ',
  ),
);
/** Calls and words that end a loop, or let it wait. */
const HOLDS = new Set(
  'break return exit wait waitpid wait4 join communicate sleep usleep await throw raise die last readline input gets recv accept get poll Queue'.split(
    ' ',
  ),
);
/** What the running program calls itself: code that starts it again starts all that follows again. */
const ITSELF = new Set('execPath argv0 __filename __FILE__ $0 argv executable $PROGRAM_NAME __file__'.split(' '));
/** Loops and functions are looked at so far, in words; so many of them. */
const MOST_WORDS = 1000;
const MOST_SPANS = 64;
/** Between `function` and its parameters. */
const MOST_BETWEEN = 3;
/** So short a pause is none, in milliseconds. */
const SHORTEST_PAUSE = 10;

/**
 * Whether code starts processes without end: in a loop that does not end, by a timer without pause, or by a function that calls
 * itself whatever happens.
 */
export function multiplies(tokens: readonly Token[]): boolean {
  if (!tokens.some((token) => token.kind === 'name' && (STARTS.has(token.text) || isShellStart(token.text))))
    return false;
  const starters = functionsThatStart(tokens);
  let spans = 0;
  return tokens.some((token, at) => {
    if (token.kind !== 'name' || spans >= MOST_SPANS) return false;
    const span = endlessLoop(tokens, at) ?? timer(tokens, at) ?? recursion(tokens, at);
    if (span !== undefined) spans += 1;
    return span !== undefined && (startsIn(tokens, span) || callsIn(tokens, span, starters)) && !holdsIn(tokens, span);
  });
}

type Span = readonly [from: number, to: number];

const isShellStart = (word: string) => /^(?:system|exec|shell_exec|popen|execSync|os)$/.test(word);

/** `while (true)`, `while 1:`, `for (;;)`, `loop {`, `loop do`, `until false`; a `while 1` behind its statement. */
function endlessLoop(tokens: readonly Token[], at: number): Span | undefined {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (isName(token, 'loop') && (isMark(next, '{') || isName(next, 'do'))) return bodyFrom(tokens, at + 1);
  if (isName(token, 'for') && isMark(next, '(') && isMark(tokens[at + 2], ';') && isMark(tokens[at + 3], ';'))
    return bodyFrom(tokens, closeOf(tokens, at + 1) + 1);
  if (!isName(token, 'while', 'until')) return undefined;
  const round = isMark(next, '(');
  const value = tokens[round ? at + 2 : at + 1];
  const behind = round ? closeOf(tokens, at + 1) + 1 : at + 2;
  if (round && closeOf(tokens, at + 1) !== at + 3) return undefined;
  const always = isName(token, 'while')
    ? isName(value, 'true', 'True') || (value?.kind === 'number' && value.number !== 0)
    : isName(value, 'false');
  if (!always) return undefined;
  const after = tokens[behind];
  // `fork while 1`: what is repeated stands before.
  if (after === undefined || isMark(after, ';', '}')) return [Math.max(0, statementStart(tokens, at)), at];
  return bodyFrom(tokens, behind);
}

/** `setInterval(…, 0)`. */
function timer(tokens: readonly Token[], at: number): Span | undefined {
  if (!isName(tokens[at], 'setInterval', 'setImmediate') || !isMark(tokens[at + 1], '(')) return undefined;
  const close = closeOf(tokens, at + 1);
  const last = tokens[close - 1];
  const paused = last?.kind === 'number' ? last.number > SHORTEST_PAUSE : !isMark(last, ')', '}');
  return paused || isName(tokens[at], 'setImmediate') ? undefined : [at + 2, close];
}

/** A function that starts something and calls itself, with nothing to decide whether. */
function recursion(tokens: readonly Token[], at: number): Span | undefined {
  const called = tokens[at + 1];
  if (!isName(tokens[at], 'function', 'def', 'sub') || called?.kind !== 'name') return undefined;
  let open = at + 2;
  if (isMark(tokens[open], '(')) open = closeOf(tokens, open) + 1;
  const span = bodyFrom(tokens, open);
  const body = tokens.slice(span[0], Math.min(span[1], span[0] + MOST_WORDS));
  const itself = body.some((token, index) => isName(token, called.text) && isMark(body[index + 1], '('));
  const decides = body.some(
    (token) => isName(token, 'if', 'unless', 'case', 'switch') || isMark(token, '?', '&&', '||'),
  );
  return itself && !decides ? span : undefined;
}

/** Names of functions that start something and do not wait for it: `const f = () => fork(…)`, `function f() { … }`, `def f(): …`. */
function functionsThatStart(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < tokens.length && names.size < MOST_SPANS; at++) {
    const name = tokens[at + 1];
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    if (isName(token, 'function', 'def', 'sub') && name?.kind === 'name') {
      const open = isMark(tokens[at + 2], '(') ? closeOf(tokens, at + 2) + 1 : at + 2;
      add(name.text, bodyFrom(tokens, open));
    } else if (isMark(name, '=')) {
      const from = isName(tokens[at + 2], 'async') ? at + 3 : at + 2;
      const behind = isMark(tokens[from], '(') ? closeOf(tokens, from) + 1 : from + 1;
      if (isName(tokens[from], 'function')) {
        const open = tokens.findIndex(
          (each, index) => index > from && index < from + MOST_BETWEEN && isMark(each, '('),
        );
        if (open > 0) add(token.text, bodyFrom(tokens, closeOf(tokens, open) + 1));
      } else if (isMark(tokens[behind], '=>')) add(token.text, bodyFrom(tokens, behind + 1));
    }
  }
  return names;

  function add(name: string, span: Span): void {
    if (startsIn(tokens, span) && !holdsIn(tokens, [span[0], span[1]])) names.add(name);
  }
}

const callsIn = (tokens: readonly Token[], [from, to]: Span, names: ReadonlySet<string>): boolean =>
  names.size > 0 &&
  tokens
    .slice(from, to)
    .some(
      (token, index) =>
        isName(token) && names.has((token as { text: string }).text) && isMark(tokens[from + index + 1], '('),
    );

function startsIn(tokens: readonly Token[], [from, to]: Span): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    if (STARTS.has(token.text)) return true;
    // A shell that is left in the background.
    const text = isShellStart(token.text)
      ? tokens.slice(at + 1, at + 5).find((each) => each.kind === 'text')
      : undefined;
    const last = text?.kind === 'text' ? text.pieces.at(-1) : undefined;
    if (typeof last === 'string' && /&\s*$/.test(last)) return true;
  }
  return false;
}

/** Something in it waits or ends, unless it is the running program that is started: that waits for nobody. */
function holdsIn(tokens: readonly Token[], [from, to]: Span): boolean {
  const body = tokens.slice(from, to);
  if (
    body.some(
      (token, at) =>
        isName(token) && ITSELF.has((token as { text: string }).text) && startsIn(body, [Math.max(0, at - 6), at]),
    )
  )
    return false;
  return body.some((token) => token.kind === 'name' && HOLDS.has(token.text));
}

/** Behind the head of a loop or function: in braces, in the indented lines, or up to the end of the statement. */
function bodyFrom(tokens: readonly Token[], at: number): Span {
  if (isMark(tokens[at], '{')) return [at + 1, closeOf(tokens, at)];
  if (isName(tokens[at], 'do')) return [at + 1, tokens.length];
  if (isMark(tokens[at], ':')) {
    let base = 0;
    for (let before = at; before >= Math.max(0, at - MOST_WORDS); before--) {
      const token = tokens[before]!;
      if (token.kind !== 'newline') continue;
      base = token.indent;
      break;
    }
    const limit = Math.min(tokens.length, at + MOST_WORDS);
    for (let index = at + 1; index < limit; index++) {
      const token = tokens[index]!;
      if (token.kind === 'newline' && token.indent <= base && index > at + 1) return [at + 1, index];
    }
    return [at + 1, limit];
  }
  const limit = Math.min(tokens.length, at + MOST_WORDS);
  for (let index = at; index < limit; index++) {
    if (isMark(tokens[index], ';') || tokens[index]!.kind === 'newline') return [at, index];
    index = Math.max(index, isMark(tokens[index], '(', '[', '{') ? closeOf(tokens, index) : index);
  }
  return [at, limit];
}

function statementStart(tokens: readonly Token[], at: number): number {
  for (let index = at - 1; index >= Math.max(0, at - MOST_WORDS); index--)
    if (isMark(tokens[index], ';', '{') || tokens[index]!.kind === 'newline') return index + 1;
  return 0;
}

function closeOf(tokens: readonly Token[], at: number): number {
  const token = tokens[at];
  return token?.kind === 'mark' && token.close !== undefined ? Math.min(token.close, tokens.length) : at;
}
