import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { PlannedAttempt } from '../../record/planning/plan.js';
import { listRuns, RUN_FILES } from '../../record/storage/run_directory.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import { RESULTS_FILE } from '../io/results_file.js';
import {
  findRecordContradiction,
  findRecordFolder,
  hasStandardRecordPath,
  recoverReport,
} from './find_record_contradiction.js';
import type { ResultSource } from './find_result_sources.js';
import { decodeFileLine, readByteLines } from './read_file_lines.js';
import type { ResultLineReader } from './result_line_reader.js';
import type { ResultLocation } from './result_reader.js';

/** Result with its location. */
interface LocatedResult {
  result: AttemptResult;
  place: ResultLocation;
}

const RECORD_MISSING = 'its record is not beside it, so that nothing could be verified';

/**
 * Reads the results of a file, each compared with its record if that is beside it.
 *
 * @param verify true if each needs its record
 * @param leave is called for a result without a sealed record, which is left out then; undefined = it is refused
 * @throws {UserError} for a line that is broken or contradicts its record
 */
export function* readSourceResults(
  source: ResultSource,
  lines: ResultLineReader,
  verify: boolean,
  leave: ((result: AttemptResult, place: ResultLocation) => void) | undefined,
): Generator<LocatedResult> {
  const shown = safe(join(source.shown, RESULTS_FILE));
  for (const line of readByteLines(join(source.folder, RESULTS_FILE), shown)) {
    const result = lines.read(line, shown);
    const { number, offset, length } = line;
    const record = source.runs ? findRecordFolder(source.folder, result) : undefined;
    // A line with the standard path of its record can be copied into the merged file unchanged.
    const plain = hasStandardRecordPath(result);
    const place: ResultLocation = { kind: 'line', source, line: number, offset, length, plain };
    if (verify && leave && (record === undefined || !existsSync(join(record, RUN_FILES.report)))) {
      leave(result, place);
      continue;
    }
    const missing = verify ? RECORD_MISSING : undefined;
    const problem = record
      ? findRecordContradiction(record, decodeFileLine(line, shown).text, result, verify)
      : missing;
    if (problem)
      throw new UserError(
        `${shown}:${number}:1  attempt ${safe(result.attempt_id)}: ${safe(problem)}`,
        'The line or its record was changed after it was written. Leave this folder out: its attempts then have ' +
          'no result.',
      );
    yield { result, place };
  }
}

/**
 * Finds sealed records without a line: their process was killed before it wrote its results. With a plan, only those
 * that it lists.
 */
export function* findUnlistedRecords(
  source: ResultSource,
  found: ReadonlyMap<string, unknown>,
  planned: ReadonlyMap<string, PlannedAttempt> | undefined,
): Generator<LocatedResult> {
  if (!source.runs || (planned === undefined && source.results)) return;
  for (const path of listRuns(join(source.folder, 'runs'))) {
    const attempt_id = path.slice(path.lastIndexOf('/') + 1);
    if (found.has(attempt_id) || (planned && !planned.has(attempt_id))) continue;
    const report = recoverReport(path, attempt_id);
    if (report)
      yield { result: { ...report, run: `runs/${attempt_id}` }, place: { kind: 'record', source, attempt_id } };
  }
}
