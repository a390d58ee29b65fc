import type { RuleSource } from '../rule.js';

/** Disks, partitions, volumes and mounts. */
export const diskRules: readonly RuleSource[] = [
  {
    id: 'overwrite-disk',
    category: 'disks',
    severity: 'catastrophic',
    explanation:
      'This writes to a disk below its file system; everything on it is lost. Use a file in the workspace as an image.',
    match: [
      { writes: ['device'] },
      {
        program: [
          'shred',
          'badblocks',
          'wipe',
          'blkdiscard',
          'wipefs',
          'hdparm',
          'tune2fs',
          'debugfs',
          'mkswap',
          'resize2fs',
          'e2fsck',
          'fsck*',
          'xfs_repair',
        ],
        names: ['device'],
        flags: { none: ['-n', '--no-act', '-I', '-i', '-l', '-g'] },
      },
      {
        program: [
          'mkfs',
          'mkfs.*',
          'mke2fs',
          'mkswap',
          'newfs',
          'mkfs_*',
          'format',
          'format.com',
          'Format-Volume',
          'Clear-Disk',
        ],
        args: { none: ['*.img', '*.raw', '*.iso', '*.qcow2'] },
        flags: { none: ['--help', '-V', '-h'] },
      },
      { program: ['nvme'], subcommand: ['format', 'sanitize'] },
    ],
    examples: {
      matches: [
        'dd if=/dev/zero of=/dev/sda bs=1M',
        'mkfs.ext4 /dev/sdb1',
        'cat x > /dev/nvme0n1',
        'wipefs -a /dev/sda',
      ],
      passes: ['dd if=/dev/zero of=disk.img bs=1M count=4', 'mkfs.ext4 -F disk.img', 'lsblk', 'df -h'],
    },
  },
  {
    id: 'change-partitions',
    category: 'disks',
    severity: 'catastrophic',
    explanation: 'This changes partitions or volumes; what is on them may be lost.',
    match: [
      {
        program: ['fdisk', 'sfdisk', 'cfdisk', 'gdisk', 'sgdisk', 'parted', 'diskpart'],
        flags: { none: ['-l', '--list', '-h', '--help', '-d', '--dump', '-p', '-v', '--version'] },
        args: { none: ['print', '*.img', '*.iso', '*.raw'] },
      },
      { program: ['lvremove', 'vgremove', 'pvremove', 'lvreduce', 'vgreduce', 'pvcreate'] },
      { program: ['lvm'], subcommand: ['lvremove', 'vgremove', 'pvremove'] },
      { program: ['zpool', 'zfs'], subcommand: ['destroy', 'labelclear', 'rollback'] },
      { program: ['btrfs'], subcommand: ['subvolume delete', 'device delete', 'device remove'] },
      { program: ['mdadm'], flags: { any: ['--zero-superblock', '--stop', '--fail', '--remove', '-S', '-f', '-r'] } },
      {
        program: ['cryptsetup'],
        subcommand: ['luksFormat', 'erase', 'luksErase', 'luksRemoveKey', 'luksKillSlot', 'reencrypt'],
      },
      { program: ['cryptsetup'], flags: { any: ['--type'] }, args: { any: ['luksFormat', 'erase'] } },
      {
        program: ['diskutil'],
        subcommand: ['erase*', 'partitionDisk', 'secureErase', 'zeroDisk', 'apfs delete*', 'reformat', 'unmountDisk'],
      },
      { program: ['grub-install', 'efibootmgr', 'dmsetup', 'losetup'], args: { at_least: 1 } },
      { program: ['dmsetup'], subcommand: ['remove*', 'wipe_table'] },
    ],
    examples: {
      matches: ['fdisk /dev/sda', 'parted /dev/sda mklabel gpt', 'zpool destroy tank', 'lvremove -f vg/data'],
      passes: ['fdisk -l', 'zfs list', 'parted /dev/sda print'],
    },
  },
  {
    id: 'change-mounts',
    category: 'disks',
    severity: 'severe',
    trust: 4,
    explanation: 'This changes what is mounted for everybody on the machine.',
    match: [
      { program: ['umount'], flags: { any: ['-a', '--all', '-l', '--lazy', '-f', '--force', '-R'] } },
      { program: ['umount', 'mount'], names: ['root', 'system', 'home', 'device', 'workspace'] },
      { program: ['mount'], flags: { any: ['--bind', '--rbind', '--move', '-M', '-B', '-R'] } },
      { program: ['mount'], options: { '-o': ['*remount*', '*bind*'] } },
      { program: ['swapoff'], flags: { any: ['-a', '--all'] } },
      { program: ['swapoff', 'swapon'], args: { at_least: 1 } },
    ],
    examples: {
      matches: ['umount -a', 'mount -o remount,rw /', 'mount /dev/sda1 /mnt', 'umount /home'],
      passes: ['mount', 'mount | grep tmpfs', 'umount /tmp/m'],
    },
  },
];
