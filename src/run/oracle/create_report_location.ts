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
import type { Check } from '../../contract/contract_schema.js';
import type { TestReportResult } from '../../record/events/event.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import { toBytePath } from '../../workspace/to_byte_path.js';
import { giveToOwner } from '../../workspace/workspace_owner.js';
import { existsWithoutSymlinks, removeFilesSafely } from '../../workspace/write_file_safely.js';
import { readReport } from './readers/read_report.js';

const MAX_BYTES = 32 * 2 ** 20;

/** Path of the report folder inside the sandbox. */
export const REPORT_FOLDER = '/run/gatebench';

/** Format of a report, as a check names it. */
type DeclaredReport = Pick<Check, 'report'> & Partial<Pick<Check, 'log'>>;

/** Location of one report: its path inside the sandbox, and a function that reads it afterwards. */
interface ReportLocation {
  inside: string;
  /** Reads the report once all processes have ended. A link or a device is no report. */
  read(declared: DeclaredReport, keep: (data: Uint8Array) => string): TestReportResult;
}

/**
 * Creates a path that only this execution knows.
 *
 * The folder has a new name for every execution, so that neither the patch nor an earlier check can have put a report
 * there.
 */
export function createReportLocation(folder: string, session: Session): ReportLocation {
  const name = randomBytes(9).toString('base64url');
  const room = join(folder, name);
  mkdirSync(room, { mode: 0o755 });
  giveToOwner(room);
  return {
    inside: session.resolvePath(`${REPORT_FOLDER}/${name}/report`),
    read: (declared, keep) => {
      try {
        // The folder belongs to the sandbox's user, who may have put a link in its place.
        return declared.report !== 'exit-code' && !lstatSync(room, { throwIfNoEntry: false })?.isDirectory()
          ? { state: 'unreadable', reason: 'the folder of the report was replaced' }
          : readReportAt(Buffer.from(join(room, 'report')), declared, session.root, keep);
      } finally {
        emptyFolder(folder);
      }
    },
  };
}

/**
 * Empties a folder, since later executions could infer earlier ones from its content. Files that resist stay until the
 * workspace is removed.
 */
function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {}
  }
}

/** Creates the location of a report that the runner writes into the workspace. Existing files there are removed. */
export function createWorkspaceReportLocation(view: string, path: string, root: string): ReportLocation {
  const bytes = Buffer.from(path, 'utf8').toString('latin1');
  removeFilesSafely(view, [bytes]);
  return {
    inside: join(root, path),
    read: (declared, keep) =>
      existsWithoutSymlinks(view, bytes)
        ? readReportAt(toBytePath(view, bytes), declared, root, keep)
        : { state: declared.report === 'exit-code' ? 'none' : 'missing' },
  };
}

function readReportAt(
  path: Buffer,
  { report: format, log }: DeclaredReport,
  root: string,
  keep: (data: Uint8Array) => string,
): TestReportResult {
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
    const reading = readReport(format, bytes, root, log);
    return reading.ok
      ? { state: 'read', report: reading.report, artifact, bytes: bytes.length }
      : { state: 'unreadable', reason: reading.reason, artifact };
  } finally {
    closeSync(fd);
  }
}
