import { readlinkSync } from 'node:fs';
import { processStat } from './first_process.js';

/**
 * A mark on what outlives a crash (control groups, state folders): who made it, by pid namespace, number and start time.
 * Whoever comes later can tell leftovers from what is in use.
 */
export function makerMark(): string {
  return `${pidNamespace()}-${process.pid}-${processStat(process.pid)?.born}`;
}

/** Whether the process that made the mark is gone. Those of another pid namespace cannot be judged from here. */
export function isMakerGone(mark: string): boolean {
  const [, namespace, pid, born] = /^(\d+)-(\d+)-(\d+)$/.exec(mark) ?? [];
  return namespace === pidNamespace() && processStat(Number(pid))?.born !== born;
}

function pidNamespace(): string {
  return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
}
