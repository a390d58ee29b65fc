import { hasFlag, type ProgramArguments } from '../arguments/program_arguments.js';
import { createWord, type ExpandedWord, getFeeders, type Invocation, UNKNOWN_VALUE, writeLine } from '../invocation.js';
import { memoize } from '../memoize.js';
import { findCommandEnd, getOptionValues, splitOptions } from '../shell/syntax/split_options.js';
import { forms, type PathEffect, vocabulary } from '../vocabulary/vocabulary.js';

const MOST_DEEDS = 200;

/** Returns deleted paths, and those that the line moved there: `mv ~/a /tmp/b; rm -r /tmp/b` deletes `~/a`. */
export function findDeletedPaths(
  deleted: readonly ExpandedWord[],
  invocation: Invocation,
  line: readonly Invocation[],
): readonly ExpandedWord[] {
  if (invocation.program === 'find') return getDeletedPatterns(invocation.args);
  if (deleted.length === 0 || line.length > MOST_DEEDS) return deleted;
  const previous = line.slice(0, Math.max(0, line.indexOf(invocation))).filter(({ program }) => program === 'mv');
  const moved = previous.flatMap(({ args }) => {
    const paths = args.filter(({ text }) => !text.startsWith('-'));
    const end = paths.at(-1);
    const isNear = ({ text }: ExpandedWord) => end && (isWithin(end.text, text) || isWithin(text, end.text));
    return paths.length > 1 && deleted.some(isNear) ? paths.slice(0, -1) : [];
  });
  return [...deleted, ...moved];
}

const isWithin = (path: string, folder: string): boolean => `${path}/`.startsWith(`${folder.replace(/\/\*?$/, '')}/`);

/** Tests and actions of `find` with a value. */
const WITH_VALUE = new Set(vocabulary.getopt.find.long!.map((name) => `-${name}`));

/** Creates one alternative of a `find` expression, between two `-o`: of empty files, or of a certain age or owner. */
const createBranch = () => ({ names: [] as string[], empty: false, byProperty: false, deletes: false, acts: false });
type FindBranch = ReturnType<typeof createBranch>;

/** Parses a `find` into folders, without a last slash, and alternatives. Words of its commands are no actions. */
function parseFind(args: readonly ExpandedWord[]): { starts: string[]; branches: FindBranch[] } {
  const starts: string[] = [];
  const branches = [createBranch()];
  const isPlain = !args.some(({ text }) => /^(?:!|-not|-o|-or|,)$/.test(text));
  let negated = false;
  let depth = 0;
  let choice = false;
  for (let index = 0; index < args.length; index += 1) {
    const { text } = args[index]!;
    const branch = branches.at(-1)!;
    branch.acts ||= forms.find_action.test(text);
    const deletion = () => {
      branch.deletes = true;
      // Within brackets, the names may belong to the other alternative.
      if (depth > 0 && choice) branch.names = ['*'];
    };
    if (text === '(') depth += 1;
    else if (text === ')') depth = Math.max(0, depth - 1);
    else if (/^(-o|-or|,)$/.test(text)) {
      choice = true;
      if (depth === 0) branches.push(createBranch());
    } else if (forms.find_command.test(text)) {
      if (forms.deleting_program.test(args[index + 1]?.text ?? '')) deletion();
      index = findCommandEnd(args, index);
    } else if (text === '-delete') deletion();
    else if (text === '!' || text === '-not') negated = true;
    else if (forms.find_by_name.test(text)) {
      if (!negated) branch.names.push(args[index + 1]?.text ?? '*');
      negated = false;
      index += 1;
    } else if (text === '-fprintf') index += 2;
    else if (text === '-empty') branch.empty ||= isPlain;
    else if (WITH_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) {
      branch.byProperty ||= forms.find_by_property.test(text);
      negated = false;
      index += 1;
    } else if (!text.startsWith('-') && branches.every(({ names }) => names.length === 0))
      starts.push(text.replace(/\/$/, ''));
  }
  return { starts: starts.length > 0 ? starts : ['.'], branches };
}

