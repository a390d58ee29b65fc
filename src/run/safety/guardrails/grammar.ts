import type { Word } from './deed.js';
import { completeGitOption } from './git_options.js';

/**
 * How programs read their arguments, as far as rules need it: which options take the next word as their value. What is not listed
 * takes none; its value then stands among the operands, after those that matter.
 */
interface Grammar {
  /** Letters of options with a value: `-m text`, `-mtext`. */
  short?: string;
  /** Long options with a value, without the dashes. */
  long?: readonly string[];
  /** Long options begin with one dash. */
  single?: boolean;
  /** Words that are one option each, and no bundle of letters: `-USR1`. */
  whole?: RegExp;
}

/** Signals, as the programs that send them take them. */
const SIGNAL =
  /^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i;

const list = (names: string) => names.split(/\s+/);

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  git: { long: list('git-dir work-tree namespace exec-path config-env') },
  'git commit': { short: 'mFcCt', long: list('message file author date template trailer fixup squash reuse-message') },
  'git tag': { short: 'mFu', long: list('message file sort format local-user') },
  'git merge': { short: 'mFsX', long: list('message file strategy strategy-option') },
  'git notes': { short: 'mFcC', long: list('message file') },
  'git stash': { short: 'm', long: ['message'] },
  'git push': { short: 'o', long: list('push-option repo receive-pack exec') },
  'git log': { short: 'nSGL', long: list('grep author committer since until after before format pretty max-count') },
  'git show': { short: 'n', long: list('format pretty') },
  'git clone': { short: 'bocju', long: list('branch origin config depth jobs reference template upload-pack filter') },
  'git branch': { short: 'u', long: list('set-upstream-to format sort contains') },
  'git checkout': { short: 'bB', long: list('conflict orphan pathspec-from-file') },
  'git switch': { short: 'cC', long: list('create force-create conflict orphan') },
  'git reset': { long: ['pathspec-from-file'] },
  'git rm': { long: ['pathspec-from-file'] },
  'git restore': { short: 's', long: list('source conflict pathspec-from-file') },
  'git clean': { short: 'e', long: ['exclude'] },
  'git rebase': { short: 'xsXC', long: list('exec onto strategy strategy-option') },
  'git config': { short: 'f', long: list('file blob type default') },
  'git grep': { short: 'eABCm', long: ['max-depth'] },
  'git worktree': { short: 'bB', long: list('reason expire') },
  'git reflog': { long: list('expire expire-unreachable') },
  'git prune': { long: ['expire'] },
  'git filter-branch': {
    long: list('tree-filter index-filter msg-filter env-filter subdirectory-filter commit-filter'),
  },
  'git format-patch': { short: 'on', long: ['output-directory'] },
  curl: {
    short: 'XHdFoTuAbceKmrwxyYzECD',
    long: list(
      `request header data data-raw data-binary data-urlencode data-ascii json form form-string output upload-file user user-agent
      cookie cookie-jar referer config max-time retry write-out proxy cert key cacert connect-timeout range url output-dir unix-socket
      resolve retry-delay dump-header interface limit-rate url-query`,
    ),
  },
  wget: {
    short: 'OoaPtTUieAR',
    long: list(
      'output-document output-file directory-prefix header post-data post-file body-data body-file method user-agent user password tries timeout input-file',
    ),
  },
  aria2c: { short: 'odxsj', long: list('out dir') },
  axel: { short: 'onU', long: list('output num-connections') },
  wget2: { short: 'OoPUe', long: list('output-document output-file directory-prefix') },
  http: { short: 'oaA', long: list('output auth auth-type') },
  ssh: { short: 'iplFoLRDJEbcmWw' },
  scp: { short: 'iPFoJclS' },
  sftp: { short: 'iPFoJb' },
  rsync: {
    short: 'efTBM',
    long: list('rsh exclude include exclude-from filter files-from bwlimit chmod chown backup-dir'),
  },
  'ssh-keygen': { short: 'tbCfNPmIVnsRF' },
  'ssh-copy-id': { short: 'ipo' },
  nc: { short: 'pwsXxeciqIO', long: list('exec sh-exec source-port wait') },
  ncat: { short: 'pwsecigm', long: list('exec sh-exec lua-exec proxy') },
  netcat: { short: 'pwsXxeciqIO' },
  docker: { short: 'Hcl', long: list('host context config log-level') },
  'docker run': runOptions(),
  'docker create': runOptions(),
  podman: { long: list('connection url root log-level') },
  'podman run': runOptions(),
  'docker compose': { short: 'fp', long: list('file project-name env-file profile project-directory') },
  'docker-compose': { short: 'fp', long: list('file project-name env-file profile project-directory') },
  kubectl: { short: 'nsflocv', long: list(kubeOptions()) },
  oc: { short: 'nsflo', long: list(kubeOptions()) },
  helm: { short: 'nfo', long: list('namespace kube-context kubeconfig values set version output') },
  aws: { long: list('profile region output endpoint-url query cli-input-json ca-bundle') },
  gcloud: { long: list('project account configuration format region zone impersonate-service-account') },
  gsutil: { short: 'oh' },
  az: { short: 'gno', long: list('subscription resource-group name output query') },
  gh: {
    short: 'RtbFfHXq',
    long: list('repo title body body-file notes notes-file field raw-field header method jq template'),
  },
  doctl: { short: 'tc', long: list('access-token context') },
  terraform: { single: true, long: list('chdir target var var-file state out') },
  tofu: { single: true, long: list('chdir target var var-file state out') },
  openssl: {
    single: true,
    long: list(
      'in out key keyout cert inkey passin passout pass CAfile CA CAkey days subj newkey addext config extensions k K iv connect',
    ),
  },
  find: { single: true },
  java: { single: true, long: list('jar cp classpath') },
  go: { single: true },
  psql: { short: 'hpUdcfovLPRFT', long: list('host port username dbname command file output variable') },
  dropdb: { short: 'hpU', long: list('host port username maintenance-db') },
  mysql: { short: 'hPuDeS', long: list('host port user database execute socket') },
  mysqladmin: { short: 'hPuS', long: list('host port user socket') },
  'redis-cli': { short: 'hpanu', long: list('user pass') },
  mongosh: { long: list('host port eval username password authenticationDatabase file') },
  npm: { short: 'w', long: list('prefix workspace registry tag otp access scope userconfig loglevel cache') },
  pnpm: { short: 'CF', long: list('dir filter registry tag otp') },
  yarn: { long: list('cwd registry tag') },
  cargo: { short: 'pFZj', long: list('manifest-path package features target target-dir token registry color jobs') },
  twine: { short: 'urp', long: list('username password repository repository-url config-file') },
  pip: { short: 'ir', long: list('index-url extra-index-url target prefix') },
  sed: { short: 'efl', long: list('expression file') },
  grep: { short: 'efmABCdD', long: list('regexp file max-count include exclude exclude-dir context color label') },
  rg: { short: 'efgtTmABCjr', long: list('regexp file glob type max-count context replace') },
  awk: { short: 'vfF' },
  jq: { long: list('indent') },
  tar: { short: 'fCTXI', long: list('file directory files-from exclude exclude-from use-compress-program transform') },
  zip: { short: 'xiPt' },
  unzip: { short: 'dxP' },
  head: { short: 'nc', long: list('lines bytes') },
  tail: { short: 'nc', long: list('lines bytes pid') },
  cut: { short: 'dfcb', long: list('delimiter fields characters bytes') },
  sort: { short: 'koStT', long: list('key output field-separator') },
  base64: { short: 'w', long: ['wrap'] },
  xxd: { short: 'lscg' },
  od: { short: 'AtNjw' },
  split: { short: 'bnla' },
  truncate: { short: 'sr', long: list('size reference') },
  cp: { short: 'tS', long: list('target-directory suffix') },
  mv: { short: 'tS', long: list('target-directory suffix') },
  ln: { short: 'tS', long: list('target-directory suffix') },
  install: { short: 'mogtS', long: list('mode owner group target-directory suffix') },
  shred: { short: 'ns', long: list('iterations size random-source') },
  chmod: { long: ['reference'] },
  chown: { long: list('reference from') },
  kill: { single: true, long: ['s'] },
  pkill: { whole: SIGNAL, short: 'gGPtuUF', long: list('signal parent euid uid group pgroup session terminal') },
  killall: { whole: SIGNAL, short: 'suoyn', long: list('signal user') },
  skill: { whole: SIGNAL, short: 'tucp' },
  pgrep: {
    whole: SIGNAL,
    short: 'gGPtuUFds',
    long: list('delimiter parent euid uid group pgroup session terminal pidfile'),
  },
  pidof: { short: 'oS' },
  'start-stop-daemon': {
    short: 'xpnusaNRcgrdIkTO',
    long: list('exec pidfile name user signal startas nicelevel retry chuid group chroot chdir'),
  },
  useradd: { short: 'bcdefgGkKpsuR', long: list('groups gid shell home-dir password uid comment') },
  usermod: { short: 'cdefgGlpsuR', long: list('groups gid shell home login password uid') },
  systemctl: { short: 'tHMps', long: list('host machine type state signal kill-who') },
  mount: { short: 'toLU', long: list('types options bind') },
  mkfs: { short: 'tLbN' },
  crontab: { short: 'u' },
  xargs: { short: 'IndPLsEa' },
  gpg: { short: 'oru', long: list('output recipient local-user passphrase batch-file') },
  mail: { short: 'sacbr', long: list('subject attach') },
  mutt: { short: 'sacbeFi' },
  ansible: { short: 'aimMulefbt', long: list('args inventory module-name user limit extra-vars') },
  rclone: { short: 'f', long: list('config transfers filter') },
  restic: { short: 'rpolHdwmyg', long: list('repo password-file option host tag keep-last keep-tag') },
  borg: {
    short: 'PaeCcdwmyHo',
    long: list('prefix glob-archives exclude keep-daily keep-weekly keep-monthly keep-last'),
  },
  make: { short: 'CfIjloWEO', long: list('directory file makefile include-dir old-file what-if eval') },
  s3cmd: { short: 'cm', long: ['config'] },
  'gsutil rsync': { short: 'x' },
  'semantic-release': { short: 'brtpe', long: list('branches repository-url tag-format plugins extends') },
  'release-it': { short: 'ic', long: list('increment config') },
  vault: { single: true },
  etcdctl: { long: list('endpoints user cacert cert key') },
  nats: { short: 's', long: list('server user password context creds') },
  rabbitmqadmin: { short: 'HPVupcN', long: list('host port vhost username password config node') },
  celery: { short: 'AbQ', long: list('app broker queues') },
  ...mkfsGrammars(),
  iptables: { short: 'tpsdjio', long: list('table protocol source destination jump dport sport') },
};

