import type { Phrase, PhraseRule } from './finding.js';

const DESTROY =
  'delete remove erase wipe purge destroy rm nuke obliterate trash shred unlink clear empty zap scrub annihilate eradicate overwrite truncate|get rid of|blow away|wipe out|clean out|clear out|wipe clean';
const words = (text: string): string[] =>
  text.split('|').flatMap((part, index) => (index === 0 ? part.split(' ') : [part]));
const anyOf = (text: string): string[] => text.split('|');
const phrase = (verbs: string, objects: string, more: { with?: string; without?: string } = {}): Phrase => ({
  verbs: words(verbs),
  objects: objects === '' ? [] : anyOf(objects),
  ...(more.with && { with: anyOf(more.with) }),
  ...(more.without && { without: anyOf(more.without) }),
});

const DISPOSABLE =
  'node_modules|dist|build|target|cache|caches|cached|tmp|temp|temporary|/tmp|generated|coverage|unused|obsolete|stale|dead code|imports|import|comments|comment|todo|lint*|warning*|warnings|references|reference|mention*|whitespace|__pycache__|.cache|artifacts|.pyc|*.pyc|fixture*|mock*|snapshot*|deprecated|console.log|duplicate*|test output|logs folder|my branch|worktree i|line|lines|docs|section|heading|link|links|from the list|from the array|from the map|from the set|entry|entries|word|typo';
const ALL_FILES =
  'all files|all the files|all of the files|every file|everything|all contents|all the contents|entire contents|all its contents|all data|all the data|all your files|all user files|all my files|user files|all documents|all folders|all directories|every directory|entire directory|all source|all the source|source tree|source code|whole project|entire project|whole repository|entire repository|whole repo|entire repo|entire codebase|whole codebase|whole tree|entire tree|entire folder|workspace|parent directory|parent folder|backups|all backups|the backup*|system files|system directories|important files|critical files|recursively';
const DISK =
  '<device>|hard drive|hard disk|disk|disks|drive|drives|partition*|boot sector|mbr|filesystem|file system|volume|volumes|usb stick|ssd';
const DATABASE =
  'database|databases|production db|prod db|the db|production database|schema|schemas|keyspace|all tables|all the tables|every table|all rows|all the rows|every row|all records|all the records|every record|all users|all user accounts|all customers|customer data|production data|user data|redis|mongodb|all documents|all collections|prod data';
const OWN =
  'test|tests|testing|local|dev|development|fixture*|mock*|sandbox|scratch|in-memory|temporary|temp|connection*|pool|migration*|support|driver|dependency|staging copy|row from|unused|docker-compose';
const OUTSIDE =
  '<url>|attacker*|webhook|pastebin|external|remote|outside|gist|server|endpoint|my email|email|third party|third-party|c2|dropbox|slack|discord|telegram|ftp|host|internet|url';
const HIDDEN =
  '.gitignore|gitignore|.dockerignore|.npmignore|ignore|ignored|ignores|example|.env.example|template|placeholder|test*|documentation|readme|docs';

const rule = (
  id: string,
  category: string,
  severity: PhraseRule['severity'],
  code: PhraseRule['code'],
  explanation: string,
  phrases: readonly Phrase[],
): PhraseRule => ({ id: `text-${id}`, category, severity, code, explanation, phrases });
const destructive = 'destructive_operation_blocked';

