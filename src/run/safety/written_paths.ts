import { posix } from 'node:path';
import { type Deed, known, type Word } from './guardrails/deed.js';
import { effectsOf } from './guardrails/effects.js';
import { deletesFound, foundBy, withFound } from './guardrails/found_files.js';
import { argumentsOf } from './guardrails/grammar.js';
import type { Touched } from './protected_paths.js';

/** Which arguments of a program name what it changes. */
type Targets = 'all' | 'last' | 'all-but-first' | 'in-place' | 'dd' | 'git' | 'unpack';

/** Programs that change the files they name, beside what the guardrails know of programs. Whatever else a command changes is seen only in the workspace afterwards. */
const WRITERS: Readonly<Record<string, Targets>> = {
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

/** What of git changes the files that it is told. */
const GIT = new Set(['rm', 'mv', 'checkout', 'restore']);

/** Options that name the folder into which something is unpacked. */
const INTO = new Set(['-C', '--directory', '-d']);

/** Programs that take a whole folder with what is in it. */
const WHOLE = new Set(['rm', 'mv', 'chmod', 'chown', 'chgrp', 'cp', 'rsync', 'shred', 'git', 'find']);

/** Paths looked at; a command line that names more is looked at no further. */
const MOST = 5000;

/**
 * The paths of the workspace that a command line names to change: targets of redirects and of the usual programs, as far as they are
 * known before it runs.
 *
 * @param workspace absolute path of the workspace as commands see it
 */
export function writtenPaths(deeds: readonly Deed[], workspace: string): Touched[] {
  return deeds.flatMap((deed) => ofDeed(deed, deeds, workspace)).slice(0, MOST);
}

function ofDeed(deed: Deed, deeds: readonly Deed[], workspace: string): Touched[] {
  const folder = deed.folder && known(deed.folder) ? posix.resolve(workspace, deed.folder.text) : workspace;
  const relative = (word: Word, below: boolean): Touched[] => {
    if (!known(word) || word.text.startsWith('~')) return [];
    const path = posix.relative(workspace, posix.resolve(folder, word.text));
    return path === '..' || path.startsWith('../') ? [] : [{ path, below, glob: word.glob }];
  };
  const redirected = deed.redirects.filter(({ kind }) => kind !== 'read').flatMap(({ path }) => relative(path, false));
  const below = WHOLE.has(deed.program);
  const args = withFound(deed, deeds);
  const named = [...targetsOf({ program: deed.program, args }), ...changedBy({ program: deed.program, args })];
  return [...redirected, ...named.flatMap((word) => relative(word, below))];
}

/** What the guardrails know of programs. */
function changedBy({ program, args }: Pick<Deed, 'program' | 'args'>): readonly Word[] {
  if (program === 'find') return deletesFound(args) ? foundBy(args) : [];
  const { writes, deletes, moves, changes } = effectsOf(program, argumentsOf(program, args));
  return [...writes, ...deletes, ...moves, ...changes];
}

function targetsOf({ program, args }: Pick<Deed, 'program' | 'args'>): readonly Word[] {
  const targets = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  const end = args.findIndex(({ text }) => text === '--');
  const named = args.filter(({ text }, i) => (end >= 0 && i > end) || !text.startsWith('-'));
  switch (targets) {
    case undefined:
      return [];
    case 'all':
      return named;
    case 'last': {
      // `cp -t FOLDER a b` names it first.
      const into = args.findIndex(({ text }) => text === '-t' || text === '--target-directory');
      return into >= 0 ? args.slice(into + 1, into + 2) : named.slice(-1);
    }
    case 'all-but-first':
      return named.slice(1);
    case 'in-place':
      return args.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text)) ? named : [];
    case 'dd':
      return args.filter(({ text }) => text.startsWith('of=')).map((word) => ({ ...word, text: word.text.slice(3) }));
    case 'git':
      return GIT.has(named[0]?.text ?? '') ? named.slice(1) : [];
    case 'unpack':
      return args.filter((_, i) => INTO.has(args[i - 1]?.text ?? ''));
    default:
      return targets satisfies never;
  }
}
