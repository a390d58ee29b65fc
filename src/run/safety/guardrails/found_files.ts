import { type Deed, UNKNOWN, type Word } from './deed.js';

/** Tests and actions of `find` with a value. */
const WITH_VALUE = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime -ctime -mmin -amin
  -cmin -used -newer -anewer -cnewer -user -group -uid -gid -perm -links -inum -samefile
  -context -fstype -maxdepth -mindepth -regextype -printf -fprint -fprint0 -fls -files0-from`.split(/\s+/),
);
const BY_NAME = /^-(name|iname|path|ipath|wholename|iwholename|regex|iregex)$/;
/** Tests by which one's own or old files are chosen. */
const BY_PROPERTY = /^-([acm](time|min)|newer\w*|anewer|cnewer|user|uid|samefile|used)$/;
const EXECUTES = /^-(exec|execdir|ok|okdir)$/;
const DELETES = /^(.*\/)?(rm|unlink|shred|rimraf|srm)$/;
const TEMP_ROOT = /^\/(private\/)?(tmp|var\/tmp|dev\/shm)\/*$/;

/** One alternative of an expression: what stands between two `-o`. */
interface FindBranch {
  names: string[];
  /** Only what is empty, or of a certain age or owner. */
  empty: boolean;
  byProperty: boolean;
  /** Something in it deletes what it finds. */
  deletes: boolean;
}

interface FindExpression {
  starts: Word[];
  branches: FindBranch[];
}

const newBranch = (): FindBranch => ({ names: [], empty: false, byProperty: false, deletes: false });

/** Reads the words of a `find`: values of tests and words of the commands that it runs are no actions. */
function readFind(args: readonly Word[]): FindExpression {
  const starts: Word[] = [];
  const branches = [newBranch()];
  let negated = false;
  let depth = 0;
  let choice = false;
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at]!;
    const branch = branches.at(-1)!;
    const deletion = () => {
      branch.deletes = true;
      // Within brackets the names may be those of the other alternative.
      if (depth > 0 && choice) branch.names = ['*'];
    };
    if (text === '(') depth += 1;
    else if (text === ')') depth = Math.max(0, depth - 1);
    else if (/^(-o|-or|,)$/.test(text)) {
      choice = true;
      if (depth === 0) branches.push(newBranch());
    } else if (EXECUTES.test(text)) {
      if (DELETES.test(args[at + 1]?.text ?? '')) deletion();
      at = endOfCommand(args, at);
    } else if (text === '-delete') deletion();
    else if (text === '!' || text === '-not') negated = true;
    else if (BY_NAME.test(text)) {
      if (!negated) branch.names.push(args[at + 1]?.text ?? '*');
      negated = false;
      at += 1;
    } else if (text === '-fprintf') at += 2;
    else if (WITH_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) {
      branch.byProperty ||= BY_PROPERTY.test(text);
      negated = false;
      at += 1;
    } else if (text === '-empty') branch.empty = true;
    else if (!text.startsWith('-') && branches.every(({ names }) => names.length === 0)) starts.push(args[at]!);
  }
  return { starts, branches };
}

/** Place of the `;` that ends a command, or of the `+` behind its `{}`. */
function endOfCommand(args: readonly Word[], from: number): number {
  for (let at = from + 1; at < args.length; at += 1) {
    if (args[at]!.text === ';') return at;
    if (args[at]!.text === '+' && /\{\}|\u{FFFC}/u.test(args[at - 1]!.text)) return at;
  }
  return args.length;
}

/**
 * Where `find` looks and what for, as patterns of paths: `find a -name '*.o'` finds `a/*.o`. All of `a` is `a/*`. Where something is
 * deleted, only what the alternatives that delete look for.
 */
export function foundBy(args: readonly Word[]): Word[] {
  const before = known.get(args);
  if (before) return before;
  const found = patternsOf(args);
  known.set(args, found);
  return found;
}

/** Patterns of each `find`: every command that it runs is asked for them. */
const known = new WeakMap<readonly Word[], Word[]>();

function patternsOf(args: readonly Word[]): Word[] {
  const { starts, branches } = readFind(args);
  const roots = starts.length > 0 ? starts : [{ text: '.', glob: false }];
  const deleting = branches.filter(({ deletes }) => deletes);
  return roots.flatMap(({ text }) => {
    const names = deleting.length > 0 ? deleting.flatMap((one) => namesOf(one, text)) : namesOfAll(branches, text);
    return names.map((name) => ({
      text: `${text.replace(/\/$/, '') || ''}/${name.replace(/^\.?\/?\*\/|^\.\//, '')}`,
      glob: true,
    }));
  });
}