function mkfsGrammars(): Record<string, Grammar> {
  const grammar = { short: 'bCdeEfgGiIJLmMNoOrtTUz' };
  return Object.fromEntries(list('mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4').map((name) => [name, grammar]));
}

function runOptions(): Grammar {
  return {
    short: 'vepulwhmc',
    long: list(
      `volume env env-file publish user label workdir hostname memory mount network net name entrypoint platform pid ipc uts userns
      cap-add cap-drop security-opt device tmpfs restart add-host cpus gpus shm-size volumes-from cgroupns`,
    ),
  };
}

function kubeOptions(): string {
  return 'namespace context cluster kubeconfig user server token as filename selector output field-selector grace-period timeout container replicas type patch';
}

const ALIASES: Readonly<Record<string, string>> = {
  egrep: 'grep',
  fgrep: 'grep',
  ggrep: 'grep',
  gsed: 'sed',
  gawk: 'awk',
  mawk: 'awk',
  bsdtar: 'tar',
  gtar: 'tar',
  k: 'kubectl',
  mariadb: 'mysql',
  mongo: 'mongosh',
  https: 'http',
  tofu: 'terraform',
  pip3: 'pip',
  gmake: 'make',
  bao: 'vault',
};

export interface Arguments {
  /** Options, one letter each for bundles; long ones without their value. As written otherwise. */
  flags: readonly string[];
  /** Options with the value that belongs to them. */
  options: readonly { flag: string; value: Word }[];
  operands: readonly Word[];
}

