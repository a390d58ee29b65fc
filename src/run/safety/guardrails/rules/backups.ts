import type { RuleSource } from '../rule.js';

/** Copies that are left when something else went wrong. At no trust level. */
export const backupRules: readonly RuleSource[] = [
  {
    id: 'destroy-backup',
    category: 'backups',
    severity: 'severe',
    explanation:
      'This deletes backups or snapshots, which is what others fall back on. Look with --dry-run; the person who owns them deletes them.',
    match: [
      { program: ['borg', 'attic'], subcommand: ['delete', 'prune', 'rdelete', 'repo-delete'] },
      { program: ['borgmatic'], subcommand: ['prune', 'delete', 'repo-delete'] },
      { program: ['restic', 'rustic'], subcommand: ['forget', 'prune'] },
      { program: ['restic', 'rustic'], subcommand: ['rewrite'], flags: { any: ['--forget'] } },
      {
        program: ['duplicity'],
        args: { any: ['remove-older-than', 'remove-all-but-n-full', 'remove-all-inc-of-but-n-full', 'cleanup'] },
        // Without it, it lists.
        flags: { any: ['--force'] },
      },
      { program: ['duplicacy'], subcommand: ['prune'] },
      { program: ['kopia'], subcommand: ['snapshot delete', 'snapshot expire'], flags: { any: ['--delete'] } },
      { program: ['tarsnap'], flags: { any: ['-d', '--nuke'] } },
      { program: ['bup'], subcommand: ['rm', 'gc', 'prune-older'] },
      { program: ['rdiff-backup'], flags: { any: ['--remove-older-than'] } },
      { program: ['rdiff-backup'], args: { any: ['remove'] } },
      { program: ['proxmox-backup-client'], subcommand: ['snapshot forget', 'prune'] },
      { program: ['wal-g'], subcommand: ['delete'], flags: { any: ['--confirm'] } },
      { program: ['wal-e'], subcommand: ['delete'], flags: { any: ['--confirm'] } },
      { program: ['pgbackrest'], subcommand: ['expire', 'stanza-delete'] },
      { program: ['pgbackrest'], args: { any: ['expire', 'stanza-delete'] } },
      { program: ['barman'], subcommand: ['delete'] },
      { program: ['pbm'], subcommand: ['delete-backup', 'delete-pitr', 'cleanup'] },
      { program: ['velero'], subcommand: ['backup delete', 'delete backup', 'backup-location delete'] },
      { program: ['snapper'], args: { any: ['delete', 'rm', 'remove'] } },
      { program: ['timeshift'], flags: { any: ['--delete', '--delete-all'] } },
      {
        program: ['tmutil'],
        subcommand: ['delete', 'deletelocalsnapshots', 'thinlocalsnapshots', 'removedestination'],
      },
      { program: ['vssadmin'], subcommand: ['delete shadows', 'Delete Shadows', 'resize shadowstorage'] },
      { program: ['wbadmin'], subcommand: ['delete *', 'disable backup'] },
      { program: ['wmic'], subcommand: ['shadowcopy delete'] },
      { program: ['virsh'], subcommand: ['snapshot-delete', 'checkpoint-delete'] },
      { program: ['qm', 'pct'], subcommand: ['delsnapshot'] },
      { program: ['nodetool'], subcommand: ['clearsnapshot'] },
      { program: ['aws'], subcommand: ['backup delete-*', '* delete-*snapshot*', '* delete-*backup*'] },
      {
        program: ['gcloud'],
        subcommand: ['* snapshots delete', '* backups delete', '* * snapshots delete', '* * backups delete'],
      },
      {
        program: ['az'],
        subcommand: ['snapshot delete', 'backup * delete', 'backup protection disable', '* * *backup delete'],
      },
      { program: ['heroku'], subcommand: ['pg:backups:delete'] },
      { program: ['doctl'], subcommand: ['compute snapshot delete', 'databases backups delete'] },
      { program: ['openstack'], subcommand: ['volume snapshot delete', 'volume backup delete'] },
      { program: ['kubectl', 'oc'], subcommand: ['delete volumesnapshot*', 'delete backup*', 'delete vs'] },
    ],
    examples: {
      matches: [
        'borg delete repo::monday',
        'restic forget --keep-last 1 --prune',
        'duplicity remove-older-than 30D --force file:///b',
        'velero backup delete nightly --confirm',
        'tmutil deletelocalsnapshots /',
        'aws rds delete-db-snapshot --db-snapshot-identifier s',
      ],
      passes: [
        'borg create repo::monday src',
        'borg prune --dry-run --keep-last 1 repo',
        'restic snapshots',
        'restic forget --keep-last 1 --prune -n',
        'duplicity remove-older-than 30D file:///b',
        'aws rds create-db-snapshot --db-snapshot-identifier s',
      ],
    },
  },
];
