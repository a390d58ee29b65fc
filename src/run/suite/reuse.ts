import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../contract/user_error.js';
import { canonical } from '../../record/canonical.js';
import type { Manifest } from '../../record/manifest.js';
import type { RunRecord } from '../../record/record.js';
import type { Report } from '../../record/result.js';
import { setAside } from '../../record/run_directory.js';
import type { Verdict } from '../../record/verdict.js';
import { verifyRun } from '../../record/verify.js';

/**
 * What has to be the same beside the id of an attempt, which binds contract version, agent or patch, trial, seed, ablation, models and caps.
 * What is undefined is not known yet, and not compared.
 */
export interface Conditions {
  harness: string;
  rubric: string;
  sandbox_class?: string;
  tools?: Readonly<Record<string, string>>;
  lockfiles?: Readonly<Record<string, string>>;
  /** Of the repository: that of a pull request is no part of the contract version. */
  snapshot?: string;
}

/** A record that answers an order. */
export interface Found {
  path: string;
  report: Report;
}

/** How deep below a named folder run directories are looked for: artifacts of a matrix are unpacked into folders of their own. */
const DEPTH = 3;

/** Folders named `runs` at and below the named ones. @throws {UserError} for one that is not there */
export function recordFolders(named: readonly string[]): string[] {
  return named.flatMap((folder) => {
    if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UserError(`${folder}: there is no such folder with earlier runs`, 'Check --reuse DIR.');
    return basename(folder) === 'runs' ? [folder] : below(folder, DEPTH);
  });
}

function below(folder: string, depth: number): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name }) =>
      name === 'runs' ? [join(folder, name)] : depth > 0 ? below(join(folder, name), depth - 1) : [],
    );
}

/**
 * The record of the same attempt in one of the folders: sealed, whole, decided, made under the same conditions, and judged now as it was
 * then. An error is never reused, and neither is a verdict that the rubric does not give.
 */
export function findReusable(
  attempt_id: string,
  folders: readonly string[],
  conditions: Conditions,
  judge: (record: RunRecord) => Verdict,
): Found | undefined {
  for (const folder of folders) {
    const path = join(folder, attempt_id);
    const report = existsSync(join(path, 'report.json')) && lookAt(path, attempt_id, conditions, judge);
    if (report) return { path, report };
  }
  return undefined;
}

/** Copies a found record into the folder of a run; only a copy that is whole counts, since the original may change while it is copied. */
export function takeOver(
  { path, report }: Found,
  runs: string,
  attempt_id: string,
  conditions: Conditions,
  judge: (record: RunRecord) => Verdict,
): Report | undefined {
  const draft = join(runs, '..', `.reused-${process.pid}`);
  try {
    rmSync(draft, { recursive: true, force: true });
    cpSync(path, draft, { recursive: true, filter: isOwn });
    const copied = lookAt(draft, attempt_id, conditions, judge);
    if (copied?.head !== report.head) return undefined;
    const target = join(runs, attempt_id);
    setAside(target);
    renameSync(draft, target);
    return copied;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Files and folders; a link leads to something that may change. */
function isOwn(path: string): boolean {
  const stat = lstatSync(path);
  return stat.isFile() || stat.isDirectory();
}

function lookAt(
  path: string,
  attempt_id: string,
  conditions: Conditions,
  judge: (record: RunRecord) => Verdict,
): Report | undefined {
  const { standing, report, manifest, events } = verifyRun(path);
  if (standing !== 'sealed' || !report || !manifest || manifest.attempt_id !== attempt_id) return undefined;
  if (report.attempt_id !== attempt_id || !isDecided(report) || !meets(manifest, report, conditions)) return undefined;
  const judged = judge({ manifest, events: events.filter((event) => event.type !== 'sealed') });
  return canonical(judged) === canonical(report.verdict) ? report : undefined;
}

const isDecided = ({ verdict }: Report) => verdict.status === 'success' || verdict.status === 'failure';

function meets(manifest: Manifest, report: Report, wanted: Conditions): boolean {
  const same = (found: unknown, asked: unknown) => asked === undefined || canonical(found) === canonical(asked);
  return (
    report.harness_version === wanted.harness &&
    report.verdict.rubric === wanted.rubric &&
    same(manifest.sandbox.class, wanted.sandbox_class) &&
    same(manifest.tools, wanted.tools) &&
    same(manifest.lockfiles, wanted.lockfiles) &&
    same(manifest.snapshot.observed, wanted.snapshot)
  );
}
