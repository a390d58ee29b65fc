import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport, AttemptResult } from '../../record/verdict/attempt_result.js';
import { formatGateVector } from '../../record/verdict/verdict.js';
import { findRecordMismatches } from '../io/find_runs.js';

const REPORT_LIMIT = 64 * 1024 * 1024;
/** Path of a record as `run` writes it; others could lead out of the folder. */
const RUN = /^runs\/([\w.-]*\w[\w.-]*)$/;

/** Tells whether a line names its record as `run` does. */
export const hasStandardRecordPath = ({ run, attempt_id }: Pick<AttemptResult, 'run' | 'attempt_id'>): boolean =>
  RUN.exec(run)?.[1] === attempt_id;

/** Returns the record of a line below the folder of its file; undefined if there is none. */
export function findRecordFolder(
  folder: string,
  result: Pick<AttemptResult, 'run' | 'attempt_id'>,
): string | undefined {
  if (!hasStandardRecordPath(result)) return undefined;
  const path = join(folder, result.run);
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
}

/** Describes how a line contradicts itself; undefined if it does not. */
export function findVerdictIncoherence({ verdict }: AttemptResult): string | undefined {
  const { status, scorable, gates, gate_vector } = verdict;
  const vector = formatGateVector(gates);
  // Before rubric 11 a gate that was not reached stood there as failed.
  const older = gates.map(({ outcome }) => outcome).join('/');
  if (gate_vector !== vector && gate_vector !== older)
    return `its gate vector ${gate_vector} is not that of its gates, ${vector}`;
  if (scorable !== (status !== 'invalid')) return `it is ${scorable ? '' : 'not '}scorable, and ${status}`;
  const deciding = gates.find(({ outcome }) => outcome !== 'pass')?.outcome;
  const due = { success: undefined, failure: 'fail', acceptance_error: 'error', invalid: deciding }[status];
  return deciding === due ? undefined : `its status ${status} is not what its gates say, ${vector}`;
}

/**
 * Describes how a line contradicts the record beside it; undefined if it does not.
 *
 * A line alone is no evidence: an untrusted file may contain anything.
 *
 * @param verify compare with the whole record, not only with its sealed report
 */
export function findRecordContradiction(
  path: string,
  line: string,
  result: AttemptResult,
  verify: boolean,
): string | undefined {
  if (verify) {
    const verification = verifyRun(path, result.head, RUBRIC_VERSION);
    const { standing, faults, made_by } = verification;
    const all = [
      ...faults,
      ...findRecordMismatches(
        { path, shown: path, line: toCanonicalJson(JSON.parse(line)), attempt_id: result.attempt_id },
        verification,
      ),
    ];
    if (all[0]) return all[0].what;
    return standing === 'sealed' || standing === 'reduced' || standing === 'other-version'
      ? undefined
      : (made_by ?? 'its record was never sealed');
  }
  const report = readRecordReport(path);
  if (report === undefined) return 'its record has no report';
  // Another version may write another form, so its report is compared by head only.
  if (report.head !== result.head) return 'its head is not that of the report in its record';
  return toCanonicalJson({ ...report, run: result.run }) === toCanonicalJson(JSON.parse(line))
    ? undefined
    : 'it is not what the sealed report in its record says';
}

/**
 * Returns the report of a sealed record whose process was killed before it wrote its results; undefined if the record
 * is not whole.
 */
export function recoverReport(path: string, attempt_id: string): AttemptReport | undefined {
  const { standing, report, faults } = verifyRun(path, undefined, RUBRIC_VERSION);
  return (standing === 'sealed' || standing === 'reduced') && faults.length === 0 && report?.attempt_id === attempt_id
    ? report
    : undefined;
}

/** Reads the report of a record; undefined for a link and for text that is no JSON. */
function readRecordReport(path: string): (Record<string, unknown> & { head?: unknown }) | undefined {
  const file = join(path, RUN_FILES.report);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > REPORT_LIMIT) return undefined;
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
