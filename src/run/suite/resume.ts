import type { Report } from '../../record/result.js';
import { verifyRun } from '../../record/verify.js';

/**
 * The report of an attempt that need not be made again: sealed, whole, made by this version of the engine and the rubric,
 * and decided. The directory's name already binds contract version, agent, trial and seed. Errors are never reused.
 */
export function reusable(path: string, versions: { harness: string; rubric: string }): Report | undefined {
  const { standing, report } = verifyRun(path);
  if (standing !== 'sealed' || !report?.verdict.scorable || report.verdict.status === 'acceptance_error')
    return undefined;
  return report.harness_version === versions.harness && report.verdict.rubric === versions.rubric ? report : undefined;
}
