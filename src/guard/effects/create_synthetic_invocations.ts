import { hasFlag, parseProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { createShellInvocation, createWord, getFeeders, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { memoize } from '../memoize.js';
import { forms, pathWords } from '../vocabulary/vocabulary.js';
import { findEndedProcesses } from './find_ended_processes.js';
import { isRemotePath, resolveFoundPaths } from './path_effects.js';

const EVERYTHING = createWord('.');

/** Returns what `git checkout` or `git restore` would discard: folders, patterns and lists, or single files. */
function findDiscardedPaths(invocation: Invocation, line: readonly Invocation[]): readonly ExpandedWord[] {
  const [subcommand] = invocation.args;
  if (subcommand?.text === 'show' || subcommand?.text === 'cat-file') {
    const shown = invocation.args.map(({ text }) => /^[^:]*:(?:\.\/)?(.*)/.exec(text)?.[1]);
    const targets = invocation.redirects.filter(({ kind }) => kind === 'write').map(({ path }) => path);
    return targets.filter(({ text }) => shown.includes(text));
  }
  if (subcommand?.text !== 'checkout' && subcommand?.text !== 'restore') return [];
  const [list, ...further] = getFeeders(invocation);
  const isListed = invocation.args.every(({ text }) => forms.restoring_word.test(text));
  // What is gone has no changes to lose.
  const isGone = list && further.length === 0 && forms.list_of_deleted.test(writeLine(list));
  if (isListed && isGone && invocation.wrappers.includes('xargs')) return [];
  const args = resolveFoundPaths(invocation, line);
  const { flags, options, operands } = parseProgramArguments('git', args);
  // An interactive choice of hunks is a decision; answers from a pipe are none.
  if (hasFlag(flags, '-p', '--patch') && invocation.input === undefined) return [];
  const restores = subcommand.text === 'restore';
  if (restores && hasFlag(flags, '--staged', '-S') && !hasFlag(flags, '--worktree', '-W')) return [];
  if (options.some(({ flag }) => flag === '--pathspec-from-file')) return [EVERYTHING];
  const names = operands.slice(1);
  if (!restores && hasFlag(flags, '-b', '-B', '-t', '--track', '--orphan')) return [];
  // A side of a conflict is taken for single files.
  const settles = hasFlag(flags, '--theirs', '--ours');
  return (restores ? names : getCheckoutPaths(names, args)).flatMap((word) => {
    if (settles && !isFolderOrPattern(word) && !/^:|\u{FFFC}/u.test(word.text)) return [];
    if (word.text === UNKNOWN_VALUE) return listsChanged(line) ? [EVERYTHING] : [];
    return [stripPathspecMagic(word)];
  });
}

/** Returns the words that are paths: all behind `--`; else without a leading branch or commit. */
function getCheckoutPaths(names: readonly ExpandedWord[], args: readonly ExpandedWord[]): readonly ExpandedWord[] {
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes !== -1) return args.slice(dashes + 1);
  const [first, ...rest] = names;
  const [, ending = ''] = /\.(\w+)$/.exec(first?.text ?? '') ?? [];
  if (rest.length === 0 && pathWords.file_endings.has(ending.toLowerCase())) return names;
  const isPath = first?.glob || /^\u{FFFC}$|^\.{0,2}\/|^\.{1,2}$|\/$|[*?[]|^:/u.test(first?.text ?? '');
  return isPath ? names : rest;
}

/** Removes pathspec magic: `:(glob)src/**` and `:/src` become `src`; an exclusion becomes everything. */
function stripPathspecMagic({ text, glob }: ExpandedWord): ExpandedWord {
  if (/^:(\([^)]*exclude[^)]*\)|[!^])/.test(text)) return EVERYTHING;
  // `**` matches all folders below.
  const path = text.replace(/^:(\([^)]*\)|\/|:)?/, '').replace(/\*\*.*$/s, '');
  return path === '' ? EVERYTHING : createWord(path, glob);
}

