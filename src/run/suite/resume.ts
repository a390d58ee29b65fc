import type { Report } from '../../record/result.js';
import { verifyRun } from '../../record/verify.js';

/** Versions of what makes and judges records. */
export interface RecordVersions {
  harness: string;
  rubric: string;
}

/**
 * Returns the report of an attempt that need not be made again: sealed, whole, made by this version of the engine and the rubric,
 * and decided. The directory's name already binds contract version, agent, trial and seed. Errors are never reused.
 */
export function reusable(path: string, versions: RecordVersions): Report | undefined {
  const found = judgeReuse(path, versions);
  return 'report' in found ? found.report : undefined;
}

/** Returns the report of an attempt that need not be made again, or why it must be. */
export function judgeReuse(path: string, versions: RecordVersions): { report: Report } | { because: string } {
  const { standing, report } = verifyRun(path);
  if (standing === 'tampered') return { because: 'its record was changed' };
  if (standing !== 'sealed' || !report) return { because: 'it was not finished' };
  if (!report.verdict.scorable || report.verdict.status === 'acceptance_error')
    return { because: `it was not decided (${report.verdict.status})` };
  if (report.harness_version !== versions.harness)
    return { because: `made by version ${report.harness_version}, this is ${versions.harness}` };
  if (report.verdict.rubric !== versions.rubric)
    return { because: `judged by rubric ${report.verdict.rubric}, this is ${versions.rubric}` };
  return { report };
}
