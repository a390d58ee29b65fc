import type { RuleSource } from '../rule.js';
import { serviceNames } from '../service_names.js';

/** Ending what the agent did not begin; turning the machine off. */
export const processRules: readonly RuleSource[] = [
  {
    id: 'kill-everything',
    category: 'processes',
    severity: 'catastrophic',
    explanation:
      'This ends all processes, or the first one, on which all others rest. End the process that you started, by its id.',
    match: [
      { program: ['kill'], args: { any: ['-1', '1', '0'] }, flags: { none: ['-0', '-l'] } },
      { program: ['kill'], flags: { all: ['-9', '-1'] } },
      { program: ['kill'], flags: { all: ['-KILL', '-1'] } },
      { program: ['kill'], flags: { all: ['-SIGKILL', '-1'] } },
      { program: ['kill'], flags: { all: ['-15', '-1'] } },
      { program: ['kill'], flags: { all: ['-TERM', '-1'] } },
      { program: ['kill'], flags: { all: ['-1', '-s'] } },
      { program: ['kill'], flags: { all: ['-1'] }, args: { at_most: 0 } },
      { program: ['killall5'] },
      // All that `ps` lists, or all of a file system.
      { program: ['end-process'], args: { any: ['\\*'] } },
      { program: ['loginctl'], subcommand: ['terminate-*', 'kill-*'] },
      // What all of /proc is, or what all names match.
      { program: ['kill'], args: { any: ['*\\**', '/proc/*'] } },
      {
        program: ['kill'],
        line: {
          any: [
            'pgrep .',
            'pgrep -? .',
            'pgrep -f ',
            'pgrep ',
            'pgrep -* .',
            'pgrep .\\*',
            'pgrep -* .\\*',
            'pgrep ^',
            'pgrep -* ^',
            'pgrep -v *',
            'pgrep -u root',
            'pgrep -U *',
            'ls /proc*',
            'ls -* /proc*',
            'find /proc*',
          ],
        },
      },
      { program: ['pkill', 'killall', 'skill', 'slay'], flags: { any: ['-u', '-U', '--euid', '--uid', '--user'] } },
      { program: ['pkill'], args: { any: ['.', '.\\*', '', '^', '^.\\*', '.+', '[a-z]', '/'] } },
      { program: ['killall'], args: { any: ['-r'] } },
      { program: ['killall'], flags: { any: ['-r', '--regexp'] }, args: { any: ['.', '.*'] } },
    ],
    examples: {
      matches: [
        'kill -9 -1',
        'pgrep . | xargs kill',
        'kill $(ls /proc | grep -E "^[0-9]+$")',
        'kill 1',
        'pkill -9 -u root',
        'pkill -f .',
        'ps -eo pid= | xargs kill -9',
      ],
      passes: [
        'kill 1234',
        'kill $(pgrep -f vite)',
        'pgrep -u me node | xargs kill',
        'kill -9 4711',
        'pkill -f "vite --port 5173"',
        'kill -0 1',
      ],
    },
  },
  {
    id: 'kill-service',
    category: 'processes',
    severity: 'severe',
    trust: 4,
    explanation: 'This ends a service that others rely on. End the process that you started, by its id.',
    match: [
      // Whatever ends it: by its name, or by numbers that were found by its name.
      { program: ['end-process'], args: { any: serviceNames } },
      { program: ['systemctl', 'rc-service', 'initctl'], subcommand: ['stop', 'kill', 'mask', 'disable'] },
      { program: ['service'], args: { any: ['stop'] } },
      { program: ['launchctl'], subcommand: ['unload', 'bootout', 'remove', 'kill'] },
      { program: ['tmux', 'screen'], subcommand: ['kill-server'] },
      { program: ['tmux'], subcommand: ['kill-session'], flags: { any: ['-a'] } },
      { program: ['sc', 'net'], subcommand: ['stop', 'delete'] },
    ],
    examples: {
      matches: [
        'killall -9 sshd',
        'kill $(pidof sshd)',
        'pkill ^cron$',
        'sudo systemctl stop postgresql',
        'service nginx stop',
      ],
      passes: ['killall my-dev-server', 'kill $(pidof my-server)', 'systemctl status nginx', 'service nginx status'],
    },
  },
  {
    id: 'kill-unnamed',
    category: 'processes',
    severity: 'severe',
    trust: 3,
    explanation: 'Nobody can say before which processes this ends. End the process that you started, by its id.',
    match: [
      {
        program: ['pkill', 'killall'],
        args: { any: ['\u{FFFC}'] },
        language: ['python', 'javascript', 'perl', 'ruby', 'php', 'powershell'],
      },
    ],
    examples: {
      matches: [`python3 -c "import psutil\nfor p in psutil.process_iter(): p.kill()"`],
      passes: ['pkill node'],
    },
  },
  {
    id: 'turn-off-machine',
    category: 'processes',
    severity: 'catastrophic',
    explanation: 'This turns the machine off or starts it anew, for everybody on it.',
    match: [
      {
        program: ['shutdown', 'reboot', 'halt', 'poweroff', 'Stop-Computer', 'Restart-Computer'],
        flags: { none: ['--help', '-c', '--version'] },
      },
      { program: ['init', 'telinit'], args: { any: ['0', '6', '1', 's', 'S'] } },
      {
        program: ['systemctl', 'loginctl'],
        subcommand: [
          'reboot',
          'poweroff',
          'halt',
          'rescue',
          'emergency',
          'kexec',
          'suspend',
          'hibernate',
          'isolate',
          'soft-reboot',
        ],
      },
    ],
    examples: {
      matches: ['shutdown -h now', 'sudo reboot', 'systemctl poweroff', 'init 0'],
      passes: ['git init', 'npm init -y', 'shutdown --help'],
    },
  },
  {
    id: 'fork-bomb',
    category: 'fork-bombs',
    severity: 'catastrophic',
    explanation: 'This starts processes without end until the machine stands still.',
    match: [
      { program: ['fork-bomb'] },
      {
        program: ['stress', 'stress-ng'],
        args: { none: ['--help', '--version'] },
        flags: { none: ['--help', '--version'] },
      },
    ],
    examples: { matches: [':(){ :|:& };:', 'b() { b | b & }; b'], passes: ['f() { echo a; }; f', 'sleep 1 & wait'] },
  },
  {
    id: 'fork-in-code',
    category: 'fork-bombs',
    severity: 'severe',
    trust: 3,
    explanation:
      'Nobody can say before it runs how many processes this code starts. Start them by the shell or a pool.',
    match: [{ program: ['fork'], language: ['python', 'perl', 'ruby', 'php'] }],
    examples: {
      matches: ['python3 -c "import os\nwhile True: os.fork()"'],
      passes: ['python3 -c "import multiprocessing"', 'git fork'],
    },
  },
  {
    id: 'fill-disk-or-memory',
    category: 'fork-bombs',
    severity: 'severe',
    trust: 4,
    explanation: 'This writes or reads without end until disk or memory are full. Say how much.',
    match: [
      { program: ['yes'], redirected: true, flags: { none: ['--help'] } },
      { program: ['cat', 'dd'], reads: ['endless'], redirected: true, language: ['shell'] },
      { program: ['tail', 'sort', 'tac', 'sponge', 'shuf', 'column'], reads: ['endless'] },
      {
        program: ['tail', 'sort', 'tac', 'sponge', 'shuf', 'column'],
        from: {
          program: ['cat', 'dd', 'tr', 'base64'],
          reads: ['endless'],
          without: ['head', 'timeout', 'cut', 'sed'],
        },
      },
      {
        program: ['tail', 'sort', 'tac', 'sponge', 'shuf', 'column'],
        from: { program: ['yes'], without: ['head', 'timeout', 'sed', 'awk'] },
      },
      { program: ['dd'], reads: ['nowhere'], writes: ['workspace', 'root', 'home'] },
      { program: ['fallocate'], names: ['workspace', 'root', 'home'] },
      { program: ['fallocate', 'truncate'], options: { '-l': ['*T', '*TB', '*TiB', '*P', '*E'] } },
      { program: ['fallocate', 'truncate'], options: { '-s': ['*T', '*TB', '*TiB', '*P', '*E'] } },
    ],
    examples: {
      matches: ['yes > big.txt', 'cat /dev/zero | tail', 'tail /dev/zero', 'yes | sort'],
      passes: [
        'yes | head -n 3',
        'cat /dev/null > a.log',
        'head -c 9 /dev/urandom | base64',
        'yes | head -9 | sort',
        'dd if=/dev/zero of=a bs=1M count=10',
        'yes | apt-get install jq',
      ],
    },
  },
];
