import { hasFlag, type ProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord } from '../invocation.js';
import { type PathEffect, vocabulary } from '../vocabulary/vocabulary.js';

/** Affected paths by effect. */
export type AffectedPaths = Readonly<Record<PathEffect, readonly ExpandedWord[]>>;

/** Returns true if a program affects paths in its arguments. */
export const hasPathEffects = (program: string): boolean => vocabulary.roles.has(program);

/** Returns the paths that a program would read, write, delete, move or change according to its arguments. */
export function findAffectedPaths(program: string, { flags, options, operands }: ProgramArguments): AffectedPaths {
  const found: Record<PathEffect, ExpandedWord[]> = { reads: [], writes: [], deletes: [], moves: [], changes: [] };
  const nested = `${program} ${operands[0]?.text ?? ''}`;
  const two = vocabulary.roles.has(nested);
  const role = vocabulary.roles.get(two ? nested : program);
  if (program === 'kubectl' || program === 'oc') found.reads.push(...findConfigFiles(options));
  if (!role) return found;
  const unskipped = role.unless?.some((flag) => hasFlag(flags, flag));
  const paths = operands.slice((two ? 1 : 0) + (unskipped ? 0 : (role.skip ?? 0)));
  const each = role.with?.find((other) => other.flags.some((flag) => hasFlag(flags, flag)))?.each ?? role.each;
  const goalByOption = options.some(({ flag }) => role.options?.[flag] === 'writes');
  const hasLast = role.last !== undefined && paths.length > 1 && !goalByOption && each !== 'none';
  paths.forEach((path, at) => {
    const effect = hasLast && at === paths.length - 1 ? role.last! : each;
    const keyed = Object.entries(role.keyed ?? {}).find(([key]) => path.text.startsWith(key));
    if (keyed) found[keyed[1]].push({ text: path.text.slice(keyed[0].length), glob: path.glob });
    else if (effect && effect !== 'none') found[effect].push(path);
  });
  for (const { flag, value } of options) {
    const effect = role.options?.[flag];
    if (effect) found[effect].push(value);
  }
  // Paths on other hosts are neither read nor written here.
  if (program === 'git') found.reads = found.reads.map(stripRevision);
  if (program === 'curl' || program === 'http' || program === 'https')
    found.reads.push(...findUploadedFiles(options, operands));
  if (program === 'tar' && !isExtraction(flags, operands)) found.writes = [];
  if (program === 'scp' || program === 'rsync') {
    found.reads = found.reads.filter(({ text }) => !isRemotePath(text));
    found.writes = found.writes.filter(({ text }) => !isRemotePath(text));
  }
  return found;
}

/** Returns true if tar extracts into the folder of `-C`: by an option, or by letters without a dash. */
const isExtraction = (flags: readonly string[], operands: readonly ExpandedWord[]): boolean =>
  /^[a-zA-Z]*x[a-zA-Z]*$/.test(operands[0]?.text ?? '') ||
  (!['-c', '-t', '-r', '-u', '--create', '--list', '--append', '--update'].some((flag) => hasFlag(flags, flag)) &&
    !/^[a-zA-Z]*[ctru][a-zA-Z]*$/.test(operands[0]?.text ?? ''));

/** Returns true for `host:path` and URLs, but not for a drive or a pattern. */
export const isRemotePath = (text: string): boolean =>
  /^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(text) && !text.startsWith('/');

/** Removes the revision: `HEAD:.env` becomes `.env`. */
const stripRevision = (word: ExpandedWord): ExpandedWord =>
  /^[\w./~^@{}-]*:[^:]/.test(word.text) ? { ...word, text: word.text.slice(word.text.indexOf(':') + 1) } : word;

/** Returns the files that curl and HTTPie send: `-d @file`, `-F name=@file`, `file://…`. */
function findUploadedFiles(options: ProgramArguments['options'], operands: readonly ExpandedWord[]): ExpandedWord[] {
  const sent = options
    .filter(({ flag }) => /^(-d|-F|-b|--data.*|--json|--form|--url-query|-H|--header)$/.test(flag))
    .flatMap(({ value }) => {
      const at = /^@|=@|=</.exec(value.text);
      return at ? [{ ...value, text: value.text.slice(at.index + at[0].length).replace(/[;,].*$/, '') }] : [];
    });
  const named = operands.flatMap((word) => {
    if (word.text.startsWith('file://')) return [word];
    const at = /^[\w.-]*:?[@=]@/.exec(word.text) ?? /^@/.exec(word.text);
    return at ? [{ ...word, text: word.text.slice(at[0].length) }] : [];
  });
  return [...sent, ...named];
}

const findConfigFiles = (options: ProgramArguments['options']): ExpandedWord[] =>
  options.filter(({ flag }) => flag === '--from-file' || flag === '--from-env-file').map(({ value }) => value);