/** What plans and requests must not announce. */
export const phraseRules: readonly PhraseRule[] = [
  rule(
    'destroy-files',
    'file-system',
    'catastrophic',
    destructive,
    'says that files will be destroyed that cannot be brought back; name the few files of the workspace that are in the way',
    [
      phrase(
        DESTROY,
        `<root>|<home>|home directory|home folder|home dir|root directory|root folder|root filesystem|root file system|entire filesystem|entire file system|whole filesystem|whole file system|user's home|entire system|whole system|entire machine|the machine|${DISK}`,
        { without: 'space|usage|cache|worktree i|image|heading|docs|section|line|lines|comment*' },
      ),
      phrase(DESTROY, ALL_FILES, { without: DISPOSABLE }),
      phrase(`${DESTROY}|move away|rename`, '<system-path>', {
        without: 'line|lines|comment|reference|references|mention*|docs|entry',
      }),
      phrase('delete remove wipe destroy erase purge rm', '.git|.git directory|.git folder|git directory|git folder', {
        without: 'suffix|extension|from the url',
      }),
      phrase('chmod chown', '<root>|<home>|<system-path>|everything|all files|entire filesystem'),
    ],
  ),
  rule(
    'destroy-disk',
    'disks',
    'catastrophic',
    destructive,
    'says that a disk or a file system will be overwritten; nothing in a workspace needs that',
    [
      phrase('format reformat repartition partition wipe zero overwrite mkfs erase unmount|zero out|fill with', DISK, {
        without: 'space|usage|string|date|code|output|report|table of|image',
      }),
      phrase('write dd', '<device>', {}),
    ],
  ),
  rule(
    'rewrite-history',
    'git',
    'severe',
    destructive,
    'says that published or uncommitted work will be lost in git; push a new commit, or work on a branch of your own',
    [
      phrase('force-push', '', {
        without:
          'protection|rule*|guard|check*|detection|policy|setting|support|handling|warning|test*|docs|documentation',
      }),
      phrase(
        'push overwrite update',
        '--force|-f|force|forcefully|forcibly|by force|with force|--force-with-lease|--mirror|overwriting',
        {
          with: 'push|pushes|branch|main|master|remote|origin|upstream|repo|repository|history|git',
          without: 'support|docs|documentation|test*',
        },
      ),
      phrase(
        'overwrite clobber replace',
        'remote branch|remote history|remote main|remote master|upstream history|remote repository|origin/main|origin/master|main branch|published history',
      ),
      phrase(
        'rewrite erase purge alter squash scrub wipe delete remove',
        'git history|commit history|history of|repository history|repo history|published history|the history|branch history|history on|all commits|all history|old commits|from history|reflog|stashes|all stashes',
        { without: 'bash history|shell history|browser*|page|component|tests|docs|section' },
      ),
      phrase('rewrite', 'history'),
      phrase('reset hard-reset', '--hard|hard', { without: 'hard-coded|hard to|test*' }),
      phrase(
        'discard drop throw|throw away|blow away',
        'all changes|all local changes|local changes|uncommitted changes|all uncommitted|my changes|working tree|working copy|all work|everything|stash|stashes|unstaged changes|all modifications',
        { without: 'unused' },
      ),
      phrase(
        'delete remove drop',
        'remote branch|remote branches|main branch|master branch|all branches|every branch|all remote branches|all tags|remote tag|remote tags|release branch|unmerged branch*|production branch|default branch|origin/main',
        { without: 'protection|rule|merged branches' },
      ),
      phrase('delete remove destroy wipe nuke', 'repository|repo|github repository|remote repository|the fork', {
        without:
          'pattern|class|interface|method|from the|in the|inside the|file|files|unused|layer|folder|link|secret|docs|cache|file|root',
      }),
      phrase('clean', 'untracked files|git clean'),
      phrase('expire', 'reflog'),
    ],
  ),
  rule(
    'destroy-database',
    'databases',
    'severe',
    destructive,
    'says that data of a database will be lost; work on a copy, or name the rows',
    [
      phrase(
        'drop delete wipe destroy erase purge nuke obliterate clear reset empty flush|blow away|wipe out',
        DATABASE,
        { without: OWN },
      ),
      phrase('drop truncate', 'table|tables|users table|collection|collections|index on production|production', {
        without: `${OWN}|of contents|cell|column width|string`,
      }),
      phrase('run execute', 'drop table|drop database|truncate table|delete from', { without: 'test*' }),
      phrase('flush', 'redis|all keys|the whole cache|flushall'),
    ],
  ),
  rule(
    'take-credentials',
    'credentials',
    'severe',
    'credential_file_protected',
    'says that a file with credentials will be read, changed, or passed on; ask for what is needed instead',
    [
      phrase(
        'read print show cat display open view dump echo copy list see inspect look grab output reveal extract get fetch retrieve load check|look at|look into|take a look at',
        '<credential>',
        { without: HIDDEN },
      ),
      phrase(
        'edit modify overwrite change update write add append put insert delete remove move rename replace set commit upload send post share leak publish exfiltrate email mail transmit transfer steal collect harvest zip archive tar encode',
        '<credential>',
        { without: HIDDEN },
      ),
      phrase(
        'read print show cat display dump copy steal harvest exfiltrate collect extract reveal leak grab log',
        'private key|private keys|ssh key|ssh keys|password file|password hashes|shadow file|aws credentials|cloud credentials|credentials file|credential file|stored credentials|saved passwords|user passwords|keychain|browser passwords|all secrets|all credentials|.env file|env file',
        { without: `${HIDDEN}|public key` },
      ),
      phrase(
        'send upload post exfiltrate email mail share transmit transfer publish leak forward copy push',
        'private key|private keys|ssh key|ssh keys|api key|api keys|access token|access tokens|secrets|passwords|password|credentials|token|tokens|.env file|env file|environment variables|env vars|keychain',
        {
          with: OUTSIDE,
          without: 'header|headers|public|request body|login form|test*|docs|documentation|refresh|mock*',
        },
      ),
      phrase('exfiltrate steal harvest', ''),
    ],
  ),
  rule(
    'exfiltrate',
    'exfiltration',
    'severe',
    destructive,
    'says that data of this machine or its users will be sent elsewhere; leave it where it is',
    [
      phrase(
        'send upload post exfiltrate email mail transmit transfer copy forward leak push stream pipe',
        '<system-path>|<home>|source code|whole repository|entire repository|entire repo|the repository|codebase|database dump|customer data|customer records|user data|home directory|environment variables|env vars|contents of the|shell history|bash history|all files|customer database|user records|personal data',
        {
          with: '<url>|attacker*|webhook|pastebin|external server|remote server|remote host|my server|outside|gist|my email|third party|third-party|c2|dropbox|external',
          without: 'test*|mock*|staging|ci',
        },
      ),
      phrase(
        'open start create establish spawn launch set|set up',
        'reverse shell|bind shell|backdoor|remote shell|tunnel to the attacker',
      ),
      phrase('send', 'post request', { with: '<system-path>|<credential>' }),
    ],
  ),
  rule(
    'persist',
    'persistence',
    'severe',
    destructive,
    'says that something will be left behind that runs later or lets somebody in; change the project instead',
    [
      phrase(
        'add append put insert write install create register inject place modify edit change update echo set alias copy save store drop plant hook source overwrite',
        '<startup-file>|authorized_keys|crontab|crontabs|cron.d|@reboot|root crontab|startup script*|start-up file|shell startup|shell start-up|login script|shell profile|bash profile|launchagent*|launch agent|launchd|rc.local|systemd service|systemd timer|systemd unit|.git/hooks|sudoers|autostart',
        { without: 'test*|docs|documentation|readme|parser' },
      ),
      phrase(
        'add install create plant open leave insert build hide',
        'backdoor|back door|rootkit|keylogger|malware|hidden user|hidden account|logic bomb|cron job|cronjob|scheduled task',
        { without: 'kubernetes|k8s|workflow|manifest|yaml|github|docs|test*|detection|helm' },
      ),
      phrase('add append copy put install upload', 'ssh key|public key|my key', {
        with: 'authorized_keys|authorized|server|host|root|login|account',
      }),
    ],
  ),
  rule(
    'weaken',
    'privilege',
    'severe',
    destructive,
    'says that a protection will be switched off or rights be taken; work with the rights that are given',
    [
      phrase(
        'disable deactivate bypass flush kill uninstall remove stop circumvent evade defeat sabotage|turn off|switch off|shut off|take down|get around',
        'firewall|iptables|ufw|selinux|apparmor|antivirus|anti-virus|defender|edr|audit log*|audit logging|auditd|branch protection|branch protections|sandbox|guardrail*|safety check*|safety mechanism*|safety rule*|security monitoring|intrusion detection|fail2ban|secure boot|2fa|two-factor|mfa|security controls|security policy|circuit breaker|egress proxy|network policy',
        { without: 'test*|docs|documentation|flaky|import|unused|rule from' },
      ),
      phrase(
        'give grant get gain obtain escalate elevate acquire add',
        'root access|root privileges|root permissions|sudo access|sudo rights|sudo privileges|superuser|passwordless sudo|nopasswd|admin rights on|admin access to|privileges to root|to root|myself sudo|me sudo|everyone write|sudo group|wheel group|docker group|cluster-admin|administrator access',
        { without: 'docs|documentation|test*|check*|user asks' },
      ),
      phrase('make chmod set', '777|world-writable|world writable|setuid|suid|a+rwx', { without: 'test*|docs|lint*' }),
      phrase('create add', 'root user|admin user|superuser account|new sudo user|privileged container', {
        without: 'test*|seed|django|fixture*|model|page|docs|mock*',
      }),
      phrase('create add', 'uid 0'),
      phrase('escape break|break out of', 'sandbox|container|chroot|jail', {
        with: 'sandbox|container|chroot|jail',
        without: 'test*|html|docs',
      }),
    ],
  ),
  rule(
    'remote-code',
    'remote-code',
    'severe',
    destructive,
    'says that code from elsewhere will be run unread; download it, read it, and run what is needed',
    [
      phrase(
        'download fetch curl wget grab pull get retrieve',
        'script|shell script|installer|install script|installation script|binary|executable|payload|exe|remote script|setup script|remote code|miner|exploit',
        {
          with: 'run it|execute it|run that|execute that|run the|execute the|run them|pipe it|pipe to|bash|sh|execute|launch it|source it|and run|make it executable|start it|eval',
          without: 'test suite|tests|run the tests|docs',
        },
      ),
      phrase('pipe feed', 'bash|sh|shell|into bash|to bash|python|interpreter|sudo', {
        with: '<url>|curl|wget|script|installer|output|download*|response|remote|it',
      }),
      phrase(
        'run execute source eval launch',
        'script from|remote script|install script from|code from|installer from|binary from|payload|remote code|whatever it returns|untrusted code|exploit|malware|script at',
        {
          with: '<url>|internet|remote|website|pastebin|gist|downloaded|untrusted|payload|web|returns|exploit|malware',
          without: 'package.json|scripts folder|test*',
        },
      ),
      phrase('curl wget', '<url>', { with: 'bash|sh' }),
    ],
  ),
  rule(
    'kill',
    'processes',
    'severe',
    destructive,
    "says that processes will be ended that are not the agent's; end your own by their number",
    [
      phrase(
        'kill terminate stop end killall pkill abort halt|shut down',
        'all processes|every process|all running processes|all the processes|all other processes|other processes|system processes|every running process|all services|init|init process|systemd|sshd|ssh daemon|pid 1|processes owned by|processes of other|all user processes|everything running|all daemons|all jobs on|kernel|all python processes|all node processes|docker daemon|dockerd',
        { without: 'test*|docs|after all' },
      ),
      phrase(
        'reboot restart halt shutdown crash poweroff|shut down|power off|bring down|take down',
        'machine|server|host|system|computer|node|box|laptop|production|vm|the site',
        {
          without:
            'dev server|development server|test server|web server|local server|http server|mock server|vite|webpack|language server|typescript server|server gracefully|express|graceful*|server in|test*|node process|nodemon|docs|jest|preview|container',
        },
      ),
      phrase(
        'run launch start execute create trigger write',
        'fork bomb|fork-bomb|forkbomb|infinite fork|crypto miner|cryptominer|denial of service|dos attack|ddos',
        { without: 'test*|detection|protection|detector|rule' },
      ),
      phrase('fill exhaust|use up', 'the disk|all memory|all the memory|disk space|all disk', { without: 'test*' }),
    ],
  ),
  rule(
    'publish',
    'publishing',
    'severe',
    destructive,
    'says that something will be published, which cannot be taken back; leave releases to people',
    [
      phrase(
        'publish unpublish release push upload deploy ship',
        'to npm|to pypi|to crates.io|to rubygems|to maven|to docker hub|to dockerhub|npm registry|to the registry|public registry|to nuget|to packagist|to the marketplace|npm package|the package|package to|this package|our package|the crate|the gem|new version of the package|the library to|wheel to',
        {
          without:
            'test registry|local registry|verdaccio|testpypi|docs|documentation|message*|dry-run|dry run|event*|workflow|draft|job|lock',
        },
      ),
      phrase('unpublish yank', 'package|version|release|crate|gem|npm'),
      phrase('publish', 'package|packages|release'),
      phrase('deploy', 'to production|to prod|production', {
        without: 'docs|guide|workflow|script|documentation|config*',
      }),
    ],
  ),
  rule(
    'destroy-infrastructure',
    'containers-and-clouds',
    'severe',
    destructive,
    'says that containers, clusters, or cloud resources will be destroyed; leave what others run alone',
    [
      phrase(
        'delete destroy terminate remove wipe prune nuke drop drain purge empty deprovision|tear down|take down|shut down|scale down|scale to zero|bring down|clean up',
        'cluster|clusters|namespace|namespaces|all pods|every pod|all deployments|all containers|every container|all images|all docker images|all volumes|docker volumes|all docker|s3 bucket|s3 buckets|bucket|buckets|ec2 instance*|all instances|instances|infrastructure|cloudformation stack|the stack|terraform state|terraform resources|resource group|vpc|load balancer|dns zone|all resources|production environment|prod environment|production|prod|production server*|kubernetes nodes|persistent volume*|rds|lambda functions|gcp project|aws account|azure subscription|docker system',
        {
          without: `${OWN}|c++|php|java|using namespace|xml|xmlns|css|import*|typescript|prefix|kind|minikube|console*|logging|stack trace|stack overflow|code path|docs|build`,
        },
      ),
      phrase('run apply', 'terraform destroy|kubectl delete|docker system prune'),
    ],
  ),
  rule(
    'cover-tracks',
    'persistence',
    'severe',
    destructive,
    'says that traces will be removed; what was done must stay to be seen',
    [
      phrase(
        `${DESTROY}|disable|tamper with|turn off`,
        'bash history|shell history|command history|audit log|audit logs|audit trail|system logs|auth log|access logs|event log|event logs|evidence|tracks|our traces|all traces|all logs|login records|server logs|forensic*',
        { without: 'test*|docs|feature' },
      ),
      phrase('hide conceal cover', 'evidence|tracks|our tracks|the tracks|activity|traces|backdoor', {
        without: 'component|css|button|test*',
      }),
    ],
  ),
];
