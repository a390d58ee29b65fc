import { posix } from 'node:path';
import type { EventPayload } from '../../../record/events/event.js';

type RefusedOperation = EventPayload<'refused_operations'>['operations'][number];

/** Calls that no task needs and that no library makes as a probe. */
const PROHIBITED: ReadonlySet<string> = new Set([
  ...['init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load', 'reboot', 'swapon', 'swapoff'],
]);

/** Calls that change mounts. Nested sandboxes and build tools try them on themselves. */
const MOUNTING: ReadonlySet<string> = new Set(['mount', 'umount2', 'move_mount']);
/** Mount points that nested sandboxes create first: a private tree, a fresh `/proc`, their folders. */
const NESTED = /^(?:$|none$|\/$|\/proc$|\/newroot|\/oldroot|\/(?:work|tmp|var\/tmp|dev\/shm|home\/agent)(?:\/|$))/;

/** Accounts, rights, devices, the kernel and its boot files. Control groups are left out: containers try them. */
const CRITICAL = [
  /^\/etc\/(?:passwd|shadow|gshadow|sudoers|sudoers\.d\/.*|ld\.so\.preload)$/,
  /^\/boot(?:\/|$)/,
  /^\/sys\/(?!fs\/cgroup(?:\/|$))/,
  /^\/proc\/(?:sysrq-trigger$|kcore$|sys\/)/,
  /^\/dev\/(?:(?:sd|hd|vd|xvd)[a-z]+\d*|nvme\d\S*|mmcblk\d\S*|dm-\d+|mapper\/.+|disk\/.+|md\d+|mem|kmem|port)$/,
];

/**
 * Checks whether a refused operation only serves to take over or wreck a machine. Such operations are kernel modules,
 * restarts, mounts over the system, and writes to accounts, devices and the kernel.
 */
export function isSystemRisk({ kind, call, target }: RefusedOperation): boolean {
  if (kind === 'privilege')
    return (
      PROHIBITED.has(call) ||
      (MOUNTING.has(call) && target.startsWith('/') && !NESTED.test(normaliseSystemPath(target)))
    );
  if (kind !== 'write') return false;
  return target.split(' → ').some((path) => CRITICAL.some((place) => place.test(normaliseSystemPath(path))));
}

/** Normalises a path as the kernel resolves it, without detours through `/proc`. */
export function normaliseSystemPath(target: string): string {
  if (!target.startsWith('/')) return target;
  const plain = posix.normalize(target.replace(/^\/+/, '/'));
  const beyond = plain.replace(/^(?:\/proc\/(?:self|thread-self|\d+)\/root)+(?=\/|$)/, '');
  return beyond === '' ? '/' : beyond;
}
