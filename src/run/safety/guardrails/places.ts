import { hasCredentialsInName, isCredential } from './credential_names.js';
import { UNKNOWN, type Word } from './deed.js';
import type { PlaceClass } from './place_classes.js';

/** Where paths begin. */
export interface Ground {
  /** The workspace, absolute. */
  workspace: string;
  /** Folder that the command runs in, as it is written; absent = the workspace. */
  folder?: string | undefined;
}

/** A path without `.`, `..` and `//`, told from where it begins. */
export interface Location {
  from: 'workspace' | 'above' | 'home' | 'slash' | 'unknown';
  parts: readonly string[];
  /** It ends in a pattern for all that a folder holds. */
  whole: boolean;
}

const SYSTEM = new Set(
  'bin boot dev etc lib lib32 lib64 libx32 opt proc root run sbin srv sys usr var system library applications snap nix lost+found'.split(
    ' ',
  ),
);
/** Of these, what hardly any project has. */
const ROOT_ONLY = new Set(['boot', 'dev', 'etc', 'proc', 'root', 'sys', 'usr']);
const PERSONAL =
  /^(documents|desktop|pictures|downloads|music|videos|movies|photos|library|\.config|\.local|\.mozilla)$/;
const TEMP = /^\/(tmp|var\/tmp|var\/folders|private\/tmp|private\/var\/folders|dev\/shm|run\/user\/\d+)(\/|$)/;
const LOCAL_SYSTEM =
  /^\/(usr\/local|opt|srv|var\/www|etc\/apt\/(sources\.list\.d|keyrings|trusted\.gpg\.d|preferences\.d|apt\.conf\.d)|usr\/share\/keyrings)(\/|$)/;
const WHOLE = /^(\*+|\.\*|\?\*|\.\[[!^]\.\]\*?|\.\?\?\*|\{\*,\.\*\}|\*\.\*)$/;

/** What builds, tests and package managers make anew. Lower-case. */
const DISPOSABLE_NAMES = new Set(
  `node_modules bower_components jspm_packages dist dist-ssr build builds _build out output outputs target bin obj coverage htmlcov
  .nyc_output .next .nuxt .output .svelte-kit .turbo .cache cache caches .parcel-cache .vite .angular .gradle .venv venv env virtualenv
  .virtualenv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .eggs .hypothesis .ipynb_checkpoints .terraform
  .serverless .vercel .netlify .docusaurus .eslintcache .stylelintcache .coverage storybook-static public/build vendor vendor/bundle tmp temp .tmp
  .temp logs log generated gen .generated __generated__ artifacts artifact reports report test-results test-reports test-output
  test_output playwright-report allure-results allure-report junit.xml deps .bundle cmake-build-debug cmake-build-release cmakefiles
  cmakecache.txt debug release .stack-work dist-newstyle .dart_tool deriveddata pods .build .swiftpm elm-stuff zig-out zig-cache
  .zig-cache scratch .scratch _site .jekyll-cache .sass-cache bench-results .pnpm-store
  package-lock.json yarn.lock pnpm-lock.yaml poetry.lock .ds_store thumbs.db nohup.out a.out lib-cov typings wheelhouse
  .aws-sam cdk.out .yarn/cache .rpt2_cache .fusebox .dynamodb .nx lerna-debug.log .phpunit.result.cache .phpunit.cache .direnv
  mlruns wandb lightning_logs runs checkpoints/tmp snapshots screenshots`.split(/\s+/),
);
const DISPOSABLE_FORMS =
  /^(tmp|temp|test|scratch|demo|dummy|build|dist|out|cmake-build|cache|bazel)[-_.].+$|.+[-_.](tmp|temp|cache|build|dist|out|output|bak|results?|coverage|artifacts?|generated)$|.+\.(egg-info|dist-info|pyc|pyo|o|obj|a|so|class|log|tmp|temp|bak|orig|rej|swp|swo|tsbuildinfo|gcda|gcno|profraw|prof|out|pid|lock|d|map|cache|snap|tgz|whl|dll|dylib|exe|wasm|min\.js|min\.css|test\.db)$|.+~$|^\.#.*|^core\.\d+$|^test[_-]?repo.*|^my[-_]?test.*/;