/** Returns true for a folder or a pattern. Names without an extension are assumed to be folders. */
function isFolderOrPattern({ text, glob }: ExpandedWord): boolean {
  if (glob || /\/$|[*?[]/.test(text)) return true;
  const [, folder = '', name = text] = /^(?:(.*)\/)?([^/]*)$/.exec(text) ?? [];
  const isName = /^[a-z][a-z0-9_-]*$/.test(name) && !pathWords.files.has(name) && !forms.file_folder.test(folder);
  return isName || /^\.{0,2}$/.test(name);
}

/** Returns true if an invocation lists all changed or all tracked files: `git diff --name-only`, `git ls-files -m`. */
function isChangeListing({ program, args }: Invocation): boolean {
  if (program !== 'git' || args.some(({ text }) => text === '--')) return false;
  const [subcommand = '', ...rest] = args.map(({ text }) => text);
  if (/^(ls-files|status)$/.test(subcommand)) return rest.every((word) => word.startsWith('-'));
  return subcommand === 'diff' && rest.some((word) => word === '--name-only' || word === '--name-status');
}

/** Returns true if a list of changes of a line goes into a word, a file or another program. */
const listsChanged = memoize((line: readonly Invocation[]): boolean => {
  const isFed = (each: Invocation) => line.some((other) => getFeeders(other).includes(each));
  return line.some((each) => isChangeListing(each) && (each.captured || each.redirects.length > 0 || isFed(each)));
}, new WeakMap());

/** Creates `end-process NAME`, `git-discard PATH` and the like for effects that several programs share. */
export function createSyntheticInvocations(
  invocations: readonly Invocation[],
  { invocations: line, workspace }: { invocations: readonly Invocation[]; workspace: string },
): readonly Invocation[] {
  const create = (name: string, words: readonly ExpandedWord[], folder?: ExpandedWord) =>
    words.length > 0 ? [createShellInvocation(name, words, [], folder)] : [];
  return [
    ...create('end-process', findEndedProcesses(invocations, line)),
    ...invocations.flatMap((invocation) => {
      const { program, folder } = invocation;
      if (deletesVolumesElsewhere(invocation, line, workspace))
        return create('compose-elsewhere', [createWord('down')], folder);
      if (program === 'rsync') return create('sync-away', findRemoteGoals(invocation), folder);
      if (program !== 'git') return [];
      const paths = findDiscardedPaths(invocation, line);
      const files = paths.filter((path) => !isFolderOrPattern(path));
      const folders = paths.filter(isFolderOrPattern);
      return [...create('git-discard', folders, folder), ...create('git-discard-file', files, folder)];
    }),
  ];
}

/** Returns true if compose deletes volumes or images of a project elsewhere, or on another machine. */
function deletesVolumesElsewhere(invocation: Invocation, line: readonly Invocation[], workspace: string): boolean {
  const { program, args, folder, environment, wrappers } = invocation;
  if (!forms.compose_program.test(program)) return false;
  const { flags, operands } = parseProgramArguments(program, args);
  const [first, second] = operands.map(({ text }) => text);
  const verb = first === 'compose' ? second : first;
  if (!/^(?:down|rm)$/.test(verb ?? '') || !hasFlag(flags, '-v', '--volumes', '--rmi')) return false;
  const words = writeLine(invocation).replace(forms.unique_project, '');
  const isNamed = Object.entries(environment).some(
    ([name, { text }]) => forms.compose_variable.test(name) && !forms.unique_setting.test(`${name}=${text}`),
  );
  const isOutside = /^[/~]|^\.\./.test(folder?.text ?? '');
  return (
    isNamed ||
    line.some((each) => forms.context_change.test(writeLine(each))) ||
    !wrappers.every((wrapper) => forms.timing_wrapper.test(wrapper)) ||
    forms.compose_place.test(words) ||
    (isOutside && !`${folder?.text}/`.startsWith(`${workspace}/`))
  );
}

/** Returns the remote destination of an rsync that deletes there. */
function findRemoteGoals({ args }: Invocation): ExpandedWord[] {
  const { flags, operands } = parseProgramArguments('rsync', args);
  const deletes = flags.some((flag) => /^--del(?!ay|ete-m)/.test(flag));
  return deletes && operands.length > 1 ? operands.slice(-1).filter(({ text }) => isRemotePath(text)) : [];
}
