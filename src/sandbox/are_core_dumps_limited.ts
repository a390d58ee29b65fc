import { readFileSync } from 'node:fs';
import { CORE_BYTES } from '../system/launcher/launcher.js';
import { makeSystemCalls } from '../system/launcher/make_system_calls.js';
import { getLauncherPid } from '../system/launcher/start_program.js';

/** The launcher of which it is known. */
let limited: number | undefined;

/**
 * Finds out if the core dumps of all that the launcher starts are limited. Every launcher limits its own where it may;
 * a command then needs no program for that.
 */
export async function areCoreDumpsLimited(): Promise<boolean> {
  if (limited !== undefined && limited === getLauncherPid()) return true;
  await makeSystemCalls([]); // it answers when it has begun
  const pid = getLauncherPid();
  if (!readCoreLimit(pid)) return false;
  limited = pid;
  return true;
}

function readCoreLimit(pid: number | undefined): boolean {
  try {
    const limits = readFileSync(`/proc/${pid}/limits`, 'latin1');
    const [, soft, hard] = /^Max core file size\s+(\S+)\s+(\S+)/m.exec(limits) ?? [];
    return soft === String(CORE_BYTES) && hard === soft;
  } catch {
    return false;
  }
}
