import { lstatSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { renderHtmlReport } from '../../publish/report/html/render_html_report.js';
import { renderMarkdownReport } from '../../publish/report/markdown/render_markdown_report.js';
import type { ReportSection } from '../../publish/report/report_block.js';
import {
  createReportViewFromResults,
  type ReportView,
  type ReportViewOptions,
} from '../../publish/report/view/report_view.js';
import {
  collectTestFailures,
  summariseTestFailures,
  type TestFailureSummary,
} from '../../publish/report/view/test_failure_summary.js';
import { createTranscript, type Transcript } from '../../publish/report/view/transcript.js';
import { createHeadList } from '../../record/attestation/attempt_head.js';
import type { Event } from '../../record/events/event.js';
import { sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from './command_context.js';
import { removeAttestation, writeAttestation } from './write_attestation.js';

/** Paths of the written reports, and their view. */
export interface WrittenReports {
  report_path: string;
  html_path: string;
  results_path: string;
  view: ReportView;
}

/** Error codes of a folder that cannot be written, in words. */
const FULL_OR_CLOSED: Record<string, string> = {
  ENOSPC: 'no space is left on its device',
  EDQUOT: 'its quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EFBIG: 'a file would become too large',
  EIO: 'its device has an error',
};

/**
 * Returns a user's mistake for an error of a folder that cannot be written; undefined for other errors.
 *
 * @param resumes true if the verb can go on with what was recorded
 */
export function toUnwritableError(error: unknown, out: string, resumes = true): UserError | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : FULL_OR_CLOSED[code];
  return reason === undefined
    ? undefined
    : new UserError(
        `records cannot be written to ${out}: ${reason} (${message})`,
        'What was recorded until then is kept. Make room, or name another folder with --out ' +
          `DIR${resumes ? ', and continue with --resume' : ''}.`,
      );
}

/** Writes to the folder of a run. @throws {UserError} if the folder cannot be written */
export function withUnwritableError<T>(out: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw toUnwritableError(error, out) ?? error;
  }
}

/**
 * Writes results.jsonl, report.md and report.html, in the order of the plan: the same attempts give the same files.
 *
 * @param sections sections of an analysis
 * @param origin repository, commit and workflow run, where the caller knows them
 */
export function writeReports(
  out: string,
  results: readonly AttemptResult[],
  missing: readonly string[],
  gate: Omit<ReportViewOptions, 'missing' | 'evidence' | 'harness' | 'sections' | 'gate_only'>,
  cwd: string,
  sections: readonly ReportSection[] = [],
  origin: CommandContext['origin'] = {},
): WrittenReports {
  const folder = resolve(cwd, out);
  const results_path = join(folder, 'results.jsonl');
  removeAttestation(folder);
  const results_sha256 = writeResults(results_path, results);
  const heads = createHeadList(results.map(({ attempt_id, events, head }) => ({ attempt_id, events, head })));
  const model = createReportViewFromResults(results, {
    missing,
    evidence: results.length === 0 ? undefined : heads.summary,
    ...gate,
    harness: { version: ENGINE_VERSION, ...origin },
    sections,
  });
  writeAttestation(folder, heads, model.total.by_status, results_sha256);
  const shown = (path: string) => relative(cwd, path) || path;
  return { results_path: shown(results_path), ...writeReportRenderings(folder, model, cwd) };
}

/** Writes results.jsonl. @returns its digest */
function writeResults(path: string, results: readonly AttemptResult[]): string {
  // Outside of the heap, line by line: it is at its largest here.
  const bytes = Buffer.concat(results.map((result) => Buffer.from(`${toCanonicalJson(result)}\n`)));
  writeAtomically(path, bytes);
  return sha256(bytes);
}

