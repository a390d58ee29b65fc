import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
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
import { createHeadList } from '../../record/attestation/attempt_head.js';
import { sha256, toCanonicalJson } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { CHECK_LINE, readCausalSummaries, readRunEvents } from '../io/read_run_events.js';
import { removeAttestation, writeAttestation } from '../io/write_attestation.js';
import { createRunFile } from '../view/create_run_file.js';
import { readPageAssets } from '../view/read_page_assets.js';

/** Paths of the written reports, and their view. */
export interface WrittenReports {
  report_path: string;
  html_path: string;
  results_path: string;
  view: ReportView;
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
  const model = {
    ...shown_view,
    period,
    failures: readTestFailures(folder, shown_view),
    causes: readCausalSummaries(folder, shown_view.rows),
  };
  const report_path = join(folder, 'report.md');
  const html_path = join(folder, 'report.html');
  writeAtomically(report_path, renderMarkdownReport(model));
  writeAtomically(html_path, createRunFile(folder, model, readPageAssets()));
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
