import { posix } from 'node:path';
import { parseProgramArguments } from '../../guard/arguments/program_arguments.js';
import { findAffectedPaths, getDeletedPatterns, resolveFoundPaths } from '../../guard/effects/path_effects.js';
import { type ExpandedWord, type Invocation, isKnownWord } from '../../guard/invocation.js';
import type { TouchedPath } from './protected_path_matcher.js';

/** Selection of the arguments that name files which a program changes. */
type WriteTargets = 'all' | 'last' | 'all-but-first' | 'in-place' | 'dd' | 'git' | 'unpack';

/**
 * Programs that change files named in their arguments, beside those of `pathEffects` in the guard. Other changes are
 * found only in the workspace afterwards.
 */
const WRITERS: Readonly<Record<string, WriteTargets>> = {
  rm: 'all',
  unlink: 'all',
  rmdir: 'all',
  mkdir: 'all',
  patch: 'all',
  shred: 'all',
  truncate: 'all',
  touch: 'all',
  tee: 'all',
  mv: 'all',
  cp: 'last',
  install: 'last',
  ln: 'last',
  rsync: 'last',
  chmod: 'all-but-first',
  chown: 'all-but-first',
  chgrp: 'all-but-first',
  sed: 'in-place',
  perl: 'in-place',
  ruby: 'in-place',
  dd: 'dd',
  git: 'git',
  tar: 'unpack',
  unzip: 'unpack',
};

/** Subcommands of git that change files named in their arguments. */
const GIT = new Set(['rm', 'mv', 'checkout', 'restore']);

/** Options that name the folder into which something is unpacked. */
const INTO = new Set(['-C', '--directory', '-d']);

/** Programs that take a whole folder with what is in it. */
const WHOLE = new Set(['rm', 'mv', 'chmod', 'chown', 'chgrp', 'cp', 'rsync', 'shred', 'git', 'find']);

/** Paths examined per command line; further ones are ignored. */
const MOST_PATHS = 5000;

/**
 * Returns the paths of the workspace that a command line would change: targets of redirections and arguments of known
 * programs, as far as they are known before the command runs.
 *
 * @param workspace absolute path of the workspace as commands see it
 */
export function findWrittenPaths(invocations: readonly Invocation[], workspace: string): TouchedPath[] {
  return invocations
    .flatMap((invocation) => findInvocationWrites(invocation, invocations, workspace))
    .slice(0, MOST_PATHS);
}

function findInvocationWrites(
  invocation: Invocation,
  invocations: readonly Invocation[],
  workspace: string,
): TouchedPath[] {
  const folder =
    invocation.folder && isKnownWord(invocation.folder) ? posix.resolve(workspace, invocation.folder.text) : workspace;
  const relative = (word: ExpandedWord, below: boolean): TouchedPath[] => {
    if (!isKnownWord(word) || word.text.startsWith('~')) return [];
    const path = posix.relative(workspace, posix.resolve(folder, word.text));
    return path === '..' || path.startsWith('../') ? [] : [{ path, below, glob: word.glob }];
  };
  const redirected = invocation.redirects
    .filter(({ kind }) => kind !== 'read')
    .flatMap(({ path }) => relative(path, false));
  const includes_children = WHOLE.has(invocation.program);
  const args = resolveFoundPaths(invocation, invocations);
  const targets = [
    ...getWriteTargets({ program: invocation.program, args }),
    ...getChangedPaths({ program: invocation.program, args }),
  ];
  return [...redirected, ...targets.flatMap((word) => relative(word, includes_children))];
}

/** Returns the paths that a program changes according to the guard. */
function getChangedPaths({ program, args }: Pick<Invocation, 'program' | 'args'>): readonly ExpandedWord[] {
  if (program === 'find') return getDeletedPatterns(args);
  const { writes, deletes, moves, changes } = findAffectedPaths(program, parseProgramArguments(program, args));
  return [...writes, ...deletes, ...moves, ...changes];
}

function getWriteTargets({ program, args }: Pick<Invocation, 'program' | 'args'>): readonly ExpandedWord[] {
  const targets = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  const end = args.findIndex(({ text }) => text === '--');
  const operands = args.filter(({ text }, i) => (end >= 0 && i > end) || !text.startsWith('-'));
  switch (targets) {
    case undefined:
      return [];
    case 'all':
      return operands;
    case 'last': {
      // `cp -t FOLDER a b` names it first.
      const into = args.findIndex(({ text }) => text === '-t' || text === '--target-directory');
      return into >= 0 ? args.slice(into + 1, into + 2) : operands.slice(-1);
    }
    case 'all-but-first':
      return operands.slice(1);
    case 'in-place':
      return args.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text)) ? operands : [];
    case 'dd':
      return args.filter(({ text }) => text.startsWith('of=')).map((word) => ({ ...word, text: word.text.slice(3) }));
    case 'git':
      return GIT.has(operands[0]?.text ?? '') ? operands.slice(1) : [];
    case 'unpack':
      return args.filter((_, i) => INTO.has(args[i - 1]?.text ?? ''));
    default:
      return targets satisfies never;
  }
}