/** Writes report.md and report.html beside their results. Reads only records of attempts that are shown. */
export function writeReportRenderings(
  folder: string,
  shown_view: ReportView,
  cwd: string,
): Pick<WrittenReports, 'report_path' | 'html_path' | 'view'> {
  const period = readPeriod(folder, shown_view);
  const model = { ...shown_view, period, failures: readTestFailures(folder, shown_view) };
  const report_path = join(folder, 'report.md');
  const html_path = join(folder, 'report.html');
  writeAtomically(report_path, renderMarkdownReport(model));
  const transcripts = readTranscripts(
    folder,
    model.rows.map(({ result }) => result),
  );
  writeAtomically(html_path, renderHtmlReport(model, transcripts));
  const shown = (path: string) => relative(cwd, path) || path;
  return { report_path: shown(report_path), html_path: shown(html_path), view: model };
}

/** Reads when the shown attempts were started. Unreadable manifests count for nothing; `verify` says why. */
function readPeriod(folder: string, { rows }: ReportView): ReportView['period'] {
  const times = rows.flatMap(({ result }) => {
    const time = readStartTime(join(folder, result.run, RUN_FILES.manifest));
    return time === undefined ? [] : [time];
  });
  const [first, last] = [times.reduce(keepFirst, times[0] ?? ''), times.reduce(keepLast, times[0] ?? '')];
  return first === '' ? undefined : { first, last };
}

const keepFirst = (a: string, b: string) => (a < b ? a : b);
const keepLast = (a: string, b: string) => (a > b ? a : b);

/** Reads the start of an attempt from its manifest; undefined if there is none in the form of records. */
function readStartTime(path: string): string | undefined {
  try {
    return /"started_at": ?"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"/.exec(readFileSync(path, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** Maximum characters of all transcripts in a page, and of one. */
const MAX_PAGE_CHARACTERS = 4_000_000;
const MAX_ATTEMPT_CHARACTERS = 200_000;
/** End of the lines of relevant events: the canonical form puts the type last. */
const TRANSCRIPT_LINE = /"type":"(?:prompt|response|tool_invocation)"\}$/;

/**
 * Reads the conversations of agents and models, by attempt. An unreadable record has no transcript; `verify` says why.
 */
function readTranscripts(folder: string, results: readonly AttemptResult[]): Map<string, Transcript> {
  const model_results = results.filter(({ verdict }) => verdict.model !== null);
  const characters = Math.min(
    MAX_ATTEMPT_CHARACTERS,
    Math.floor(MAX_PAGE_CHARACTERS / Math.max(1, model_results.length)),
  );
  return new Map(
    model_results.flatMap(({ attempt_id, run }): [string, Transcript][] => {
      const events = readRunEvents(join(folder, run, RUN_FILES.events), TRANSCRIPT_LINE);
      return events.length === 0 ? [] : [[attempt_id, createTranscript(events, characters)]];
    }),
  );
}

/** Lines of events that hold the report of a check. */
const CHECK_LINE = /"type":"(?:acceptance_check|build|static_check|patch_applied)"\}$/;
/** Attempts whose failed tests are read. */
const MAX_FAILED_ATTEMPTS = 50;

/**
 * Reads the failed tests of judged attempts with their messages. Expected failures of baselines are none of them, nor
 * are tests of an invalid attempt, whose patch is not the agent's.
 */
function readTestFailures(folder: string, { rows, contract_checks }: ReportView): TestFailureSummary[] {
  const isTold = (kind: string) => kind !== 'noop' && (kind !== 'golden' || contract_checks.length > 0);
  const failed = rows.filter(
    ({ status, result }) => (status === 'failure' || status === 'acceptance_error') && isTold(result.agent.kind),
  );
  return summariseTestFailures(
    failed.slice(0, MAX_FAILED_ATTEMPTS).map(({ agent, result }) => ({
      agent,
      failures: collectTestFailures(readRunEvents(join(folder, result.run, RUN_FILES.events), CHECK_LINE)),
    })),
  );
}

/** Maximum size of a log that a report reads, in bytes. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Reads the events of some types from a log. An unreadable log has none; `verify` says why.
 *
 * @param lines matches the lines of these events: the canonical form puts the type last
 */
function readRunEvents(path: string, lines: RegExp): Event[] {
  try {
    // Files of another job may be links, or of any size.
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > MAX_LOG_BYTES) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => lines.test(line))
      .map((line) => JSON.parse(line) as Event);
  } catch {
    return [];
  }
}