/** Returns what `find` finds, or deletes, as patterns: `find a -name '*.o'` gives `a/*.o`, `find a` gives `a/*`. */
export const getFindPatterns = memoize((args: readonly ExpandedWord[]): readonly ExpandedWord[] => {
  const { starts, branches } = parseFind(args);
  const deleting = branches.filter(({ deletes }) => deletes);
  // Without an action, it prints what any of them finds.
  const acting = branches.some(({ acts }) => acts) ? branches.filter(({ acts }) => acts) : branches;
  const names = acting.flatMap((branch) => branch.names);
  const all = { ...acting.at(-1)!, names, empty: acting.some(({ empty }) => empty) };
  return starts.flatMap((start) =>
    (deleting.length > 0 ? deleting : [all])
      .flatMap((branch) => selectBranchNames(branch, start))
      .map((name) => createWord(`${start}/${name.replace(/^\.?\/?\*\/|^\.\//, '')}`, true)),
  );
  // Every command that a `find` runs asks for its patterns.
}, new WeakMap());

/** Returns the names that an alternative selects; empty files, and old ones in a temporary folder, are harmless. */
function selectBranchNames({ names, empty, byProperty }: FindBranch, root: string): string[] {
  if (names.length > 0) return names;
  if (empty) return ['tmp'];
  return [byProperty && forms.temp_root.test(root) ? UNKNOWN_VALUE : '*'];
}

/** Returns what a `find` deletes, as patterns. */
export const getDeletedPatterns = (args: readonly ExpandedWord[]): readonly ExpandedWord[] =>
  parseFind(args).branches.some(({ deletes }) => deletes) ? getFindPatterns(args) : [];

/** Returns the patterns of `fd`, such as `fd -e pyc . src`. */
function getFdPatterns({ args }: Invocation): ExpandedWord[] {
  const { options, operands } = splitOptions(args, { short: 'e', long: ['extension'], permuted: true });
  const [extension] = getOptionValues(options, 'e', 'extension');
  const name = extension ? `*.${extension.text}` : (operands[0]?.text ?? '*');
  const [, alternatives] = /^\^?\(([\w.\\|]+)\)\$?$/.exec(name) ?? [];
  const names = alternatives?.replaceAll('\\', '').split('|') ?? [/^[.^$]*$/.test(name) ? '*' : name];
  return names.map((each) => createWord(`${operands[1]?.text ?? '.'}/${each}`, true));
}

/** Returns the arguments, with placeholders of xargs and find replaced by the patterns that they search for. */
export function resolveFoundPaths(invocation: Invocation, invocations: readonly Invocation[]): readonly ExpandedWord[] {
  // The innermost wrapper supplies the words.
  const wrapper = invocation.wrappers.findLast((wrapper) => forms.supplying_wrapper.test(wrapper));
  const result = wrapper && findFeedingSearch(wrapper, invocation, invocations);
  if (!result) return replaceListedNames(invocation, invocations);
  const words = listFilteredEndings(invocation, result) ?? getListedPaths(result);
  if (words.length === 0) return invocation.args;
  // Find inserts paths below the folders that it searches; other unknown words have another source.
  const folders = wrapper === 'find' ? parseFind(result.args).starts.map((start) => `${start}/`) : [''];
  const isFound = ({ text }: ExpandedWord) => folders.some((folder) => text.includes(folder + UNKNOWN_VALUE));
  if (!invocation.args.some(isFound)) return replaceListedNames(invocation, invocations);
  return invocation.args.flatMap((word) => {
    if (!isFound(word) || word.text.startsWith('-')) return [word];
    // `name=@{}`: keep the text before the path.
    const [previous = ''] = /^[^\u{FFFC}]*[@=]/u.exec(word.text) ?? [];
    return words.map(({ text, glob }) => ({ text: previous + text, glob }));
  });
}

