import type { RuleSource } from '../rule.js';

/** Options with which rsync deletes what the source does not have. */
const deleting = [
  '--delete',
  '--delete-after',
  '--delete-before',
  '--delete-during',
  '--delete-delay',
  '--delete-excluded',
  '--del',
];

/** Files and folders: deleting, emptying, moving away, rights. */
export const fileRules: readonly RuleSource[] = [
  {
    id: 'delete-machine',
    category: 'files',
    severity: 'catastrophic',
    explanation:
      "This deletes the file system, the operating system, or somebody's home. Delete by name inside the workspace.",
    match: [
      { deletes: ['root', 'home', 'temp-root'] },
      { deletes: ['system'], recursive: true },
      { program: ['rsync'], flags: { any: deleting }, writes: ['root', 'home', 'system', 'temp-root'] },
      { program: ['rm', 'rimraf'], flags: { any: ['--no-preserve-root'] } },
    ],
    examples: {
      matches: [
        'rm -rf /',
        'rm -rf ~',
        'rm -r /etc',
        'find / -delete',
        'rm -rf "$HOME"/*',
        'rm -fr --no-preserve-root /',
        'find /tmp -delete',
        'rsync -a --delete /tmp/e/ ~/',
      ],
      passes: ['rm -rf node_modules', 'rm -rf /tmp/x', 'rm -rf /tmp/x/*', 'rm a.txt', 'find . -name "*.pyc" -delete'],
    },
  },
  {
    id: 'delete-system-file',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation: 'This deletes a file of the system. What lies outside the workspace is not yours to delete.',
    match: [
      { deletes: ['system', 'accounts', 'schedule', 'kernel', 'device', 'socket'] },
      { deletes: ['local-system'], recursive: true },
    ],
    examples: {
      matches: ['rm /etc/hosts', 'unlink /usr/bin/python3', 'rm -rf /opt/app'],
      passes: ['rm -f /tmp/a.log'],
    },
  },
  {
    id: 'delete-workspace',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation: 'This deletes the whole workspace or a folder around it. Name what is meant, one by one.',
    match: [{ deletes: ['workspace'] }],
    examples: {
      matches: ['rm -rf .', 'rm -rf *', 'rm -rf ..', 'find . -type f -delete', 'ls | xargs rm -rf', 'rm -f ./*'],
      passes: ['rm -f *.log', 'rm -rf dist build', 'find . -name __pycache__ -exec rm -rf {} +'],
    },
  },
  {
    id: 'delete-source',
    category: 'files',
    severity: 'severe',
    trust: 3,
    explanation:
      'This deletes a folder that no build makes anew. Use git rm -r, which keeps what is not committed, or name the files.',
    match: [
      { deletes: ['source', 'personal', 'outside'], recursive: true },
      { deletes: ['personal', 'startup', 'logs'] },
    ],
    examples: {
      matches: ['rm -rf src', 'rm -r ~/Documents', 'rm -rf ../other', 'find . -name "*.py" -delete', 'rm ~/.bashrc'],
      passes: ['rm -rf coverage .cache target', 'rm src/old.ts', 'rm -rf tmp/x', 'rm -rf ~/.cache/pip'],
    },
  },
  {
    id: 'delete-vcs',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation: 'This deletes the repository with its history. Leave .git alone.',
    match: [{ deletes: ['vcs'] }, { moves: ['vcs'] }],
    examples: { matches: ['rm -rf .git', 'mv .git /tmp/x'], passes: ['rm -f .git/index.lock', 'rm .gitignore'] },
  },
  {
    id: 'shred-files',
    category: 'files',
    severity: 'severe',
    trust: 3,
    explanation: 'What is shredded cannot be brought back. Delete it in the ordinary way.',
    match: [
      {
        program: ['shred', 'srm', 'wipe', 'scrub'],
        names: [
          'root',
          'system',
          'home',
          'personal',
          'outside',
          'workspace',
          'source',
          'data',
          'logs',
          'device',
          'unknown',
        ],
      },
    ],
    examples: {
      matches: ['shred -u notes.txt', 'shred -n 3 ~/thesis.tex'],
      passes: ['shred --help', 'shred -u /tmp/x'],
    },
  },
  {
    id: 'empty-files',
    category: 'files',
    severity: 'severe',
    trust: 3,
    explanation: 'This empties files; their content is gone. Edit them, or delete what is disposable.',
    match: [
      {
        program: ['truncate'],
        options: { '--size': ['0', '0*', '-*'] },
        writes: ['system', 'local-system', 'home', 'personal', 'outside', 'workspace', 'source', 'data', 'logs', 'vcs'],
      },
      {
        program: ['truncate'],
        options: { '-s': ['0', '0*', '-*', '=0'] },
        writes: ['system', 'local-system', 'home', 'personal', 'outside', 'workspace', 'source', 'data', 'logs', 'vcs'],
      },
      { program: ['cp', 'dd', 'cat', 'mv'], reads: ['nowhere'], writes: ['system', 'personal', 'vcs', 'data', 'logs'] },
    ],
    examples: {
      matches: ['truncate -s 0 src/main.c', 'cp /dev/null users.sql'],
      passes: ['truncate -s 10M /tmp/x', 'truncate -s 0 app.log'],
    },
  },
  {
    id: 'move-away',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation: 'This moves away what others rely on, or throws it away. Copy it, or name what is meant.',
    match: [{ moves: ['root', 'home', 'system', 'workspace'] }, { program: ['mv'], writes: ['nowhere'] }],
    examples: {
      matches: ['mv /etc /tmp/etc', 'mv src /dev/null', 'mv ~ /tmp'],
      passes: ['mv a.ts b.ts', 'mv src lib'],
    },
  },
  {
    id: 'write-system-file',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation:
      'This writes a file of the operating system. Keep to the workspace; use the package manager for tools.',
    match: [
      { writes: ['root', 'kernel'] },
      { writes: ['system', 'accounts'] },
      { program: ['curl', 'wget'], writes: ['local-system'] },
      { program: ['tar', 'unzip', 'bsdtar'], args: { any: ['x*'] }, writes: ['root', 'system'] },
    ],
    examples: {
      matches: [
        'echo x > /etc/hosts',
        'cp a /usr/bin/git',
        'echo 1 > /proc/sys/kernel/sysrq',
        'sed -i s/a/b/ /etc/fstab',
        'tee /etc/x < a',
      ],
      passes: ['echo x > out.txt', 'cat /etc/os-release > /tmp/a', 'cmd > /dev/null 2>&1', 'cp /etc/hosts hosts.bak'],
    },
  },
  {
    id: 'change-rights-of-machine',
    category: 'files',
    severity: 'catastrophic',
    explanation: 'This changes owner or rights of the system or of a home. The machine may not start again.',
    match: [{ changes: ['root', 'home'] }, { changes: ['system', 'accounts'], recursive: true }],
    examples: {
      matches: ['chmod -R 777 /', 'chown -R me /etc', 'chmod 000 /'],
      passes: ['chmod +x run.sh', 'chmod -R u+w build', 'chown -R node:node /app/node_modules'],
    },
  },
  {
    id: 'change-rights-of-system-file',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation: 'This changes owner or rights of a file of the system. Keep to the workspace.',
    match: [{ changes: ['system', 'accounts', 'device', 'kernel', 'socket', 'schedule'] }],
    examples: {
      matches: ['chmod 666 /etc/shadow', 'chattr +i /etc/resolv.conf'],
      passes: ['chmod 755 /usr/local/bin/tool'],
    },
  },
  {
    id: 'open-rights-widely',
    category: 'files',
    severity: 'severe',
    trust: 3,
    explanation: 'This opens a whole tree to everybody, or closes it to its owner. Change the one file that needs it.',
    match: [
      {
        program: ['chmod'],
        recursive: true,
        args: {
          any: [
            '777',
            '0777',
            '666',
            '0666',
            '000',
            '0',
            '0000',
            'a+rwx',
            'ugo+rwx',
            'a=rwx',
            'o+w',
            'a+w',
            'o+rwx',
            'a-rwx',
            '*-rwx',
          ],
        },
        changes: ['workspace', 'source', 'personal', 'outside', 'home', 'local-system', 'unknown', 'vcs', 'data'],
      },
      {
        program: ['chmod'],
        args: {
          any: [
            '777',
            '0777',
            '666',
            '0666',
            '644',
            '0644',
            '755',
            '0755',
            '000',
            '0',
            '*o+*',
            '*a+r*',
            '*g+r*',
            '+r',
            '*a=r*',
          ],
        },
        changes: ['credentials', 'authorized-keys'],
      },
      { program: ['chown', 'chgrp'], recursive: true, changes: ['personal'] },
    ],
    examples: {
      matches: ['chmod -R 777 .', 'chmod 644 ~/.ssh/id_rsa', 'chmod -R 000 src'],
      passes: ['chmod 600 ~/.ssh/id_rsa', 'chmod -R 755 dist', 'chmod 777 /tmp/x'],
    },
  },
  {
    id: 'sync-with-deletion',
    category: 'files',
    severity: 'severe',
    trust: 4,
    explanation:
      'This deletes at the goal what the source does not have. Leave --delete out, or name a folder that is yours.',
    match: [
      {
        program: ['rsync', 'robocopy'],
        flags: { any: [...deleting, '--remove-source-files'] },
        writes: ['local-system', 'personal', 'outside', 'workspace', 'vcs'],
      },
      { program: ['sync-away'] },
    ],
    examples: {
      matches: [
        'rsync -a --delete empty/ ./',
        'rsync -av --delete /data/ /mnt/backup/',
        'rsync -a --delete site/ me@h.example:/srv/www/',
      ],
      passes: ['rsync -av src/ dist/', 'rsync -a --delete a/ build/', 'rsync -an --delete a/ /mnt/backup/'],
    },
  },
];
