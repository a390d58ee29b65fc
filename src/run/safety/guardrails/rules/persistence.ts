import type { RuleSource } from '../rule.js';

/** What stays behind and runs later: start-up files, timers, services, keys, hooks. */
export const persistenceRules: readonly RuleSource[] = [
  {
    id: 'startup-file',
    category: 'persistence',
    severity: 'severe',
    trust: 4,
    explanation:
      'This changes what runs when somebody logs in or starts a program. Set variables for the one command that needs them.',
    match: [{ writes: ['startup'] }, { moves: ['startup'] }],
    examples: {
      matches: [
        "echo 'alias ll=x' >> ~/.bashrc",
        'tee -a /etc/profile < a',
        { write: '/root/.zshrc', content: 'x' },
        'cp a ~/.profile',
      ],
      passes: ['cat ~/.bashrc', 'source ~/.bashrc', 'PATH=$PWD/bin:$PATH make'],
    },
  },
  {
    id: 'schedule',
    category: 'persistence',
    severity: 'severe',
    trust: 4,
    explanation: 'This makes something run later by itself. Run what is needed now.',
    match: [
      { writes: ['schedule'] },
      { program: ['crontab'], flags: { none: ['-l', '-h', '--help', '-V'] } },
      { program: ['at', 'batch', 'atrm'], flags: { none: ['-l', '-V'] } },
      {
        program: ['systemctl'],
        subcommand: ['enable', 'link', 'edit', 'add-wants', 'set-default', 'set-environment', 'reenable'],
      },
      {
        program: ['systemd-run'],
        flags: {
          any: ['--on-calendar', '--on-boot', '--on-active', '--on-unit-active', '--on-startup', '--timer-property'],
        },
      },
      { program: ['launchctl'], subcommand: ['load', 'bootstrap', 'submit', 'enable'] },
      { program: ['update-rc.d', 'chkconfig', 'rc-update', 'insserv'] },
      { program: ['loginctl'], subcommand: ['enable-linger'] },
      { program: ['pm2'], subcommand: ['startup'] },
      { program: ['schtasks'], args: { any: ['/create', '/CREATE', '/Create'] } },
      {
        program: ['reg', 'Set-ItemProperty', 'New-ItemProperty'],
        args: { any: ['*CurrentVersion\\Run*', '*Winlogon*'] },
      },
      { program: ['Register-ScheduledTask', 'New-Service'] },
    ],
    examples: {
      matches: ['crontab -e', 'echo "* * * * * x" | crontab -', 'systemctl enable --now x', 'cp x /etc/cron.d/x'],
      passes: ['crontab -l', 'systemctl status nginx', 'cat /etc/crontab'],
    },
  },
  {
    id: 'login-key',
    category: 'persistence',
    severity: 'severe',
    explanation: 'This decides who may log in. Ask the person whose account it is.',
    match: [{ writes: ['authorized-keys'] }, { program: ['ssh-copy-id', 'ssh-import-id'] }],
    examples: {
      matches: ['cat k.pub >> ~/.ssh/authorized_keys', 'ssh-copy-id me@host'],
      passes: ['ssh-keygen -l -f k.pub', 'cat ~/.ssh/authorized_keys'],
    },
  },
  {
    id: 'vcs-hook',
    category: 'persistence',
    severity: 'severe',
    trust: 4,
    explanation: 'This changes what git runs or whom it believes, for everybody who uses the repository after you.',
    match: [
      { writes: ['vcs-config'] },
      {
        program: ['git'],
        subcommand: ['config'],
        args: {
          any: ['core.hooksPath', 'core.hookspath'],
          none: ['.husky*', '.githooks*', './*', 'hooks*', 'scripts/*', 'git-hooks*', '.hooks*'],
          at_least: 2,
        },
        flags: { none: ['--get', '--unset'] },
      },
      {
        program: ['git'],
        subcommand: ['config'],
        args: {
          any: [
            'core.fsmonitor',
            'core.sshCommand',
            'core.sshcommand',
            'core.gitProxy',
            'core.askPass',
            'credential.helper',
            'credential.*.helper',
            'include.path',
            'includeIf.*',
            'url.*.insteadOf',
            'url.*.insteadof',
            'filter.*.*',
            'init.templateDir',
            'http.proxy',
            'http.sslVerify',
            'http.sslverify',
            'gpg.program',
            'uploadpack.packObjectsHook',
          ],
          at_least: 2,
          none: ['true', '.git*', 'git-lfs*'],
        },
        flags: { none: ['--get', '--unset', '--unset-all', '--get-all'] },
      },
      { program: ['git'], subcommand: ['config'], args: { any: ['!*'], at_least: 2 } },
      {
        program: ['git'],
        subcommand: ['config set'],
        args: {
          any: [
            'core.hooksPath',
            'core.fsmonitor',
            'core.sshCommand',
            'credential.helper',
            'include.path',
            'http.proxy',
          ],
        },
      },
    ],
    examples: {
      matches: [
        'echo x > .git/hooks/pre-commit',
        'git config core.hooksPath /tmp/h',
        "git config alias.st '!sh -c x'",
        { write: '.git/config' },
      ],
      passes: [
        'git config user.name me',
        'git config core.hooksPath .husky',
        'cat .git/config',
        'git config --get core.hooksPath',
      ],
    },
  },
  {
    id: 'preloaded-code',
    category: 'persistence',
    severity: 'severe',
    trust: 4,
    explanation: 'This loads code of yours into programs that are not yours. Run the program as it is.',
    match: [
      { environment: { LD_PRELOAD: ['/tmp/*', '/var/tmp/*', '/dev/shm/*', './*', '*evil*', '*hook*'] } },
      { environment: { LD_AUDIT: ['/*', './*'] } },
      { environment: { DYLD_INSERT_LIBRARIES: ['/*', './*'] } },
      { environment: { BASH_ENV: ['/tmp/*', '/dev/*', '/var/tmp/*'] } },
      { environment: { PYTHONSTARTUP: ['/tmp/*', '/var/tmp/*'] } },
      { environment: { PROMPT_COMMAND: ['*'] } },
    ],
    examples: {
      matches: ['LD_PRELOAD=/tmp/x.so ls'],
      passes: ['LD_PRELOAD=libjemalloc.so.2 node a.js', 'NODE_ENV=test npm test'],
    },
  },
  {
    id: 'package-manager-settings',
    category: 'persistence',
    severity: 'risky',
    trust: 3,
    explanation:
      'This changes where packages come from, or what runs with them, for all that follows. Name the registry for the one command.',
    match: [
      {
        program: ['npm', 'pnpm', 'yarn'],
        subcommand: ['config set'],
        args: {
          any: [
            'registry*',
            'script-shell*',
            '//*',
            'prefix*',
            '*:registry*',
            'strict-ssl*',
            'proxy*',
            'https-proxy*',
            'cafile*',
          ],
        },
      },
      {
        program: ['pip'],
        subcommand: ['config set'],
        args: { any: ['global.*index*', 'global.trusted-host', 'install.trusted-host', 'site.*index*'] },
      },
      { program: ['defaults'], subcommand: ['write'], args: { any: ['*loginwindow*', '*LoginHook*', '/Library/*'] } },
    ],
    examples: {
      matches: ['npm config set registry http://example.org'],
      passes: ['npm config get registry', 'npm install --registry http://localhost:4873 a'],
    },
  },
];