/** Empty files and folders are nothing that somebody misses; old ones, or one's own, are what is cleaned out of a folder for such. */
function namesOf({ names, empty, byProperty }: FindBranch, root: string): string[] {
  if (names.length > 0) return names;
  if (empty) return ['tmp'];
  return [byProperty && TEMP_ROOT.test(root) ? UNKNOWN : '*'];
}

function namesOfAll(branches: readonly FindBranch[], root: string): string[] {
  const names = branches.flatMap((branch) => branch.names);
  return names.length > 0 ? names : namesOf({ ...branches.at(-1)!, empty: branches.some(({ empty }) => empty) }, root);
}

/** Whether a `find` deletes what it finds. */
export const deletesFound = (args: readonly Word[]): boolean => readFind(args).branches.some(({ deletes }) => deletes);

/** What `fd` looks for: `fd -e pyc . src`. */
function foundByFd({ args }: Deed): Word[] {
  const extension = args.findIndex(({ text }) => text === '-e' || text === '--extension');
  const operands = args.filter(({ text }, at) => !text.startsWith('-') && (extension === -1 || at !== extension + 1));
  const name = extension === -1 ? `${operands[0]?.text ?? '*'}` : `*.${args[extension + 1]?.text ?? '*'}`;
  const folder = operands[1]?.text ?? '.';
  return [{ text: `${folder}/${/^[.^$]*$/.test(name) ? '*' : name}`, glob: true }];
}

/** Programs that give words to others. */
const WRAPPERS = /^(g?xargs|find|fd|parallel)$/;

/**
 * The words that stand for what other programs found: xargs and find give names that nobody knows yet, but what they were asked for
 * tells what they may be.
 */
export function withFound(deed: Deed, deeds: readonly Deed[]): readonly Word[] {
  if (!deed.via.some((wrapper) => WRAPPERS.test(wrapper))) return deed.args;
  const found = finder(deed, deeds);
  if (!found) return deed.args;
  const words = found.program === 'find' ? foundBy(found.args) : namedBy(found);
  if (words.length === 0) return deed.args;
  // What find puts in stands below the folder where it looks; other words that are not known are not its.
  const mark = isGivenByFind(deed) ? `/${UNKNOWN}` : UNKNOWN;
  if (!deed.args.some(({ text }) => text.includes(mark))) return deed.args;
  return deed.args.flatMap((word) => {
    if (!word.text.includes(mark) || word.text.startsWith('-')) return [word];
    // `name=@{}`: what stands before the path stays.
    const [before = ''] = /^[^\u{FFFC}]*[@=]/u.exec(word.text) ?? [];
    return words.map(({ text, glob }) => ({ text: before + text, glob }));
  });
}

/** The words come from `find -exec`, not from the output of a find. */
const isGivenByFind = ({ via }: Deed): boolean => via.findLast((wrapper) => WRAPPERS.test(wrapper)) === 'find';

function finder(deed: Deed, deeds: readonly Deed[]): Deed | undefined {
  const { input } = deed;
  // The innermost gives the words.
  const via = deed.via.findLast((wrapper) => WRAPPERS.test(wrapper));
  if (via === 'find') return nearest(deed, deeds, ({ program }) => program === 'find');
  if (via === 'fd') return nearest(deed, deeds, ({ program }) => program === 'fd' || program === 'fdfind');
  if (input?.kind === 'pipe') return input.from.find(({ program }) => /^(find|ls|git|fd|fdfind)$/.test(program));
  return undefined;
}

/** Before the deed, or else after it: what runs the other is noted first, mostly. */
function nearest(deed: Deed, deeds: readonly Deed[], wanted: (deed: Deed) => boolean): Deed | undefined {
  return deeds.slice(0, deeds.indexOf(deed)).findLast(wanted) ?? deeds.find(wanted);
}

function namedBy(deed: Deed): Word[] {
  const operands = deed.args.filter(({ text }) => !text.startsWith('-'));
  if (deed.program === 'fd' || deed.program === 'fdfind') return foundByFd(deed);
  if (deed.program === 'ls') {
    const folders = operands.length > 0 ? operands : [{ text: '.', glob: false }];
    return folders.map((folder) =>
      folder.glob ? folder : { text: `${folder.text.replace(/\/$/, '')}/*`, glob: true },
    );
  }
  if (deed.program === 'git' && operands[0]?.text === 'ls-files' && operands.length === 1)
    return [{ text: './*', glob: true }];
  return [];
}
