import { type Deed, UNKNOWN, type Word } from './deed.js';

/** Tests of `find` that take a value. */
const WITH_VALUE = new Set(
  `-name -iname -path -ipath -wholename -regex -iregex -type -size -mtime -atime -ctime -mmin -amin -cmin -newer -user -group -perm
  -maxdepth -mindepth -uid -gid -links -inum -samefile -regextype -printf -fprintf -fprint -anewer -cnewer -newermt -fstype -lname`.split(
    /\s+/,
  ),
);

/** Where `find` looks and what for, as patterns of paths: `find a -name '*.o'` finds `a/*.o`. All of `a` is `a/*`. */
export function foundBy(args: readonly Word[]): Word[] {
  const starts: Word[] = [];
  const names: string[] = [];
  let selective = false;
  let negated = false;
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at]!;
    if (/^-(exec|execdir|ok|okdir)$/.test(text)) while (at < args.length && !/^(;|\+)$/.test(args[at]!.text)) at += 1;
    else if (text === '!' || text === '-not') negated = true;
    else if (/^-(name|iname|path|ipath|wholename|regex|iregex)$/.test(text)) {
      if (!negated) names.push(args[at + 1]?.text ?? '*');
      negated = false;
      at += 1;
    } else if (WITH_VALUE.has(text)) {
      negated = false;
      at += 1;
    } else if (text === '-empty') selective = true;
    else if (!/^[-()!,]/.test(text) && names.length === 0) starts.push(args[at]!);
  }
  const roots = starts.length > 0 ? starts : [{ text: '.', glob: false }];
  // Empty files and folders are nothing that somebody misses.
  const wanted = names.length > 0 ? names : [selective ? 'tmp' : '*'];
  return roots.flatMap(({ text }) =>
    wanted.map((name) => ({
      text: `${text.replace(/\/$/, '') || ''}/${name.replace(/^\.?\/?\*\/|^\.\//, '')}`,
      glob: true,
    })),
  );
}

/** Whether a `find` deletes what it finds. */
export const deletesFound = (args: readonly Word[]): boolean =>
  args.some(
    ({ text }, at) =>
      text === '-delete' ||
      (/^-(exec|execdir|ok|okdir)$/.test(text) &&
        /^(.*\/)?(rm|unlink|shred|rimraf|srm)$/.test(args[at + 1]?.text ?? '')),
  );

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
