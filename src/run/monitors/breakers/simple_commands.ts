import { type Reading, shellWords } from './shell_words.js';

/** Words that stand in front of a command without being one. */
const RESERVED = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', 'for', '!', '{', '}', 'time']);

/** Programs that run the rest of their arguments, with those of their options that take a value; and words before the command. */
const WRAPPERS: Readonly<Record<string, { options: readonly string[]; words?: number }>> = {
  sudo: { options: ['-u', '-g', '-h', '-p', '-C', '-D', '-R', '-T'] },
  doas: { options: ['-u', '-C'] },
  env: { options: ['-u', '-C'] },
  nice: { options: ['-n'] },
  ionice: { options: ['-c', '-n'] },
  timeout: { options: ['-s', '-k'], words: 1 },
  xargs: { options: ['-n', '-P', '-I', '-L', '-d', '-a', '-E', '-s'] },
  stdbuf: { options: ['-i', '-o', '-e'] },
  nohup: { options: [] },
  setsid: { options: [] },
  command: { options: [] },
  builtin: { options: [] },
  exec: { options: ['-a'] },
  npx: { options: ['-p', '--package'] },
};

/** Options before git's subcommand that take a value. */
const GIT_VALUES = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']);

/** Commands inside commands are followed so deep. */
const MAX_DEPTH = 8;

/**
 * The simple commands of a shell line as words, the program's name first and without its folder: `sudo -u x /bin/rm -rf a && git -C
 * b push` is `rm -rf a` and `git push`. Arguments that are command lines themselves (`sh -c`, `eval`, `find -exec`) are followed.
 */
export function simpleCommands(line: string): { commands: string[][] } & Reading {
  const reading: Reading = { partial: false };
  const commands = read(line, reading, 0);
  return { commands, ...reading };
}

function read(line: string, reading: Reading, depth: number): string[][] {
  return shellWords(line, reading).flatMap((words) => unwrapped(words, reading, depth));
}

function unwrapped(given: readonly string[], reading: Reading, depth: number): string[][] {
  let words = [...given];
  while (words.length > 0 && (RESERVED.has(words[0]!) || /^[A-Za-z_]\w*\+?=/.test(words[0]!))) words.shift();
  const program = words[0]?.split('/').at(-1);
  if (program === undefined || program === '') return [];
  if (depth > MAX_DEPTH) {
    reading.partial = true;
    return [];
  }
  words = [program, ...words.slice(1)];
  const inner = (words: readonly string[]) => unwrapped(words, reading, depth + 1);
  const wrapper = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper) return [words, ...inner(afterOptions(words, wrapper))];
  if (/^(ba|da|k|z|a)?sh$/.test(program)) {
    const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
    return [words, ...(at === -1 ? [] : read(words[at + 1] ?? '', reading, depth + 1))];
  }
  if (program === 'eval') return [words, ...read(words.slice(1).join(' '), reading, depth + 1)];
  if (program === 'find') return [words, ...executedByFind(words).flatMap(inner)];
  if (program === 'git') return [withoutGlobalOptions(words)];
  return [words];
}

function afterOptions(
  words: readonly string[],
  { options, words: skipped = 0 }: { options: readonly string[]; words?: number },
) {
  let at = 1;
  for (; words[at]?.startsWith('-'); at += 1) if (options.includes(words[at]!)) at += 1;
  return words.slice(at + skipped);
}

function executedByFind(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => (/^-(exec|execdir|ok|okdir)$/.test(word) ? [words.slice(at + 1)] : []));
}

function withoutGlobalOptions(words: readonly string[]): string[] {
  let at = 1;
  for (; words[at]?.startsWith('-'); at += 1) if (GIT_VALUES.has(words[at]!)) at += 1;
  return ['git', ...words.slice(at)];
}
