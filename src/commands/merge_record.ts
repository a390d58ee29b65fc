import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { canonical } from '../record/canonical.js';
import type { Report, Result } from '../record/result.js';
import { FILES } from '../record/run_directory.js';
import { verifyRun } from '../record/verify.js';
import { misfits } from './records.js';

const REPORT_LIMIT = 64 * 1024 * 1024;
/** As `run` names the place of a record; anything else could lead out of the folder. */
const RUN = /^runs\/([\w.-]*\w[\w.-]*)$/;

/** Whether a line names its record as `run` does. */
export const namesRecord = ({ run, attempt_id }: Pick<Result, 'run' | 'attempt_id'>): boolean =>
  RUN.exec(run)?.[1] === attempt_id;

/** The record of a result line below the folder of its file; undefined when there is none. */
export function recordOf(folder: string, result: Pick<Result, 'run' | 'attempt_id'>): string | undefined {
  if (!namesRecord(result)) return undefined;
  const path = join(folder, result.run);
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
}

/** How a line contradicts itself; undefined when it does not. What succeeded and failed is counted by status, what is shown are gates. */
export function incoherence({ verdict }: Result): string | undefined {
  const { status, scorable, gates, gate_vector } = verdict;
  const said = gates.map(({ outcome }) => outcome).join('/');
  if (gate_vector !== said) return `its gate vector ${gate_vector} is not that of its gates, ${said}`;
  if (scorable !== (status !== 'invalid')) return `it is ${scorable ? '' : 'not '}scorable, and ${status}`;
  const deciding = gates.find(({ outcome }) => outcome !== 'pass')?.outcome;
  const due = { success: undefined, failure: 'fail', acceptance_error: 'error', invalid: deciding }[status];
  return deciding === due ? undefined : `its status ${status} is not what its gates say, ${said}`;
}

/**
 * How a line contradicts the record that lies beside it; undefined when it does not. A line is no evidence by itself: whoever can write the
 * file can write anything into it.
 *
 * @param verify look at the whole record, not only at its sealed report
 */
export function contradiction(path: string, line: string, result: Result, verify: boolean): string | undefined {
  if (verify) {
    const verification = verifyRun(path, result.head, RUBRIC_VERSION);
    const { standing, faults, made_by } = verification;
    const all = [
      ...faults,
      ...misfits({ path, shown: path, line: canonical(JSON.parse(line)), attempt_id: result.attempt_id }, verification),
    ];
    if (all.length > 0) return all[0]!.what;
    return standing === 'sealed' || standing === 'other-version'
      ? undefined
      : (made_by ?? 'its record was never sealed');
  }
  const report = readReport(path);
  if (report === undefined) return 'its record has no report';
  // Another version may say the same in another form; what it sealed is compared by its head.
  if (report.head !== result.head) return 'its head is not that of the report in its record';
  return canonical({ ...report, run: result.run }) === canonical(result)
    ? undefined
    : 'it is not what the sealed report in its record says';
}

/** The report of a sealed record that was never put into a results file, since the process was killed before; undefined = it is not whole. */
export function recovered(path: string, attempt_id: string): Report | undefined {
  const { standing, report, faults } = verifyRun(path, undefined, RUBRIC_VERSION);
  return standing === 'sealed' && faults.length === 0 && report?.attempt_id === attempt_id ? report : undefined;
}

/** The report of a record, as it was parsed; undefined for a link, and for what is no JSON. */
function readReport(path: string): (Record<string, unknown> & { head?: unknown }) | undefined {
  const file = join(path, FILES.report);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > REPORT_LIMIT) return undefined;
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
