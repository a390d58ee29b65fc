import type { ExpandedWord } from '../invocation.js';
import { completeGitOption } from './complete_git_option.js';

/**
 * Options of a program that take a value, as far as rules need them. For an unlisted option the value becomes an
 * operand, behind those that matter.
 */
interface OptionGrammar {
  /** Letters of options with a value: `-m text`, `-mtext`. */
  short?: string;
  /** Long options with a value, without the dashes. */
  long?: readonly string[];
  /** Long options begin with one dash. */
  single?: boolean;
  /** Words that are one option each instead of a bundle of letters: `-USR1`. */
  whole?: RegExp;
}

/** Signals, as the programs that send them take them. */
const SIGNAL =
  /^-(\d+|(SIG)?(HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR[12]|SEGV|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP))$/i;

const splitNames = (names: string) => names.split(/\s+/);

const GRAMMARS: Readonly<Record<string, OptionGrammar>> = {
  git: { long: splitNames('git-dir work-tree namespace exec-path config-env') },
  'git commit': {
    short: 'mFcCt',
    long: splitNames('message file author date template trailer fixup squash reuse-message'),
  },
  'git tag': { short: 'mFu', long: splitNames('message file sort format local-user') },
  'git merge': { short: 'mFsX', long: splitNames('message file strategy strategy-option') },
  'git notes': { short: 'mFcC', long: splitNames('message file') },
  'git stash': { short: 'm', long: ['message'] },
  'git push': { short: 'o', long: splitNames('push-option repo receive-pack exec') },
  'git log': {
    short: 'nSGL',
    long: splitNames('grep author committer since until after before format pretty max-count'),
  },
  'git show': { short: 'n', long: splitNames('format pretty') },
  'git clone': {
    short: 'bocju',
    long: splitNames('branch origin config depth jobs reference template upload-pack filter'),
  },
  'git branch': { short: 'u', long: splitNames('set-upstream-to format sort contains') },
  'git checkout': { short: 'bB', long: splitNames('conflict orphan pathspec-from-file') },
  'git switch': { short: 'cC', long: splitNames('create force-create conflict orphan') },
  'git reset': { long: ['pathspec-from-file'] },
  'git rm': { long: ['pathspec-from-file'] },
  'git restore': { short: 's', long: splitNames('source conflict pathspec-from-file') },
  'git clean': { short: 'e', long: ['exclude'] },
  'git rebase': { short: 'xsXC', long: splitNames('exec onto strategy strategy-option') },
  'git config': { short: 'f', long: splitNames('file blob type default') },
  'git grep': { short: 'eABCm', long: ['max-depth'] },
  'git worktree': { short: 'bB', long: splitNames('reason expire') },
  'git reflog': { long: splitNames('expire expire-unreachable') },
  'git prune': { long: ['expire'] },
  'git filter-branch': {
    long: splitNames('tree-filter index-filter msg-filter env-filter subdirectory-filter commit-filter'),
  },
  'git format-patch': { short: 'on', long: ['output-directory'] },
  curl: {
    short: 'XHdFoTuAbceKmrwxyYzECD',
    long: splitNames(
      `request header data data-raw data-binary data-urlencode data-ascii json form form-string output upload-file user user-agent
      cookie cookie-jar referer config max-time retry write-out proxy cert key cacert connect-timeout range url output-dir unix-socket
      resolve retry-delay dump-header interface limit-rate url-query`,
    ),
  },
  wget: {
    short: 'OoaPtTUieAR',
    long: splitNames(
      'output-document output-file directory-prefix header post-data post-file body-data body-file method user-agent user password tries timeout input-file',
    ),
  },
  aria2c: { short: 'odxsj', long: splitNames('out dir') },
  axel: { short: 'onU', long: splitNames('output num-connections') },
  wget2: { short: 'OoPUe', long: splitNames('output-document output-file directory-prefix') },
  http: { short: 'oaA', long: splitNames('output auth auth-type') },
  ssh: { short: 'iplFoLRDJEbcmWw' },
  scp: { short: 'iPFoJclS' },
  sftp: { short: 'iPFoJb' },
  rsync: {
    short: 'efTBM',
    long: splitNames('rsh exclude include exclude-from filter files-from bwlimit chmod chown backup-dir'),
  },
  'ssh-keygen': { short: 'tbCfNPmIVnsRF' },
  'ssh-copy-id': { short: 'ipo' },
  nc: { short: 'pwsXxeciqIO', long: splitNames('exec sh-exec source-port wait') },
  ncat: { short: 'pwsecigm', long: splitNames('exec sh-exec lua-exec proxy') },
  netcat: { short: 'pwsXxeciqIO' },
  docker: { short: 'Hcl', long: splitNames('host context config log-level') },
  'docker run': createContainerRunGrammar(),
  'docker create': createContainerRunGrammar(),
  podman: { long: splitNames('connection url root log-level') },
  'podman run': createContainerRunGrammar(),
  'docker compose': { short: 'fp', long: splitNames('file project-name env-file profile project-directory') },
  'docker-compose': { short: 'fp', long: splitNames('file project-name env-file profile project-directory') },
  kubectl: { short: 'nsflocv', long: splitNames(getKubeOptions()) },
  oc: { short: 'nsflo', long: splitNames(getKubeOptions()) },
  helm: { short: 'nfo', long: splitNames('namespace kube-context kubeconfig values set version output') },
  aws: { long: splitNames('profile region output endpoint-url query cli-input-json ca-bundle') },
  gcloud: { long: splitNames('project account configuration format region zone impersonate-service-account') },
  gsutil: { short: 'oh' },
  az: { short: 'gno', long: splitNames('subscription resource-group name output query') },
  gh: {
    short: 'RtbFfHXq',
    long: splitNames('repo title body body-file notes notes-file field raw-field header method jq template'),
  },
  doctl: { short: 'tc', long: splitNames('access-token context') },
  terraform: { single: true, long: splitNames('chdir target var var-file state out') },
  tofu: { single: true, long: splitNames('chdir target var var-file state out') },
  openssl: {
    single: true,
    long: splitNames(
      'in out key keyout cert inkey passin passout pass CAfile CA CAkey days subj newkey addext config extensions k K iv connect',
    ),
  },
  find: { single: true },
  java: { single: true, long: splitNames('jar cp classpath') },
  go: { single: true },
  psql: { short: 'hpUdcfovLPRFT', long: splitNames('host port username dbname command file output variable') },
  dropdb: { short: 'hpU', long: splitNames('host port username maintenance-db') },
  mysql: { short: 'hPuDeS', long: splitNames('host port user database execute socket') },
  mysqladmin: { short: 'hPuS', long: splitNames('host port user socket') },
  'redis-cli': { short: 'hpanu', long: splitNames('user pass') },
  mongosh: { long: splitNames('host port eval username password authenticationDatabase file') },
  npm: { short: 'w', long: splitNames('prefix workspace registry tag otp access scope userconfig loglevel cache') },
  pnpm: { short: 'CF', long: splitNames('dir filter registry tag otp') },
  yarn: { long: splitNames('cwd registry tag') },
  cargo: {
    short: 'pFZj',
    long: splitNames('manifest-path package features target target-dir token registry color jobs'),
  },
  twine: { short: 'urp', long: splitNames('username password repository repository-url config-file') },
  pip: { short: 'ir', long: splitNames('index-url extra-index-url target prefix') },
  sed: { short: 'efl', long: splitNames('expression file') },
  grep: {
    short: 'efmABCdD',
    long: splitNames('regexp file max-count include exclude exclude-dir context color label'),
  },
  rg: { short: 'efgtTmABCjr', long: splitNames('regexp file glob type max-count context replace') },
  awk: { short: 'vfF' },
  jq: { long: splitNames('indent') },
  tar: {
    short: 'fCTXI',
    long: splitNames('file directory files-from exclude exclude-from use-compress-program transform'),
  },
  zip: { short: 'xiPt' },
  unzip: { short: 'dxP' },
  head: { short: 'nc', long: splitNames('lines bytes') },
  tail: { short: 'nc', long: splitNames('lines bytes pid') },
  cut: { short: 'dfcb', long: splitNames('delimiter fields characters bytes') },
  sort: { short: 'koStT', long: splitNames('key output field-separator') },
  base64: { short: 'w', long: ['wrap'] },
  xxd: { short: 'lscg' },
  od: { short: 'AtNjw' },
  split: { short: 'bnla' },
  truncate: { short: 'sr', long: splitNames('size reference') },
  cp: { short: 'tS', long: splitNames('target-directory suffix') },
  mv: { short: 'tS', long: splitNames('target-directory suffix') },
  ln: { short: 'tS', long: splitNames('target-directory suffix') },
  install: { short: 'mogtS', long: splitNames('mode owner group target-directory suffix') },
  shred: { short: 'ns', long: splitNames('iterations size random-source') },
  chmod: { long: ['reference'] },
  chown: { long: splitNames('reference from') },
  kill: { single: true, long: ['s'] },
  pkill: { whole: SIGNAL, short: 'gGPtuUF', long: splitNames('signal parent euid uid group pgroup session terminal') },
  killall: { whole: SIGNAL, short: 'suoyn', long: splitNames('signal user') },
  skill: { whole: SIGNAL, short: 'tucp' },
  pgrep: {
    whole: SIGNAL,
    short: 'gGPtuUFds',
    long: splitNames('delimiter parent euid uid group pgroup session terminal pidfile'),
  },
  pidof: { short: 'oS' },
  'start-stop-daemon': {
    short: 'xpnusaNRcgrdIkTO',
    long: splitNames('exec pidfile name user signal startas nicelevel retry chuid group chroot chdir'),
  },
  useradd: { short: 'bcdefgGkKpsuR', long: splitNames('groups gid shell home-dir password uid comment') },
  usermod: { short: 'cdefgGlpsuR', long: splitNames('groups gid shell home login password uid') },
  systemctl: { short: 'tHMps', long: splitNames('host machine type state signal kill-who') },
  mount: { short: 'toLU', long: splitNames('types options bind') },
  mkfs: { short: 'tLbN' },
  crontab: { short: 'u' },
  xargs: { short: 'IndPLsEa' },
  gpg: { short: 'oru', long: splitNames('output recipient local-user passphrase batch-file') },
  mail: { short: 'sacbr', long: splitNames('subject attach') },
  mutt: { short: 'sacbeFi' },
  ansible: { short: 'aimMulefbt', long: splitNames('args inventory module-name user limit extra-vars') },
  rclone: { short: 'f', long: splitNames('config transfers filter') },
  restic: { short: 'rpolHdwmyg', long: splitNames('repo password-file option host tag keep-last keep-tag') },
  borg: {
    short: 'PaeCcdwmyHo',
    long: splitNames('prefix glob-archives exclude keep-daily keep-weekly keep-monthly keep-last'),
  },
  make: { short: 'CfIjloWEO', long: splitNames('directory file makefile include-dir old-file what-if eval') },
  s3cmd: { short: 'cm', long: ['config'] },
  'gsutil rsync': { short: 'x' },
  'semantic-release': { short: 'brtpe', long: splitNames('branches repository-url tag-format plugins extends') },
  'release-it': { short: 'ic', long: splitNames('increment config') },
  vault: { single: true },
  etcdctl: { long: splitNames('endpoints user cacert cert key') },
  nats: { short: 's', long: splitNames('server user password context creds') },
  rabbitmqadmin: { short: 'HPVupcN', long: splitNames('host port vhost username password config node') },
  celery: { short: 'AbQ', long: splitNames('app broker queues') },
  ...createMkfsGrammars(),
  iptables: { short: 'tpsdjio', long: splitNames('table protocol source destination jump dport sport') },
};

