import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { Event } from '../../record/events/event.js';
import type { RunRecord } from '../../record/events/select_events.js';
import { selectEvents } from '../../record/events/select_events.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { setRunAside } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import type { Verdict } from '../../record/verdict/verdict.js';

/**
 * Conditions of a record that its attempt's id does not cover. The id covers contract version, agent or patch, trial,
 * seed, ablation, models and caps. Undefined conditions are unknown yet and not compared.
 */
interface ReuseConditions {
  harness: string;
  rubric: string;
  sandbox_class?: string;
  tools?: Readonly<Record<string, string>>;
  lockfiles?: Readonly<Record<string, string>>;
  /** Snapshot identity: a pull request's is not part of the contract version. */
  snapshot?: string;
}

/** Record of an attempt that can be reused. */
interface ReusableRecord {
  path: string;
  report: AttemptReport;
}

/** Maximum depth at which run directories are searched: artifacts of a matrix are unpacked into separate folders. */
const MAX_DEPTH = 3;

/**
 * Finds folders named `runs` at and below the given ones.
 * @throws {UserError} if a folder is missing
 */
export function listRecordFolders(named: readonly string[]): string[] {
  return named.flatMap((folder) => {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UserError(`${folder}: there is no such folder with earlier runs`, 'Check --reuse DIR.');
    return basename(folder) === 'runs' ? [folder] : findRecordFolders(folder, MAX_DEPTH);
  });
}

function findRecordFolders(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) => {
      if (name === 'runs') return [join(folder, name)];
      return depth > 0 ? findRecordFolders(join(folder, name), depth - 1) : [];
    });
}

/**
 * Finds the record of the same attempt: sealed, whole, decided, under the same conditions, and with the same verdict
 * now. Never reuses errors, or a verdict that the rubric does not give.
 */
export function findReusableRecord(
  attempt_id: string,
  folders: readonly string[],
  conditions: ReuseConditions,
  judge: (record: RunRecord) => Verdict,
): ReusableRecord | undefined {
  for (const folder of folders) {
    const path = join(folder, attempt_id);
    const report = existsSync(join(path, 'report.json')) && readReusableReport(path, attempt_id, conditions, judge);
    if (report) return { path, report };
  }
  return undefined;
}

/**
 * Copies a reusable record into the folder of a run. Checks the copy, since the original may change meanwhile.
 * @returns undefined if the copy is not usable
 */
export function copyReusableRecord(
  { path, report }: ReusableRecord,
  runs: string,
  attempt_id: string,
  conditions: ReuseConditions,
  judge: (record: RunRecord) => Verdict,
): AttemptReport | undefined {
  const draft = join(runs, '..', `.reused-${process.pid}`);
  try {
    rmSync(draft, { recursive: true, force: true });
    cpSync(path, draft, { recursive: true, filter: isCopyable });
    const copied = readReusableReport(draft, attempt_id, conditions, judge);
    if (copied?.head !== report.head) return undefined;
    const target = join(runs, attempt_id);
    setRunAside(target);
    renameSync(draft, target);
    return copied;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Files and folders; a link leads to something that may change. */
function isCopyable(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isFile() || stat.isDirectory();
}

function readReusableReport(
  path: string,
  attempt_id: string,
  conditions: ReuseConditions,
  judge: (record: RunRecord) => Verdict,
): AttemptReport | undefined {
  const { standing, report, manifest, events } = verifyRun(path);
  if (standing !== 'sealed' || !report || !manifest || manifest.attempt_id !== attempt_id) return undefined;
  if (report.attempt_id !== attempt_id || !isDecided(report) || !matchesConditions(manifest, report, conditions))
    return undefined;
  const judged = judge({ manifest, events: events.filter((event) => event.type !== 'sealed') });
  return toCanonicalJson(judged) === toCanonicalJson(report.verdict) ? report : undefined;
}

const isDecided = ({ verdict }: AttemptReport) => verdict.status === 'success' || verdict.status === 'failure';

function matchesConditions(manifest: Manifest, report: AttemptReport, wanted: ReuseConditions): boolean {
  const same = (found: unknown, expected: unknown) =>
    expected === undefined || toCanonicalJson(found) === toCanonicalJson(expected);
  return (
    report.harness_version === wanted.harness &&
    report.verdict.rubric === wanted.rubric &&
    same(manifest.sandbox.class, wanted.sandbox_class) &&
    same(manifest.tools, wanted.tools) &&
    same(manifest.lockfiles, wanted.lockfiles) &&
    same(manifest.snapshot.observed, wanted.snapshot)
  );
}

/** Versions of harness and rubric. */
export interface RecordVersions {
  harness: string;
  rubric: string;
}

/**
 * Finds the report of an attempt that need not be repeated: sealed, whole, decided, by this version of harness and
 * rubric. The directory's name already covers contract version, agent, trial and seed. Errors are never reused.
 */
export function findReusableReport(path: string, versions: RecordVersions): AttemptReport | undefined {
  const check = checkReuse(path, versions);
  return 'report' in check ? check.report : undefined;
}

/**
 * Checks if an attempt can be reused.
 * @returns its report, or the reason why it must be repeated
 */
export function checkReuse(path: string, versions: RecordVersions): { report: AttemptReport } | { because: string } {
  const { standing, report } = verifyRun(path);
  if (standing === 'tampered') return { because: 'its record was changed' };
  if ((standing !== 'sealed' && standing !== 'reduced') || !report) return { because: 'it was not finished' };
  if (!report.verdict.scorable || report.verdict.status === 'acceptance_error')
    return { because: `it was not decided (${report.verdict.status})` };
  if (report.harness_version !== versions.harness)
    return { because: `made by version ${report.harness_version}, this is ${versions.harness}` };
  if (report.verdict.rubric !== versions.rubric)
    return { because: `judged by rubric ${report.verdict.rubric}, this is ${versions.rubric}` };
  return { report };
}

/**
 * Finds the reason why an attempt must be repeated: by its record, the machine, the network or an upstream failed.
 * @param events reads the record; called only if the report is not enough
 * @returns undefined for results that concern the agent or the contract, and for intended stops: failures, undecided
 *   oracles, budgets, safety stops, operators, signals, mismatched identities
 */
export function findInfrastructureFault(
  { verdict }: AttemptReport,
  events: () => readonly Event[],
): string | undefined {
  const has = (id: string) => verdict.tags.some((tag) => tag.id === id);
  if (verdict.status === 'acceptance_error') {
    const failed = has('check-not-started') || (has('judge-model-silent') && isJudgeDown(events()));
    return failed ? verdict.reason : undefined;
  }
  if (verdict.status !== 'invalid') return undefined;
  if (has('harness-error') || has('model-outage')) return verdict.reason;
  const failed = has('setup-failure') ? selectEvents(events(), 'setup').some(({ payload }) => payload.fault) : false;
  return failed ? verdict.reason : undefined;
}

/** Tells whether a judge model could not be reached, or its server failed. A refusal would come again. */
const isJudgeDown = (events: readonly Event[]): boolean =>
  selectEvents(events, 'model_check').some(({ payload }) => {
    const { outcome, status = null } = payload.asked?.requests.at(-1) ?? {};
    const failed = outcome === 'error' || outcome === 'partial';
    return failed && (status === null || status >= 500 || status === 429);
  });
