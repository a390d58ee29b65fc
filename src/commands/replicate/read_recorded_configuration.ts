import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { type AttemptResult, attemptResultSchema } from '../../record/verdict/attempt_result.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import { findRecordMismatches, findRuns, type RunReference } from '../io/find_runs.js';
import { RESULTS_FILE } from '../io/results_file.js';

/** Configuration of a recorded attempt, which a replication repeats. */
export interface RecordedConfiguration {
  shown: string;
  result: AttemptResult;
  /** Manifest of the record; undefined = only its line of results is there, which names less. */
  manifest: Manifest | undefined;
}

/** Number of attempts that a message names. */
const MAX_NAMED = 5;

/**
 * Reads the configuration of one recorded attempt: of a run directory, of an output folder with one attempt, or of a
 * results file with one line. A record whose content was moved to the long tier has all that this needs.
 *
 * @throws {UserError} if there is no such attempt, if there are several, or if the record does not hold
 */
export function readRecordedConfiguration(name: string, cwd: string): RecordedConfiguration {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) return readOnlyLine(path, name);
  const results = join(path, RESULTS_FILE);
  const runs = findRuns([name], cwd).filter((run) => statSync(run.path, { throwIfNoEntry: false }) !== undefined);
  const [run, ...further] = runs;
  if (!run) return readOnlyLine(results, relative(cwd, results));
  if (further.length > 0)
    throw createSeveralError(
      name,
      runs.map(({ shown }) => shown),
    );
  return readRecord(run);
}

function readRecord(run: RunReference): RecordedConfiguration {
  const { path, shown, published } = run;
  const verified = verifyRun(path, published, RUBRIC_VERSION);
  const { standing, made_by, manifest, report } = verified;
  const [fault] = [...verified.faults, ...findRecordMismatches(run, verified)];
  if (standing === 'tampered' || fault)
    throw new UserError(
      `${shown} is not replicated: the record was changed: ${fault?.what ?? 'it is not as it was'}`,
      'Take the record from where it was published, and look at it with `gatebench verify`.',
    );
  if (!manifest || !report)
    throw new UserError(
      standing === 'other-version'
        ? `${shown} is not replicated: the record is of another version: ${made_by}`
        : `${shown} is not replicated: the attempt was never finished, and there is no verdict to compare with`,
      'Finish it with `gatebench run --resume`, or name another one.',
    );
  return { shown, result: { ...report, run: `runs/${report.attempt_id}` }, manifest };
}

/** Reads a results file with one line. @throws {UserError} */
function readOnlyLine(path: string, shown: string): RecordedConfiguration {
  let text: string;
  try {
    text = readRegularFile(path, MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(
      `${shown} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`,
      'Name a run directory, an output folder, or a results.jsonl with one line.',
    );
  }
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line, number: i + 1 }]));
  const read = lines.map(({ line, number }) => parseLine(line, `${shown}:${number}`));
  if (read.length > 1)
    throw createSeveralError(
      shown,
      read.map(({ run }) => run),
    );
  const [result] = read;
  if (result === undefined) throw new UserError(`${shown} has no attempt`, 'Name a run directory or an output folder.');
  return { shown, result, manifest: undefined };
}

function parseLine(line: string, at: string): AttemptResult {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UserError(`${at}: the line is no JSON`, 'Name a results.jsonl that `run` or `report` wrote.');
  }
  const parsed = attemptResultSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path = [], message = 'it is no result' } = parsed.error.issues[0] ?? {};
  throw new UserError(
    `${at}: the line is no result of this version: ${path.join('.')}: ${message}`,
    'Name the run directory of the attempt: records of earlier versions are migrated when they are read.',
  );
}

function createSeveralError(name: string, all: readonly string[]): UserError {
  const more = all.length > MAX_NAMED ? [`  … and ${all.length - MAX_NAMED} more`] : [];
  return new UserError(
    [
      `${name} has ${all.length} attempts, and one is replicated at a time:`,
      ...all.slice(0, MAX_NAMED).map((one) => `  ${one}`),
      ...more,
    ],
    'Name the run directory of one of them.',
  );
}