function createMkfsGrammars(): Record<string, OptionGrammar> {
  const grammar = { short: 'bCdeEfgGiIJLmMNoOrtTUz' };
  return Object.fromEntries(splitNames('mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4').map((name) => [name, grammar]));
}

function createContainerRunGrammar(): OptionGrammar {
  return {
    short: 'vepulwhmc',
    long: splitNames(
      `volume env env-file publish user label workdir hostname memory mount network net name entrypoint platform pid ipc uts userns
      cap-add cap-drop security-opt device tmpfs restart add-host cpus gpus shm-size volumes-from cgroupns`,
    ),
  };
}

function getKubeOptions(): string {
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

/** Arguments of a program, split by its grammar. */
export interface ProgramArguments {
  /** Options: one letter each for bundles, long ones without their value, others as written. */
  flags: readonly string[];
  /** Options with their values. */
  options: readonly { flag: string; value: ExpandedWord }[];
  operands: readonly ExpandedWord[];
}

/** Returns true if the short options of a program that take a value are known. */
export function hasKnownShortOptions(program: string): boolean {
  const name = Object.hasOwn(ALIASES, program) ? ALIASES[program]! : program;
  return Object.hasOwn(GRAMMARS, name) && GRAMMARS[name]!.short !== undefined;
}

/** Splits the words after a program into options, values and operands. */
export function parseProgramArguments(program: string, args: readonly ExpandedWord[]): ProgramArguments {
  const name = Object.hasOwn(ALIASES, program) ? ALIASES[program]! : program;
  let grammar: OptionGrammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name]! : {};
  const flags: string[] = [];
  const options: { flag: string; value: ExpandedWord }[] = [];
  const operands: ExpandedWord[] = [];
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

/** Returns true if an option was given; abbreviations of long options count. */
export function hasFlag(flags: readonly string[], wanted: string): boolean {
  return flags.some(
    (flag) =>
      flag === wanted ||
      (wanted.startsWith('--') && flag.length >= 5 && flag.startsWith('--') && wanted.startsWith(flag)),
  );
}
