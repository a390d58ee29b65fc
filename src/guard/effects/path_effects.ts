import { hasFlag, type ProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord } from '../invocation.js';

/** Effects of a program on paths in its arguments. */
export const pathEffects = ['reads', 'writes', 'deletes', 'moves', 'changes'] as const;
export type PathEffect = (typeof pathEffects)[number];

/** Effects of a program on its operands, by position and option. */
interface OperandRoles {
  /** Effect on each operand. */
  each?: PathEffect;
  /** Effect on the last one, if there are several. */
  last?: PathEffect;
  /** Number of leading operands that are no paths; 0 if one of the `unless` options is given. */
  skip?: number;
  unless?: readonly string[];
  /** Options whose value is a path. */
  options?: Readonly<Record<string, PathEffect>>;
  /** Operands like `if=path`. */
  keyed?: Readonly<Record<string, PathEffect>>;
  /** Effects that replace `each` if one of these options is given. */
  with?: readonly { flags: readonly string[]; each: PathEffect | 'none' }[];
}

const read: OperandRoles = { each: 'reads' };
const search: OperandRoles = {
  each: 'reads',
  skip: 1,
  unless: ['-e', '-f', '--regexp', '--file', '--files'],
  options: {
    '-g': 'reads',
    '--glob': 'reads',
    '--iglob': 'reads',
    '--include': 'reads',
    '-f': 'reads',
    '--file': 'reads',
  },
};
const edit: OperandRoles = { each: 'writes' };
const remove: OperandRoles = { each: 'deletes' };
const change: OperandRoles = { each: 'changes', skip: 1, unless: ['--reference'] };
const changeByFlag: OperandRoles = {
  each: 'changes',
  skip: 1,
  unless: ['--reference', '-x', '-w', '-s', '-t', '-a', '-i'],
};
const into = { '-t': 'writes', '--target-directory': 'writes' } as const;