/** Returns the arguments, with all files of a folder for names that an `ls` lists: `for f in $(ls a); do rm a/$f; done`. */
function replaceListedNames(invocation: Invocation, line: readonly Invocation[]): readonly ExpandedWord[] {
  const { args, language } = invocation;
  // Code may choose some of its input.
  const fed = language === 'shell' ? getFeeders(invocation) : [];
  const lists = line.filter((each) => each.program === 'ls' && (each.captured || fed.includes(each)));
  // What is around the list does not choose in it.
  const depth = Math.min(...lists.map(({ wrappers }) => wrappers.length));
  const choices = line.filter((each) => forms.choosing_filter.test(each.program) && each.wrappers.length >= depth);
  if (lists.length === 0 || choices.length > 0) return args;
  const folders = lists.map((each) => each.args.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text));
  return args.map((word) => {
    const [, folder] = new RegExp(`^(?:(.*)/)?${UNKNOWN_VALUE}$`, 's').exec(word.text) ?? [];
    const isListed = ([first, ...rest]: string[]) => rest.length === 0 && first?.replace(/\/$/, '') === folder;
    // A test that is no command may choose single files of the workspace.
    const isSure =
      /^[/~]/.test(folder ?? invocation.folder?.text ?? '') || args.some(({ text }) => /^-\w*[rR]/.test(text));
    return isSure && word.text.endsWith(UNKNOWN_VALUE) && folders.some(isListed)
      ? createWord(folder === undefined ? './*' : `${folder}/*`, true)
      : word;
  });
}

/** Returns the search whose results a wrapper inserts: the nearest, which some parsers record behind what it runs. */
function findFeedingSearch(wrapper: string, invocation: Invocation, line: readonly Invocation[]) {
  if (wrapper !== 'find' && wrapper !== 'fd')
    return getFeeders(invocation).find(({ program }) => forms.search_program.test(program));
  const isSearch = ({ program }: Invocation) => (wrapper === 'find' ? program === 'find' : forms.fd.test(program));
  return line.slice(0, line.indexOf(invocation)).findLast(isSearch) ?? line.find(isSearch);
}

/** Returns patterns of the endings that a last `grep '\\.pyc$'` lets pass of a search here; undefined without one. */
function listFilteredEndings(invocation: Invocation, search: Invocation): ExpandedWord[] | undefined {
  const filter = writeLine(getFeeders(invocation).at(-1) ?? search);
  const [, forms] = /^[ef]?grep (?:-E )?\\\.\(?([\w|]+)\)?\$$/.exec(filter) ?? [];
  const isHere = search.args.every(({ text }) => /^(?:-|ls-files$|\.$|[fd]$)/.test(text));
  return isHere ? forms?.split('|').map((ending) => createWord(`./*.${ending}`, true)) : undefined;
}

function getListedPaths(invocation: Invocation): readonly ExpandedWord[] {
  if (invocation.program === 'find') return getFindPatterns(invocation.args);
  if (forms.fd.test(invocation.program)) return getFdPatterns(invocation);
  const operands = invocation.args.filter(({ text }) => !text.startsWith('-'));
  if (invocation.program === 'ls')
    return (operands.length > 0 ? operands : [createWord('.')]).map(({ text, glob }) =>
      createWord(glob ? text : `${text.replace(/\/$/, '')}/*`, true),
    );
  const [subcommand, ...patterns] = operands;
  if (invocation.program !== 'git' || subcommand?.text !== 'ls-files') return [];
  // A pattern of git holds in every folder.
  return (patterns.length > 0 ? patterns : [createWord('*')]).map(({ text }) => createWord(`./${text}`, true));
}

/** Affected paths by effect. */
export type PathEffects = Readonly<Record<PathEffect, readonly ExpandedWord[]>>;