/** A path of a command in the light of where it runs. UNKNOWN parts stay what they are. */
export function locate(text: string, { workspace, folder }: Ground): Location {
  const path = text
    .replace(/^file:\/\/(localhost)?/, '')
    .replace(/^([A-Za-z]):[\\/]/, '/$1:/')
    .replaceAll('\\', '/');
  if (folder !== undefined && !/^[/~]/.test(path) && !path.startsWith(UNKNOWN) && folder !== '.') {
    return locate(folder.endsWith('/') ? `${folder}${path}` : `${folder}/${path}`, { workspace });
  }
  let from: Location['from'] = 'workspace';
  let rest = path;
  if (/^~/.test(path)) {
    from = 'home';
    rest = path.replace(/^~[^/]*/, '');
  } else if (path.startsWith(UNKNOWN)) {
    from = 'unknown';
    rest = path.slice(1);
    if (rest !== '' && !rest.startsWith('/')) rest = `${UNKNOWN}${rest}`;
  } else if (path.startsWith('/')) from = 'slash';
  const parts: string[] = [];
  let climbed = 0;
  for (const part of rest.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.length > 0) parts.pop();
    else if (from === 'workspace' || from === 'home') from = from === 'home' ? 'slash' : 'above';
    if (part === '..' && from === 'above') climbed += 1;
  }
  if (from === 'above' && reachesRoot(climbed, parts[0])) from = 'slash';
  if (from === 'slash') {
    const absolute = `/${parts.join('/')}`;
    if (absolute === workspace || absolute.startsWith(`${workspace}/`)) {
      from = 'workspace';
      parts.splice(0, workspace.split('/').filter(Boolean).length);
    } else {
      const home = /^\/(root|(home|Users)(\/[^/]+)?)(\/|$)/.exec(absolute);
      if (home) {
        from = 'home';
        parts.splice(0, home[1]!.split('/').length);
      }
    }
  }
  let whole = false;
  while (parts.length > 0 && WHOLE.test(parts.at(-1)!)) {
    parts.pop();
    whole = true;
  }
  return { from, parts, whole };
}

/**
 * How deep a workspace lies is not known to whoever asks without one: a path that climbs far and goes down into what only the root
 * of a machine has means the root.
 */
function reachesRoot(climbed: number, name = ''): boolean {
  const first = name.toLowerCase();
  return ROOT_ONLY.has(first) ? climbed >= 2 : climbed >= 4 && (SYSTEM.has(first) || first === 'home');
}

const NOTHING: ReadonlySet<PlaceClass> = new Set();

