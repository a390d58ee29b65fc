import { posix } from 'node:path';

/** Executed program in a trace. */
interface TracedProgram {
  pid: number;
  /** Arguments, the program first: by the path that was executed where its own first argument names another. */
  argv: string[];
  /** Some of it is not there: an argument, or their number, was too long. */
  cut: boolean;
}

const CALL = /^(\d+) +execve(at)?\(/;
/** End of a line about a successful call. A thread that executes a program takes over the pid of the first thread. */
const SUCCESS = /\) += 0$| <pid changed to \d+ \.\.\.>$/;
/** String in strace's notation. A truncated line may end within it. */
const STRING = /"((?:[^"\\]|\\.)*)(?:"(\.{3})?|$)/sy;

/**
 * Parses one line of `strace -f -y -qqq` about an executed program. strace escapes strings, so they cannot end a field.
 * @param broken the line is the beginning of one that was too long
 * @returns undefined if the line is about something else, or the call failed
 */
export function parseExecLine(line: string, broken = false): TracedProgram | undefined {
  const [start, pid, directory] = CALL.exec(line) ?? [];
  if (start === undefined || (!broken && !SUCCESS.test(line))) return undefined;
  const offset = start.length;
  const program = directory === undefined ? parsePath(line, offset) : parseRelativePath(line, offset);
  if (program === undefined) return undefined;
  const { argv, cut } = parseArguments(line, program.end);
  return { pid: Number(pid), argv: replaceProgramName(program.path, argv), cut: cut || broken };
}

interface ParsedPath {
  path: string;
  end: number;
}

function parseString(line: string, at: number): { text: string; cut: boolean; end: number } | undefined {
  STRING.lastIndex = at;
  const match = STRING.exec(line);
  if (match === null) return undefined;
  return { text: unescapeString(match[1] ?? ''), cut: match[2] !== undefined, end: STRING.lastIndex };
}

function parsePath(line: string, at: number): ParsedPath | undefined {
  const literal = parseString(line, at);
  return literal && { path: literal.text, end: literal.end };
}

/** Parses `3</usr/bin/echo>, "", [`: a program given by a descriptor, or relative to a folder. */
function parseRelativePath(line: string, at: number): ParsedPath | undefined {
  const folder = /(?:AT_FDCWD|-?\d+)(?:<((?:[^<>\\]|\\.)*)>)?(?:\(deleted\))?, /sy;
  folder.lastIndex = at;
  const match = folder.exec(line);
  const name = match && parseString(line, folder.lastIndex);
  if (!match || !name) return undefined;
  const base = match[1] === undefined ? '' : unescapeString(match[1]);
  return { path: name.text === '' ? base : posix.join(base, name.text), end: name.end };
}

function parseArguments(line: string, at: number): { argv: string[]; cut: boolean } {
  const argv: string[] = [];
  if (!line.startsWith(', [', at)) return { argv, cut: !line.startsWith(', NULL', at) };
  let position = at + 3;
  let cut = false;
  for (;;) {
    const argument = parseString(line, position);
    if (argument === undefined) return { argv, cut: cut || line[position] !== ']' };
    argv.push(argument.cut ? `${argument.text}…` : argument.text);
    cut ||= argument.cut;
    position = argument.end;
    if (line.startsWith(', ', position)) position += 2;
  }
}

/** Replaces the program's own name by the executed path. Multi-call binaries keep their name as well. */
function replaceProgramName(path: string, argv: readonly string[]): string[] {
  const [name = '', ...rest] = argv;
  const program = posix.basename(path);
  if (posix.basename(name).replace(/^-/, '') === program) return [name.startsWith('-') ? path : name, ...rest];
  return MULTI_CALL_BINARIES.has(program) && name !== '' ? [path, name, ...rest] : [path, ...rest];
}

const MULTI_CALL_BINARIES = new Set(['busybox', 'toybox', 'coreutils', 'uutils']);

const NAMED_ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** Decodes strace's escapes; invalid UTF-8 becomes U+FFFD. */
function unescapeString(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replace(/\\(?:([0-7]{1,3})|(.))/gs, (_, octal: string | undefined, other: string) =>
    octal === undefined ? (NAMED_ESCAPES[other] ?? other) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
