import { type Deed, UNKNOWN, type Word } from './deed.js';
import { withFound } from './found_files.js';
import { argumentsOf, hasFlag } from './grammar.js';

/** Names of single files that look like folders. */
const FILES =
  /^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/;
/** Folders whose files often have no ending. */
const OF_FILES = /(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/;
const EVERYTHING: Word = { text: '.', glob: false };

/**
 * Returns the paths of which `git checkout` or `git restore` throws away whatever is not committed: folders, patterns, and lists that
 * nobody has read. Files that are named one by one are none.
 *
 * @param line all deeds of the line, which may find the paths
 * @param listsChanged whether something on the line lists all that was changed
 */
export function discardedPaths(deed: Deed, line: readonly Deed[], listsChanged: () => boolean): readonly Word[] {
  const [subcommand] = deed.args;
  if (subcommand?.text !== 'checkout' && subcommand?.text !== 'restore') return [];
  const args = withFound(deed, line);
  const { flags, options, operands } = argumentsOf('git', args);
  // Who is asked hunk by hunk decides; who answers from a pipe does not.
  if ((hasFlag(flags, '-p') || hasFlag(flags, '--patch')) && deed.input === undefined) return [];
  const restores = subcommand.text === 'restore';
  const staged = hasFlag(flags, '--staged') || hasFlag(flags, '-S');
  if (restores && staged && !hasFlag(flags, '--worktree') && !hasFlag(flags, '-W')) return [];
  if (options.some(({ flag }) => flag === '--pathspec-from-file')) return [EVERYTHING];
  const named = operands.slice(1);
  return (restores ? named : pathsOfCheckout(named, args)).flatMap((word) => {
    if (word.text === UNKNOWN) return listsChanged() ? [EVERYTHING] : [];
    const path = withoutMagic(word);
    return isMany(path) ? [path] : [];
  });
}

/** Behind `--` stand paths alone; before it a branch or commit, which a path must not be taken for. */
function pathsOfCheckout(named: readonly Word[], args: readonly Word[]): readonly Word[] {
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes !== -1) return args.slice(dashes + 1);
  const [first, ...rest] = named;
  return first && (first.glob || first.text === UNKNOWN || /^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(first.text))
    ? named
    : rest;
}

/** `:(glob)src/**` is `src/**`, `:/src` is `src`; what only leaves something out means all the rest. */
function withoutMagic({ text, glob }: Word): Word {
  if (/^:(\([^)]*exclude[^)]*\)|[!^])/.test(text)) return EVERYTHING;
  // `**` goes down into all folders.
  const path = text.replace(/^:(\([^)]*\)|\/|:)?/, '').replace(/\*\*.*$/s, '');
  return path === '' ? EVERYTHING : { text: path, glob };
}

/** Tells whether a path is a folder or a pattern. What git knows cannot be asked; names without an ending are folders, mostly. */
function isMany({ text, glob }: Word): boolean {
  if (glob || /\/$|[*?[]/.test(text)) return true;
  const [, folder = '', name = text] = /^(?:(.*)\/)?([^/]*)$/.exec(text) ?? [];
  if (name === '.' || name === '..' || name === '') return true;
  return /^[a-z][a-z0-9_-]*$/.test(name) && !FILES.test(name) && !OF_FILES.test(folder);
}

/** Tells whether a deed lists all that was changed, or all there is: `git diff --name-only`, `git ls-files -m`. */
export function listsChanges({ program, args }: Deed): boolean {
  if (program !== 'git' || args.some(({ text }) => text === '--')) return false;
  const [subcommand, ...rest] = args.map(({ text }) => text);
  if (subcommand === 'ls-files') return rest.every((word) => word.startsWith('-'));
  if (subcommand === 'status') return rest.every((word) => word.startsWith('-'));
  return subcommand === 'diff' && rest.some((word) => word === '--name-only' || word === '--name-status');
}
