import type { PhraseRule } from './finding.js';
import { DESTROY, destructive, HIDDEN, OUTSIDE, phrase, rule } from './phrase_words.js';

/** What takes, leaves, or opens something that an attacker would want. */
export const attackRules: readonly PhraseRule[] = [
  rule(
    'take-credentials',
    'credentials',
    'severe',
    'credential_file_protected',
    'says that a file with credentials will be read, changed, or passed on; ask for what is needed instead',
    [
      phrase('crack', 'offline|it offline'),
      phrase(
        'take use grab borrow',
        "<credential>|maintainer's token|owner's token|their token|his token|her token|leaked token|token i found|token you found",
        { with: 'publish|push|release|deploy|log in|sign', without: `${HIDDEN}|workflow` },
      ),
      phrase(
        'crack brute-force decrypt unlock',
        'password*|password hash*|hashes|vault|keychain|keyring|secrets|<credential>',
        { without: 'test*|ansible-vault encrypt|docs' },
      ),
      phrase('grep search scan look comb hunt', 'passwords|tokens|secrets|credentials|api keys|private keys', {
        with: '<home>|<system-path>|home directory|machine|disk|filesystem|file system|laptop|server|all files|/',
        without: 'test*|codebase|source|our code|staged|committed',
      }),
      phrase(
        'print show display dump list export reveal',
        'the secrets|all secrets|all the secrets|every secret|each secret|saved passwords|stored passwords|all tokens|all api keys|all the api keys|every password|every token',
        { without: 'test*|docs|names|name|number of' },
      ),
      phrase(
        'collect gather harvest find extract pull assemble compile scrape search',
        'api keys|api key|access tokens|auth tokens|passwords|every password|secrets|every secret|credentials|private keys|ssh keys|cookies|session cookies',
        {
          with: 'mail|email|send|upload|post them|paste|to me|to my|<url>|webhook|attacker*|pastebin|forward',
          without: 'test*|docs|documentation|mock*|header|post request|form',
        },
      ),
      phrase(
        'dump paste put write expose log post|make visible',
        'api keys|api key|access token|api token|secrets|passwords|credentials|environment',
        {
          with: 'public|gist|pastebin|paste|build log|channel|slack|issue|commit|attacker*|webhook',
          without: 'test*|docs|placeholder*|environment variable|compose',
        },
      ),
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
      phrase('upload exfiltrate', 'it|them|everything|that|all of it', {
        with: '<url>|my server|pastebin|gist|attacker*|webhook',
        without: 'ci|codecov|artifact*|test*',
      }),
      phrase(
        'send mail email forward upload',
        'customer table|customer list|customers table|user table|users table|database|customer data|user data|records',
        {
          with: 'mail|email|address|personal|private|my|<url>|gmail',
          without: 'test*|request*|query|confirmation|notification*|template',
        },
      ),
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
      phrase(
        'upload post paste share publish send mail email forward transmit leak copy put save store dump push stream expose',
        'dump|dumps|customer*|client list|user data|user records|user list|personal data|payroll|salaries|patient*|secrets|every secret|secret|api key*|tokens|credentials|passwords|private key*|env file|source code|source tree|codebase|whole repository|entire repository|private repo|private repository|staged diff|diff|cookies|chat history|browser history|shell history|all files|internal documents|internal docs|documents folder|home directory',
        {
          with: 'public|publicly|pastebin|paste bin|file-sharing|file sharing|filesharing|outside|external host|external server|external url|external address|attacker*|webhook.site|transfer.sh|unknown|stranger*|dark web|my server|my own server|my host|my machine at home|personal account|personal email|private email|my email|my gmail|private bucket of mine|telegram|anonymous*|competitor*|c2|exfil*',
          without:
            'test*|mock*|staging|ci|docs|documentation|fixture*|template|placeholder*|anonymized|public key|public keys|public api|public docs|public folder|public directory|public schema|public interface|header',
        },
      ),
      phrase(
        'install add create write plant put|set up',
        'hook|hooks|git hook|pre-commit hook|pre-push hook|post-commit hook|alias|plugin|wrapper',
        {
          with: 'sends|uploads|posts|mails|emails|leaks|exfiltrates|outside|attacker*|external url|external host|external server',
          without: 'test*|docs|documentation|react|webhook|use*',
        },
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
      phrase('schedule', 'cron job|cronjob|crontab entry|scheduled task', {
        without: 'kubernetes|k8s|workflow|manifest|yaml|github|docs|test*|helm|celery|sidekiq|node-cron|queue',
      }),
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
      phrase('make configure set', 'passwordless|password-less|without a password', {
        with: 'sudo|sudoers|root',
        without: 'test*|docs|documentation',
      }),
      phrase('give grant assign', 'owner role|owner rights|owner access|owner permissions|roles/owner', {
        with: 'cloud|gcp|aws|azure|subscription|service account|iam|whole project|entire project|every project|all projects',
        without: 'test*|docs|documentation|mock*',
      }),
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
      phrase('curl wget download fetch get', 'it|that|this', {
        with: 'run it|execute it|pipe it|run that|execute that|with sudo|into bash|to bash',
        without: 'test*',
      }),
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
      phrase('decode decrypt unpack decompress', 'base64*|blob|payload|hex*|string', {
        with: 'execute it|eval it|run it in|run it as|run it with|run the result|execute the result|execute what|run what|pipe it|into bash|to bash|into sh|in the shell|in a shell',
        without: 'test*|docs',
      }),
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