/** What a path is. UNKNOWN in a name makes it no more dangerous than what is known of it. */
export function placeOf(word: Word, ground: Ground): ReadonlySet<PlaceClass> {
  if (word.text === '' || word.text.length > 4096) return NOTHING;
  const found = new Set<PlaceClass>();
  const { from, parts, whole } = locate(word.text, ground);
  const lower = parts.map((part) => part.toLowerCase());
  const tail = lower.join('/');
  const absolute = from === 'slash' ? `/${tail}` : tail;
  bySecrets(from === 'slash' || lower.length === 0 ? absolute : `${from === 'home' ? '~/' : ''}${tail}`, found);
  if (/^\/dev\/(tcp|udp)\//.test(absolute)) return new Set<PlaceClass>(['connection']);
  if (/^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd(\/.*)?|pts\/.*)$/.test(absolute))
    return new Set<PlaceClass>(/(zero|full|random)$/.test(absolute) ? ['nowhere', 'endless'] : ['nowhere']);
  byPurpose(from, absolute, lower, found);
  if (from === 'slash' && TEMP.test(absolute)) {
    found.add(/^\/(private\/)?(tmp|var\/tmp|dev\/shm)$/.test(absolute) ? 'temp-root' : 'temp');
    return found;
  }
  if (from === 'unknown') {
    if (isDisposable(lower)) found.add('disposable');
    else if (parts.length === 0) found.add('unknown');
    if (parts.length === 0 && whole) found.add('root');
    return found;
  }
  if (from === 'slash') {
    if (parts.length === 0) found.add('root');
    else if (LOCAL_SYSTEM.test(absolute)) found.add('local-system');
    else if (SYSTEM.has(lower[0]!) || /[*?[{]/.test(lower[0]!) || /^([a-z]:|program files.*|windows)$/.test(lower[0]!))
      found.add('system');
    else byDepth('slash', lower, whole, found);
  } else byDepth(from, lower, whole, found);
  return found;
}

/** Places of no special purpose: how much of somebody's would go with them. */
function byDepth(from: Location['from'], parts: readonly string[], whole: boolean, found: Set<PlaceClass>): void {
  if (isDisposable(parts)) {
    found.add('disposable');
    return;
  }
  const unknownOnly = parts.length === 1 && parts[0] === UNKNOWN;
  if (from === 'home') {
    if (parts.length === 0) found.add('home');
    else if (parts.length === 1 || PERSONAL.test(parts[0]!)) found.add('personal');
    else found.add('outside');
  } else if (from === 'above') {
    if (parts.length === 0) found.add('workspace');
    else found.add(parts.length === 1 ? 'personal' : 'outside');
  } else if (from === 'slash') {
    if (parts.length === 1) found.add('workspace');
    else found.add('outside');
    // Under the root of somebody's project: /app/src.
    if (parts.length <= 3) found.add('source');
  } else if (parts.length === 0 || (unknownOnly && whole)) found.add('workspace');
  else if (unknownOnly) found.add('unknown');
  else if (parts.length <= 2) found.add('source');
}

function isDisposable(parts: readonly string[]): boolean {
  if (parts.includes('.git'))
    return /\.(lock|sample)$/.test(parts.at(-1)!) || isDisposable(parts.slice(0, parts.indexOf('.git')));
  return parts.some(
    (part, at) =>
      DISPOSABLE_NAMES.has(part) ||
      DISPOSABLE_FORMS.test(part) ||
      (at > 0 && DISPOSABLE_NAMES.has(`${parts[at - 1]}/${part}`)) ||
      (/^\.(npm|yarn|pnpm|cargo|rustup|m2|gradle|nuget|cache|node-gyp|electron|cypress|conda)$/.test(part) &&
        parts.length > at + 1),
  );
}

function bySecrets(path: string, found: Set<PlaceClass>): void {
  if (isCredential(path)) found.add('credentials');
  if (hasCredentialsInName(path)) found.add('credentials-by-name');
}

const STARTUP =
  /^(~\/)?\.(bashrc|bash_profile|bash_login|bash_logout|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc|cshrc|tcshrc|login|xprofile|xinitrc|xsession|xsessionrc|inputrc|pam_environment)$|^~\/\.config\/(fish\/|autostart(\/|$)|environment\.d(\/|$)|nvim\/init\.|plasma-workspace\/env)|^~\/\.(vimrc|emacs|pythonrc|pythonstartup|gdbinit|tmux\.conf|ssh\/rc|ssh\/environment|ssh\/config|oh-my-zsh\/|local\/lib\/python[^/]*\/site-packages\/.*(\.pth|sitecustomize\.py|usercustomize\.py))|^\/etc\/(profile(\.d(\/.*)?)?|bash\.bashrc|bashrc|zsh(\/.*|rc|env)|environment|ld\.so\.(preload|conf)(\.d\/.*)?|rc\.local|xdg\/autostart\/.*|skel\/.*|fish\/.*|update-motd\.d\/.*|inputrc)$|(^|\/)(sitecustomize|usercustomize)\.py$/;
const SCHEDULE =
  /^\/etc\/(cron[^/]*(\/.*)?|anacrontab|systemd\/.*|init\.d(\/.*)?|rc\d?\.d(\/.*)?|inittab|init\/.*)$|^\/var\/spool\/(cron|at)|^(\/usr)?\/lib\/systemd\/|^\/run\/systemd\/|^~\/\.config\/systemd(\/|$)|^~?\/library\/launch(agents|daemons)(\/|$)|^\/library\/launch|^~\/\.config\/cron/;
const DEVICE =
  /^\/dev\/((sd|hd|vd|xvd)[a-z*?]\d*|sd\*|nvme\d.*|mmcblk.*|disk\d?.*|rdisk.*|md\d+|dm-\d+|mapper\/.*|loop\d+|nbd\d+|mem|kmem|port|disk\/.*|vg\w*\/.*)$/;
const DATA =
  /(^|[-_./])(dumps?|backups?|customers?|users|clients|payroll|salar(y|ies)|patients?|employees|database|production[-_]?data|private|confidential|secrets?|prod)([-_./]|$)|\.(sql|sql\.gz|dump|sqlite3?|db|bak|mdb|rdb|pst|mbox|kdbx)$/;

/** What would stand in a home, if the folder before the first hidden name were one: homes lie in other places, too. */
function personalPart(absolute: string, parts: readonly string[]): string {
  const hidden = parts.findIndex((part) => /^\.\w/.test(part));
  return hidden === -1 || TEMP.test(absolute) ? '' : `~/${parts.slice(hidden).join('/')}`;
}

/** Places that something reads for a purpose of its own. */
function byPurpose(from: Location['from'], absolute: string, parts: readonly string[], found: Set<PlaceClass>): void {
  const path = from === 'home' ? `~/${absolute}` : absolute;
  const personal = from === 'slash' || from === 'unknown' ? personalPart(absolute, parts) : path;
  if (STARTUP.test(path) || STARTUP.test(personal)) found.add('startup');
  if (SCHEDULE.test(path) || SCHEDULE.test(personal)) found.add('schedule');
  if (/(^|\/)\.ssh\/authorized_keys2?$/.test(path) || /^\/etc\/ssh\/(sshd_config|authorized_keys)/.test(path))
    found.add('authorized-keys');
  if (
    /^\/etc\/(passwd-?|shadow-?|gshadow-?|sudoers(\.d(\/.*)?)?|pam\.d(\/.*)?|security\/.*|doas\.conf|login\.defs|subuid|subgid|pass\S*[*?]\S*)$/.test(
      path,
    )
  )
    found.add('accounts');
  if (DEVICE.test(path)) found.add('device');
  if (/^\/(proc\/(sys|sysrq-trigger|kcore|\d+\/mem|kmsg)|sys\/|boot\/)/.test(path)) found.add('kernel');
  if (/(^|\/)(docker|containerd|podman|crio)\.sock$/.test(path)) found.add('socket');
  const git = parts.findIndex((part) => part === '.git' || part === '.hg' || part === '.svn');
  const passing = (from === 'slash' && TEMP.test(absolute)) || isDisposable(parts.slice(0, git));
  if (git !== -1 && !passing && !/\.(lock|sample)$/.test(parts.at(-1)!)) {
    found.add('vcs');
    if (/^(hooks|config|info|modules|config\.worktree)$/.test(parts[git + 1] ?? '')) found.add('vcs-config');
  }
  if (/^(~\/\.gitconfig|~\/\.config\/git\/|\/etc\/gitconfig)/.test(path)) found.add('vcs-config');
  if (DATA.test(path)) found.add('data');
  if (/^\/var\/(log|audit)(\/|$)|(^|\/)\.(bash|zsh|sh|python|mysql|psql|node_repl)_history$|^\/run\/log/.test(path))
    found.add('logs');
}
