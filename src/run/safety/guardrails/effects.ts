import type { Word } from './deed.js';
import { type Arguments, hasFlag } from './grammar.js';

/** What happens to paths that a program names. */
export const effects = ['reads', 'writes', 'deletes', 'moves', 'changes'] as const;
export type Effect = (typeof effects)[number];

/** What a program does with its operands. */
interface Role {
  /** With each operand. */
  each?: Effect;
  /** With the last one, if there are several. */
  last?: Effect;
  /** So many operands at the beginning are no paths; none of them when one of these options is given. */
  skip?: number;
  unless?: readonly string[];
  /** Options whose value is a path. */
  options?: Readonly<Record<string, Effect>>;
  /** Operands like `if=path`. */
  keyed?: Readonly<Record<string, Effect>>;
  /** With one of these options, another effect on each. */
  with?: readonly { flags: readonly string[]; each: Effect | 'none' }[];
}

const read: Role = { each: 'reads' };
const search: Role = {
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
const edit: Role = { each: 'writes' };
const remove: Role = { each: 'deletes' };
const change: Role = { each: 'changes', skip: 1, unless: ['--reference'] };
const changeByFlag: Role = { each: 'changes', skip: 1, unless: ['--reference', '-x', '-w', '-s', '-t', '-a', '-i'] };
const into = { '-t': 'writes', '--target-directory': 'writes' } as const;

const ROLES: Readonly<Record<string, Role>> = {
  ...all(
    `cat tac nl head tail less more most bat batcat view xxd hexdump hd od strings base64 base32 basenc rev uniq cut paste join fold
    fmt pr column expand comm diff colordiff cmp sdiff vimdiff delta gzip bzip2 xz zstd gunzip zcat bzcat xzcat uuencode split csplit
    look source . pandoc highlight glow xclip pbcopy dotenv sops age shuf iconv dos2unix ccat mdcat lolcat open
    xdg-open mail mutt mailx kcat hexyl jless fx yq tomlq xq dasel plutil rclone python3-dotenv ssh-keygen json.tool`,
    read,
  ),
  sort: { each: 'reads', options: { '-o': 'writes', '--output': 'writes' } },
  ...all('grep egrep fgrep rg ag ack zgrep ugrep ggrep', search),
  jq: {
    each: 'reads',
    skip: 1,
    unless: ['-f', '--from-file'],
    options: { '--slurpfile': 'reads', '--rawfile': 'reads' },
  },
  // Their code is taken from the arguments when it is read.
  ...all('awk gawk mawk nawk sqlite3 sqlite duckdb', { each: 'reads' }),
  ...all('sed gsed perl ruby', {
    each: 'reads',
    skip: 1,
    unless: ['-e', '-f', '--expression', '-pe', '-ne'],
    with: [{ flags: ['-i', '--in-place', '-pi', '-i.bak'], each: 'writes' }],
  }),
  ...all(
    'vi vim nvim nano emacs code subl ed ex pico micro gedit kate joe mcedit helix hx visudo sponge tee truncate mkfifo',
    edit,
  ),
  ...all('rm unlink shred srm wipe trash trash-put rimraf del erase rd remove-item', remove),
  cp: { each: 'reads', last: 'writes', options: into, with: [{ flags: ['-n', '--no-clobber'], each: 'none' }] },
  mv: { each: 'moves', last: 'writes', options: into },
  install: { each: 'reads', last: 'writes', options: into, with: [{ flags: ['-d', '--directory'], each: 'none' }] },
  ln: { each: 'reads', last: 'writes', options: into },
  ...all('scp rsync', { each: 'reads', last: 'writes' }),
  dd: { keyed: { 'if=': 'reads', 'of=': 'writes' } },
  ...all('chown chgrp setfacl chcon', change),
  ...all('chmod chattr', changeByFlag),
  tar: {
    each: 'reads',
    with: [
      { flags: ['--remove-files'], each: 'deletes' },
      { flags: ['-x', '-t', '--extract', '--list', '--get', '-xf', '-tf'], each: 'none' },
    ],
    options: { '-C': 'writes' },
  },
  zip: { each: 'reads' },
  ...all('7z 7za rar', { each: 'reads', skip: 1 }),
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
  // What is committed comes back.
  'git rm': { each: 'moves', with: [{ flags: ['--cached'], each: 'none' }] },
  mysqldump: { options: { '--result-file': 'writes', '-r': 'writes' } },
  ssh: { options: { '-F': 'reads' } },
  busybox: {},
};

function all(names: string, role: Role): Record<string, Role> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, role]));
}

export type Effects = Readonly<Record<Effect, readonly Word[]>>;

/** Tells whether a program does something to paths that it is given. */
export const handlesPaths = (program: string): boolean => Object.hasOwn(ROLES, program);

/** Which paths a program would read, write, delete, move, change, as its arguments say. */
export function effectsOf(program: string, { flags, options, operands }: Arguments): Effects {
  const found: Record<Effect, Word[]> = { reads: [], writes: [], deletes: [], moves: [], changes: [] };
  const nested = `${program} ${operands[0]?.text ?? ''}`;
  const two = Object.hasOwn(ROLES, nested);
  const role = two ? ROLES[nested]! : Object.hasOwn(ROLES, program) ? ROLES[program]! : undefined;
  if (program === 'kubectl' || program === 'oc') found.reads.push(...fromFiles(options));
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
  // What is copied onto a template's place is written; what is taken from another host is not read here.
  if (program === 'git') found.reads = found.reads.map(afterRevision);
  if (program === 'curl' || program === 'http' || program === 'https') found.reads.push(...uploads(options, operands));
  if (program === 'tar' && !extracts(flags, operands)) found.writes = [];
  if (program === 'scp' || program === 'rsync') {
    found.reads = found.reads.filter(({ text }) => !isRemote(text));
    found.writes = found.writes.filter(({ text }) => !isRemote(text));
  }
  return found;
}

/** Only what unpacks writes into the folder that `-C` names: by an option, or by letters without a dash. */
const extracts = (flags: readonly string[], operands: readonly Word[]): boolean =>
  /^[a-zA-Z]*x[a-zA-Z]*$/.test(operands[0]?.text ?? '') ||
  (!['-c', '-t', '-r', '-u', '--create', '--list', '--append', '--update'].some((flag) => hasFlag(flags, flag)) &&
    !/^[a-zA-Z]*[ctru][a-zA-Z]*$/.test(operands[0]?.text ?? ''));

/** `host:path`, but no drive and no pattern. */
export const isRemote = (text: string): boolean =>
  /^([\w.-]+@)?[\w.\-[\]:]{2,}:|^(rsync|s3|gs|ftp|sftp|https?):\/\//.test(text) && !text.startsWith('/');

/** `HEAD:.env` is `.env`. */
const afterRevision = (word: Word): Word =>
  /^[\w./~^@{}-]*:[^:]/.test(word.text) ? { ...word, text: word.text.slice(word.text.indexOf(':') + 1) } : word;

/** Files that curl and HTTPie send: `-d @file`, `-F name=@file`, `file://…`. */
function uploads(options: Arguments['options'], operands: readonly Word[]): Word[] {
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

const fromFiles = (options: Arguments['options']): Word[] =>
  options.filter(({ flag }) => flag === '--from-file' || flag === '--from-env-file').map(({ value }) => value);
