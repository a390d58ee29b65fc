import { readlinkSync } from 'node:fs';
import { readProcessStat } from './init_process.js';

/**
 * Returns a tag that identifies this process by pid namespace, pid and start time. Names of objects that survive a
 * crash (control groups, state folders) contain it, so that later processes recognise orphans.
 */
export function getOwnerTag(): string {
  return `${readPidNamespace()}-${process.pid}-${readProcessStat(process.pid)?.born}`;
}

/** Returns true if the process of an owner tag has ended. Always false for other pid namespaces. */
export function isOwnerGone(mark: string): boolean {
  const [, namespace, pid, born] = /^(\d+)-(\d+)-(\d+)$/.exec(mark) ?? [];
  return namespace === readPidNamespace() && readProcessStat(Number(pid))?.born !== born;
}

function readPidNamespace(): string {
  return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
}
