import { verifyRun } from '../../record/storage/verify_run.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';

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
  const found = checkReuse(path, versions);
  return 'report' in found ? found.report : undefined;
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
