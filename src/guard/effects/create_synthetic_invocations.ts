import { hasFlag, parseProgramArguments } from '../arguments/program_arguments.js';
import {
  createShellInvocation,
  createWord,
  createWords,
  type ExpandedWord,
  type Invocation,
  UNKNOWN_VALUE,
} from '../invocation.js';
import { findEndedProcesses } from './find_ended_processes.js';
import { isRemotePath, resolveFoundPaths } from './path_effects.js';

/** Names of single files that look like folders. */
const FILES =
  /^(gradlew|mvnw|configure|makefile|gnumakefile|justfile|dockerfile|gemfile|rakefile|procfile|version|license|readme|codeowners)$/;
/** Folders whose files often have no extension. */
const OF_FILES = /(^|\/)(bin|sbin|scripts|script|hooks|\.husky|tools|ci)$/;
const EVERYTHING: ExpandedWord = createWord('.');

/** Returns what `git checkout` or `git restore` would discard: folders, patterns and lists, or single files. */
function findDiscardedPaths(
  invocation: Invocation,
  line: readonly Invocation[],
  listsChanged: () => boolean,
): { paths: readonly ExpandedWord[]; files: readonly ExpandedWord[] } {
  const nothing = { paths: [], files: [] };
  const [subcommand] = invocation.args;
  if (subcommand?.text !== 'checkout' && subcommand?.text !== 'restore') return nothing;
  const args = resolveFoundPaths(invocation, line);
  const { flags, options, operands } = parseProgramArguments('git', args);
  // An interactive choice of hunks is a decision; answers from a pipe are none.
  if ((hasFlag(flags, '-p') || hasFlag(flags, '--patch')) && invocation.input === undefined) return nothing;
  const restores = subcommand.text === 'restore';
  const staged = hasFlag(flags, '--staged') || hasFlag(flags, '-S');
  if (restores && staged && !hasFlag(flags, '--worktree') && !hasFlag(flags, '-W')) return nothing;
  if (options.some(({ flag }) => flag === '--pathspec-from-file')) return { ...nothing, paths: [EVERYTHING] };
  const names = operands.slice(1);
  const creates = ['-b', '-B', '-t', '--track', '--orphan'].some((flag) => hasFlag(flags, flag));
  if (creates && !restores) return nothing;
  const paths = (restores ? names : getCheckoutPaths(names, args)).flatMap((word) => {
    if (word.text === UNKNOWN_VALUE) return listsChanged() ? [EVERYTHING] : [];
    return [stripPathspecMagic(word)];
  });
  return { paths: paths.filter(isFolderOrPattern), files: paths.filter((path) => !isFolderOrPattern(path)) };
}

/** A name with an extension of source code or texts, which hardly a branch has. */
const FILE =
  /\.(tsx?|[mc]?jsx?|[mc]ts|jsonc?|mdx?|py|rb|go|rs|[ch]|cc|cpp|hpp|java|kts?|swift|php|sh|ya?ml|toml|lock|txt|s?css|html?|vue|svelte|sql|xml|ini|cfg|conf|csv|tf|proto|exs?|scala|cs|lua|ipynb|snap|svg|gradle|mod|sum)$/i;

/** Returns the words that are paths: all behind `--`; else without a leading branch or commit. */
function getCheckoutPaths(names: readonly ExpandedWord[], args: readonly ExpandedWord[]): readonly ExpandedWord[] {
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes !== -1) return args.slice(dashes + 1);
  const [first, ...rest] = names;
  if (first && rest.length === 0 && FILE.test(first.text)) return names;
  return first && (first.glob || first.text === UNKNOWN_VALUE || /^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/.test(first.text))
    ? names
    : rest;
}

/** Removes pathspec magic: `:(glob)src/**` and `:/src` become `src`; an exclusion becomes everything. */
function stripPathspecMagic({ text, glob }: ExpandedWord): ExpandedWord {
  if (/^:(\([^)]*exclude[^)]*\)|[!^])/.test(text)) return EVERYTHING;
  // `**` matches all folders below.
  const path = text.replace(/^:(\([^)]*\)|\/|:)?/, '').replace(/\*\*.*$/s, '');
  return path === '' ? EVERYTHING : { text: path, glob };
}

/** Returns true for a folder or a pattern. Names without an extension are assumed to be folders. */
function isFolderOrPattern({ text, glob }: ExpandedWord): boolean {
  if (glob || /\/$|[*?[]/.test(text)) return true;
  const [, folder = '', name = text] = /^(?:(.*)\/)?([^/]*)$/.exec(text) ?? [];
  if (name === '.' || name === '..' || name === '') return true;
  return /^[a-z][a-z0-9_-]*$/.test(name) && !FILES.test(name) && !OF_FILES.test(folder);
}

/** Returns true if an invocation lists all changed or all tracked files: `git diff --name-only`, `git ls-files -m`. */
function isChangeListing({ program, args }: Invocation): boolean {
  if (program !== 'git' || args.some(({ text }) => text === '--')) return false;
  const [subcommand = '', ...rest] = args.map(({ text }) => text);
  if (/^(ls-files|status)$/.test(subcommand)) return rest.every((word) => word.startsWith('-'));
  return subcommand === 'diff' && rest.some((word) => word === '--name-only' || word === '--name-status');
}

/** Returns true if the output of an invocation goes into a word, a file or another program. */
const isOutputUsed = (invocation: Invocation, line: readonly Invocation[]): boolean =>
  invocation.captured === true ||
  invocation.redirects.length > 0 ||
  line.some(({ input }) => input?.kind === 'pipe' && input.from.includes(invocation));

/** Options that make rsync delete at its destination. */
const DELETING = ['', '-before', '-after', '-during', '-delay', '-excluded'].map((when) => `--delete${when}`);

/** Creates `end-process NAME`, `git-discard PATH` and the like for effects that several programs share. */
export function createSyntheticInvocations(
  invocations: readonly Invocation[],
  line: readonly Invocation[],
): readonly Invocation[] {
  const ended = findEndedProcesses(invocations, line);
  let listed: boolean | undefined;
  const listsChanged = () => {
    listed ??= line.some((other) => isChangeListing(other) && isOutputUsed(other, line));
    return listed;
  };
  const create = (name: string, words: readonly ExpandedWord[], folder?: ExpandedWord) =>
    words.length > 0 ? [createShellInvocation(name, words, [], folder)] : [];
  return [
    ...create('end-process', createWords([...ended])),
    ...invocations.flatMap((invocation) => {
      const { program, folder } = invocation;
      if (program === 'rsync') return create('sync-away', findRemoteGoals(invocation), folder);
      if (program !== 'git') return [];
      const { paths, files } = findDiscardedPaths(invocation, line, listsChanged);
      return [...create('git-discard', paths, folder), ...create('git-discard-file', files, folder)];
    }),
  ];
}

/** Returns the remote destination of an rsync that deletes there. */
function findRemoteGoals({ args }: Invocation): ExpandedWord[] {
  const { flags, operands } = parseProgramArguments('rsync', args);
  const deletes = [...DELETING, '--del'].some((flag) => hasFlag(flags, flag));
  return deletes && operands.length > 1 ? operands.slice(-1).filter(({ text }) => isRemotePath(text)) : [];
}