const ROLES: Readonly<Record<string, OperandRoles>> = {
  ...assignRole(
    `cat tac nl head tail less more most bat batcat view xxd hexdump hd od strings base64 base32 basenc rev uniq cut paste join fold
    fmt pr column expand comm diff colordiff cmp sdiff vimdiff delta gzip bzip2 xz zstd gunzip zcat bzcat xzcat uuencode split csplit
    look source . pandoc highlight glow xclip pbcopy dotenv sops age shuf iconv dos2unix ccat mdcat lolcat open
    xdg-open mail mutt mailx kcat hexyl jless fx yq tomlq xq dasel plutil rclone python3-dotenv ssh-keygen json.tool`,
    read,
  ),
  sort: { each: 'reads', options: { '-o': 'writes', '--output': 'writes' } },
  ...assignRole('grep egrep fgrep rg ag ack zgrep ugrep ggrep', search),
  jq: {
    each: 'reads',
    skip: 1,
    unless: ['-f', '--from-file'],
    options: { '--slurpfile': 'reads', '--rawfile': 'reads' },
  },
  // The parser has removed their code from the arguments.
  ...assignRole('awk gawk mawk nawk sqlite3 sqlite duckdb', { each: 'reads' }),
  ...assignRole('sed gsed perl ruby', {
    each: 'reads',
    skip: 1,
    unless: ['-e', '-f', '--expression', '-pe', '-ne'],
    with: [{ flags: ['-i', '--in-place', '-pi', '-i.bak'], each: 'writes' }],
  }),
  ...assignRole(
    'vi vim nvim nano emacs code subl ed ex pico micro gedit kate joe mcedit helix hx visudo sponge tee truncate mkfifo',
    edit,
  ),
  ...assignRole('rm unlink shred srm wipe trash trash-put rimraf del erase rd remove-item', remove),
  cp: { each: 'reads', last: 'writes', options: into, with: [{ flags: ['-n', '--no-clobber'], each: 'none' }] },
  mv: { each: 'moves', last: 'writes', options: into },
  install: { each: 'reads', last: 'writes', options: into, with: [{ flags: ['-d', '--directory'], each: 'none' }] },
  ln: { each: 'reads', last: 'writes', options: into },
  ...assignRole('scp rsync', { each: 'reads', last: 'writes' }),
  dd: { keyed: { 'if=': 'reads', 'of=': 'writes' } },
  ...assignRole('chown chgrp setfacl chcon', change),
  ...assignRole('chmod chattr', changeByFlag),
  tar: {
    each: 'reads',
    with: [
      { flags: ['--remove-files'], each: 'deletes' },
      { flags: ['-x', '-t', '--extract', '--list', '--get', '-xf', '-tf'], each: 'none' },
    ],
    options: { '-C': 'writes' },
  },
  zip: { each: 'reads' },
  ...assignRole('7z 7za rar', { each: 'reads', skip: 1 }),
  patch: { each: 'writes' },
  curl: {
    options: {
      '-o': 'writes',
      '--output': 'writes',
      '-T': 'reads',
      '--upload-file': 'reads',
      '-K': 'reads',
      '--config': 'reads',
    },
  },
  wget: { options: { '-O': 'writes', '--output-document': 'writes', '--post-file': 'reads', '--body-file': 'reads' } },
  openssl: { options: { '-in': 'reads' } },
  // They print what is public: a certificate, a request, a list of revoked ones.
  'openssl x509': {},
  'openssl crl': {},
  'openssl verify': {},
  'openssl s_client': {},
  gpg: { each: 'reads', with: [{ flags: ['--list-keys', '--list-secret-keys', '-k', '-K'], each: 'none' }] },
  'docker cp': { each: 'reads', last: 'writes' },
  'kubectl cp': { each: 'reads', last: 'writes' },
  'podman cp': { each: 'reads', last: 'writes' },
  'aws s3': { each: 'reads', skip: 1, last: 'writes' },
  'gsutil cp': { each: 'reads', last: 'writes' },
  'gcloud storage': { each: 'reads', skip: 1, last: 'writes' },
  'az storage': { options: { '--file': 'reads', '-f': 'reads' } },
  'gh gist': { each: 'reads', skip: 1 },
  'gh release': { each: 'reads', skip: 2 },
  'git add': { each: 'reads' },
  'git hash-object': { each: 'reads' },
  'git diff': { each: 'reads' },
  'git show': { each: 'reads' },
  'git blame': { each: 'reads' },
  'git cat-file': { each: 'reads', skip: 1 },
  'git grep': { each: 'reads', skip: 1 },
  'git checkout': { each: 'writes' },
  'git restore': { each: 'writes', with: [{ flags: ['--staged', '-S'], each: 'none' }] },
  'git mv': { each: 'moves', last: 'writes' },
  // Git can restore committed files.
  'git rm': { each: 'moves', with: [{ flags: ['--cached'], each: 'none' }] },
  mysqldump: { options: { '--result-file': 'writes', '-r': 'writes' } },
  ssh: { options: { '-F': 'reads' } },
  busybox: {},
};

function assignRole(names: string, role: OperandRoles): Record<string, OperandRoles> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, role]));
}

/** Affected paths by effect. */
export type AffectedPaths = Readonly<Record<PathEffect, readonly ExpandedWord[]>>;

/** Returns true if a program affects paths in its arguments. */
export const hasPathEffects = (program: string): boolean => Object.hasOwn(ROLES, program);

/** Returns the paths that a program would read, write, delete, move or change according to its arguments. */
export function findAffectedPaths(program: string, { flags, options, operands }: ProgramArguments): AffectedPaths {
  const found: Record<PathEffect, ExpandedWord[]> = { reads: [], writes: [], deletes: [], moves: [], changes: [] };
  const nested = `${program} ${operands[0]?.text ?? ''}`;
  const two = Object.hasOwn(ROLES, nested);
  const role = two ? ROLES[nested]! : Object.hasOwn(ROLES, program) ? ROLES[program]! : undefined;
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
