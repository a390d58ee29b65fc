import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { RunRecord } from '../../record/events/select_events.js';
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
    .flatMap(({ name }) =>
      name === 'runs' ? [join(folder, name)] : depth > 0 ? findRecordFolders(join(folder, name), depth - 1) : [],
    );
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
