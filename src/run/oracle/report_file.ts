import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ReportFormat } from '../../contract/schema.js';
import type { ReportReading } from '../../record/events.js';
import type { Session } from '../sandbox/backend.js';
import { bytesOf } from '../workspace/byte_path.js';
import { giveToOwner } from '../workspace/owner.js';
import { removeFiles, standsAt } from '../workspace/place.js';
import { readReport } from './readers/registry.js';

const MAX_BYTES = 32 * 2 ** 20;

/** Where the report folder of an evaluation appears inside the sandbox. */
export const REPORT_FOLDER = '/run/gatebench';

/** One place for one report: its path inside the sandbox, and how to read it afterwards. */
export interface ReportPlace {
  inside: string;
  /** Reads the report once all processes are gone. A report that is a link or a device is no report. */
  read(format: ReportFormat, keep: (data: Uint8Array) => string): ReportReading;
}

/**
 * A path that only this execution knows. The folder's name is new for every execution, so that neither the patch nor an
 * earlier check can have put a report there.
 */
export function reportPlace(folder: string, session: Session): ReportPlace {
  const name = randomBytes(9).toString('base64url');
  const room = join(folder, name);
  mkdirSync(room, { mode: 0o755 });
  giveToOwner(room);
  return {
    inside: session.place(`${REPORT_FOLDER}/${name}/report`),
    read: (format, keep) => {
      try {
        // The folder belongs to the sandbox's user, who may have put a link in its place.
        return format !== 'exit-code' && !lstatSync(room, { throwIfNoEntry: false })?.isDirectory()
          ? { state: 'unreadable', reason: 'the folder of the report was replaced' }
          : readAt(Buffer.from(join(room, 'report')), format, session.root, keep);
      } finally {
        empty(folder);
      }
    },
  };
}

/** Later executions would count earlier ones by what lies there. What resists is left: it goes with the workspace. */
function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {}
  }
}

/** A report that the runner writes into the workspace. What lies there before the run is removed. */
export function reportInWorkspace(view: string, path: string, root: string): ReportPlace {
  const bytes = Buffer.from(path, 'utf8').toString('latin1');
  removeFiles(view, [bytes]);
  return {
    inside: join(root, path),
    read: (format, keep) =>
      standsAt(view, bytes)
        ? readAt(bytesOf(view, bytes), format, root, keep)
        : { state: format === 'exit-code' ? 'none' : 'missing' },
  };
}

function readAt(path: Buffer, format: ReportFormat, root: string, keep: (data: Uint8Array) => string): ReportReading {
  if (format === 'exit-code') return { state: 'none' };
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT'
      ? { state: 'missing' }
      : {
          state: 'unreadable',
          reason: code === 'ELOOP' ? 'the report is a symbolic link' : `the report cannot be opened (${code})`,
        };
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return { state: 'unreadable', reason: 'the report is not a file' };
    if (stat.size > MAX_BYTES)
      return { state: 'unreadable', reason: `the report has ${stat.size} bytes, more than ${MAX_BYTES}` };
    const data = Buffer.alloc(stat.size);
    const bytes = data.subarray(0, readSync(fd, data, 0, stat.size, 0));
    if (bytes.length === 0) return { state: 'unreadable', reason: 'the report is empty' };
    const artifact = keep(bytes);
    const reading = readReport(format, bytes, root);
    return reading.ok
      ? { state: 'read', report: reading.report, artifact, bytes: bytes.length }
      : { state: 'unreadable', reason: reading.reason, artifact };
  } finally {
    closeSync(fd);
  }
}
