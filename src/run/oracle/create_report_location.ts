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
import type { TestReport } from '../../record/tests/test_report.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import { toBytePath } from '../../workspace/git/run_git.js';
import { giveToOwner } from '../../workspace/workspace_owner.js';
import { existsWithoutSymlinks, removeFilesSafely } from '../../workspace/write_file_safely.js';
import { findReportFiles, getPatternFolder, isReportPattern } from './find_report_files.js';
import { mergeReports } from './readers/merge_reports.js';
import { cleanReportText } from './readers/parsing/clean_report_text.js';
import type { FileLookup } from './readers/parsing/report_reader.js';
import { readReport } from './readers/read_report.js';

const MAX_BYTES = 32 * 2 ** 20;

/** Path of the report folder inside the sandbox. */
export const REPORT_FOLDER = '/run/gatebench';

/** Format of a report, as a check names it. */
type DeclaredReport = Pick<Check, 'report'> & Partial<Pick<Check, 'log'>>;

/** Location of one report: its path inside the sandbox, and a function that reads it afterwards. */
interface ReportLocation {
  inside: string;
  /**
   * Reads the report once all processes have ended. A link or a device is no report.
   *
   * @param keep stores the bytes and returns their digest
   * @param hasFile tells which files the workspace has, to find those of tests
   */
  read(declared: DeclaredReport, keep: (data: Uint8Array) => string, hasFile?: FileLookup): TestReportResult;
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
    read: (declared, keep, hasFile) => {
      try {
        // The folder belongs to the sandbox's user, who may have put a link in its place.
        return declared.report !== 'exit-code' && !lstatSync(room, { throwIfNoEntry: false })?.isDirectory()
          ? { state: 'unreadable', reason: 'the folder of the report was replaced' }
          : readReportAt(Buffer.from(join(room, 'report')), declared, session.root, keep, hasFile);
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

/**
 * Creates the location of a report that the runner writes into the workspace: a file, or all files that a pattern
 * matches. Existing files there are removed. `inside` is the folder of a pattern.
 */
export function createWorkspaceReportLocation(view: string, path: string, root: string): ReportLocation {
  const bytes = Buffer.from(path, 'utf8').toString('latin1');
  const missing = ({ report }: DeclaredReport) => ({ state: report === 'exit-code' ? 'none' : 'missing' }) as const;
  if (isReportPattern(path)) {
    removeFilesSafely(view, findReportFiles(view, bytes) ?? []);
    return {
      inside: join(root, getPatternFolder(path)),
      read: (declared, keep, hasFile) => {
        const files = declared.report === 'exit-code' ? [] : findReportFiles(view, bytes);
        if (files === undefined) return { state: 'unreadable', reason: `too many files match ${path}` };
        return files.length > 0 ? readReportsAt(view, files, declared, root, keep, hasFile) : missing(declared);
      },
    };
  }
  removeFilesSafely(view, [bytes]);
  return {
    inside: join(root, path),
    read: (declared, keep, hasFile) =>
      existsWithoutSymlinks(view, bytes)
        ? readReportAt(toBytePath(view, bytes), declared, root, keep, hasFile)
        : missing(declared),
  };
}

/** Reads the reports of several files as one. It is kept as one file with all of them, one after another. */
function readReportsAt(
  view: string,
  files: readonly string[],
  { report: format, log }: DeclaredReport,
  root: string,
  keep: (data: Uint8Array) => string,
  hasFile: FileLookup | undefined,
): TestReportResult {
  const contents: Uint8Array[] = [];
  let bytes = 0;
  for (const file of files) {
    const content = readBytes(toBytePath(view, file));
    if (!content.ok) return content.result.state === 'unreadable' ? nameFile(content.result, file) : content.result;
    contents.push(content.bytes, Buffer.from('\n'));
    bytes += content.bytes.length + 1;
    if (bytes > MAX_BYTES) return { state: 'unreadable', reason: `the reports have more than ${MAX_BYTES} bytes` };
  }
  const artifact = keep(Buffer.concat(contents));
  if (format === 'exit-code') return { state: 'none' };
  const reports: TestReport[] = [];
  for (const [i, file] of files.entries()) {
    const reading = readReport(format, contents[2 * i]!, root, log, hasFile);
    if (!reading.ok) return nameFile({ state: 'unreadable', reason: reading.reason, artifact }, file);
    reports.push(reading.report);
  }
  const merged = mergeReports(reports);
  return merged.ok
    ? { state: 'read', report: merged.report, artifact, bytes }
    : { state: 'unreadable', reason: merged.reason, artifact };
}

const nameFile = (result: Extract<TestReportResult, { state: 'unreadable' }>, file: string): TestReportResult => ({
  ...result,
  reason: `${cleanReportText(Buffer.from(file, 'latin1').toString('utf8'))}: ${result.reason}`,
});

function readReportAt(
  path: Buffer,
  { report: format, log }: DeclaredReport,
  root: string,
  keep: (data: Uint8Array) => string,
  hasFile: FileLookup | undefined,
): TestReportResult {
  if (format === 'exit-code') return { state: 'none' };
  const content = readBytes(path);
  if (!content.ok) return content.result;
  const artifact = keep(content.bytes);
  const reading = readReport(format, content.bytes, root, log, hasFile);
  return reading.ok
    ? { state: 'read', report: reading.report, artifact, bytes: content.bytes.length }
    : { state: 'unreadable', reason: reading.reason, artifact };
}

/** Reads the bytes of a report without following links. */
function readBytes(path: Buffer): { ok: true; bytes: Uint8Array } | { ok: false; result: TestReportResult } {
  const unreadable = (reason: string) => ({ ok: false, result: { state: 'unreadable', reason } }) as const;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { ok: false, result: { state: 'missing' } };
    return unreadable(code === 'ELOOP' ? 'the report is a symbolic link' : `the report cannot be opened (${code})`);
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isDirectory())
      return unreadable(
        'the report is a folder: name its files by a pattern in report_file, such as "build/reports/*.xml"',
      );
    if (!stat.isFile()) return unreadable('the report is not a file');
    if (stat.size > MAX_BYTES) return unreadable(`the report has ${stat.size} bytes, more than ${MAX_BYTES}`);
    const data = Buffer.alloc(stat.size);
    const bytes = data.subarray(0, readSync(fd, data, 0, stat.size, 0));
    return bytes.length === 0 ? unreadable('the report is empty') : { ok: true, bytes };
  } finally {
    closeSync(fd);
  }
}