/** Returns the paths that a program would read, write, delete, move or change according to its arguments. */
export function findAffectedPaths(program: string, { flags, options, operands }: ProgramArguments): PathEffects {
  const result: Record<PathEffect, ExpandedWord[]> = { reads: [], writes: [], deletes: [], moves: [], changes: [] };
  const nested = `${program} ${operands[0]?.text ?? ''}`;
  const two = vocabulary.roles.has(nested);
  const role = vocabulary.roles.get(two ? nested : program);
  if (!role) return result;
  const unskipped = hasFlag(flags, ...(role.unless ?? []));
  const paths = operands.slice((two ? 1 : 0) + (unskipped ? 0 : (role.skip ?? 0)));
  const each = role.with?.find((alternative) => hasFlag(flags, ...alternative.flags))?.each ?? role.each;
  const goalByOption = options.some(({ flag }) => role.options?.[flag] === 'writes');
  const hasLast = role.last !== undefined && paths.length > 1 && !goalByOption && each !== 'none';
  paths.forEach((path, index) => {
    const effect = hasLast && index === paths.length - 1 ? role.last! : each;
    const keyed = Object.entries(role.keyed ?? {}).find(([key]) => path.text.startsWith(key));
    if (keyed) result[keyed[1]].push({ text: path.text.slice(keyed[0].length), glob: path.glob });
    else if (effect && effect !== 'none') result[effect].push(path);
  });
  for (const { flag, value } of options) {
    const effect = role.options?.[flag];
    if (effect) result[effect].push(value);
  }
  // Paths on other hosts are neither read nor written here.
  if (program === 'git') result.reads = result.reads.map(stripRevision);
  if (program === 'curl' || program === 'http' || program === 'https')
    result.reads.push(...findUploadedFiles(options, operands));
  if (program === 'tar' && !isExtraction(flags, operands)) result.writes = [];
  if (program === 'scp' || program === 'rsync')
    for (const effect of ['reads', 'writes'] as const)
      result[effect] = result[effect].filter(({ text }) => !isRemotePath(text));
  return result;
}

/** Returns true if tar extracts into the folder of `-C`: by an option, or by letters without a dash. */
const isExtraction = (flags: readonly string[], operands: readonly ExpandedWord[]): boolean => {
  const letters = /^[a-zA-Z]*$/.exec(operands[0]?.text ?? '')?.[0] ?? '';
  if (/[xctru]/.test(letters)) return letters.includes('x');
  return !hasFlag(flags, '-c', '-t', '-r', '-u', '--create', '--list', '--append', '--update');
};

/** Returns true for `host:path` and URLs, but not for a drive or a pattern. */
export const isRemotePath = (text: string): boolean =>
  /^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(text) && !text.startsWith('/');

/** Removes the revision: `HEAD:.env` becomes `.env`. */
const stripRevision = (word: ExpandedWord): ExpandedWord =>
  /^[\w./~^@{}-]*:[^:]/.test(word.text) ? { ...word, text: word.text.slice(word.text.indexOf(':') + 1) } : word;

/** Returns the files that curl and HTTPie send: `-d @file`, `-F name=@file`, `file://…`. */
function findUploadedFiles(options: ProgramArguments['options'], operands: readonly ExpandedWord[]): ExpandedWord[] {
  const sent = options.flatMap(({ flag, value }) => {
    const isSending = /^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(flag);
    const path = /(?:^@|=@|=<)([^;,]*)/.exec(value.text)?.[1];
    return isSending && path !== undefined ? [{ ...value, text: path }] : [];
  });
  const names = operands.flatMap((word) => {
    if (word.text.startsWith('file://')) return [word];
    const [, path] = /^(?:[\w.-]*:?[@=])?@(.*)/s.exec(word.text) ?? [];
    return path === undefined ? [] : [{ ...word, text: path }];
  });
  return [...sent, ...names];
}