/** Tells whether it is known which short options of a program take a value. */
export function knowsShortOptions(program: string): boolean {
  const name = Object.hasOwn(ALIASES, program) ? ALIASES[program]! : program;
  return Object.hasOwn(GRAMMARS, name) && GRAMMARS[name]!.short !== undefined;
}

/** Takes the words after a program apart. */
export function argumentsOf(program: string, args: readonly Word[]): Arguments {
  const name = Object.hasOwn(ALIASES, program) ? ALIASES[program]! : program;
  let grammar: Grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name]! : {};
  const flags: string[] = [];
  const options: { flag: string; value: Word }[] = [];
  const operands: Word[] = [];
  let ended = false;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]!;
    const { text } = word;
    const valueHere = (flag: string, value: string) => options.push({ flag, value: { text: value, glob: word.glob } });
    const valueNext = (flag: string) => {
      if (at + 1 >= args.length) return;
      at += 1;
      options.push({ flag, value: args[at]! });
    };
    if (ended || !/^-./.test(text)) {
      operands.push(word);
      const nested = operands.length === 1 ? `${name} ${text}` : undefined;
      if (nested && Object.hasOwn(GRAMMARS, nested)) grammar = { ...grammar, ...GRAMMARS[nested] };
    } else if (text === '--') ended = true;
    else if (grammar.whole?.test(text)) flags.push(text);
    else if (text.startsWith('--') || grammar.single) {
      const equals = text.indexOf('=');
      const written = equals === -1 ? text : text.slice(0, equals);
      const flag = name === 'git' ? completeGitOption(operands[0]?.text, written) : written;
      flags.push(flag);
      if (equals !== -1) valueHere(flag, text.slice(equals + 1));
      else if (grammar.long?.includes(flag.replace(/^-+/, ''))) valueNext(flag);
    } else {
      for (let letter = 1; letter < text.length; letter += 1) {
        const flag = `-${text[letter]}`;
        flags.push(flag);
        if (!grammar.short?.includes(text[letter]!)) continue;
        if (letter + 1 < text.length) valueHere(flag, text.slice(letter + 1).replace(/^=/, ''));
        else valueNext(flag);
        break;
      }
      // `-name`, `-delete`: options of one dash and a word.
      if (text.length > 2) flags.push(text);
    }
  }
  return { flags, options, operands };
}

/** Whether an option was given, as a rule writes it; programs take abbreviations of long ones. */
export function hasFlag(flags: readonly string[], wanted: string): boolean {
  return flags.some(
    (flag) =>
      flag === wanted ||
      (wanted.startsWith('--') && flag.length >= 5 && flag.startsWith('--') && wanted.startsWith(flag)),
  );
}
