import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { JsonObjectReader } from '../../record/json/parts/json_object_reader.js';
import { detectOtherVersion } from '../../record/manifest/engine_version.js';
import { type AttemptResult, attemptResultSchema } from '../../record/verdict/attempt_result.js';
import { findVerdictIncoherence, hasStandardRecordPath } from './find_record_contradiction.js';
import { type ByteLine, decodeFileLine, parseFileLine } from './read_file_lines.js';

/** Members whose parts repeat from line to line while the whole does not. */
const OPENED = ['verdict', 'verdict.safety', 'verdict.gates.*', 'verdict.checks.*', 'cost'];

/** Reader of lines of results files. Equal parts of results are one object, which nobody may change. */
export interface ResultLineReader {
  /** Reads a line. @throws {UserError} for one that is no result, with its position */
  read(line: ByteLine, shown: string): AttemptResult;
}

/**
 * Creates a reader of result lines.
 *
 * Lines of one run have most of their text in common. It is read part by part, and what came before is known; any line
 * that cannot be read so is parsed as a whole, which also names its fault.
 */
export function createResultLineReader(): ResultLineReader {
  const parts = new JsonObjectReader(attemptResultSchema, OPENED);
  return {
    read(line, shown) {
      const { bytes } = line;
      const value = parts.read(bytes, 0) as AttemptResult | undefined;
      return value !== undefined && parts.end === bytes.length && isCurrentResult(value)
        ? value
        : parseResult(line, shown);
    },
  };
}

/** Tells whether a line of the schema is a result as it stands. */
const isCurrentResult = (result: AttemptResult): boolean =>
  findVerdictIncoherence(result) === undefined && hasName(result);

/** Tells whether the id of an attempt can be the name of a folder. */
const hasName = ({ attempt_id }: AttemptResult): boolean =>
  hasStandardRecordPath({ attempt_id, run: `runs/${attempt_id}` });

function parseResult(line: ByteLine, shown: string): AttemptResult {
  const { number } = line;
  const value = parseFileLine(decodeFileLine(line, shown), shown);
  const read = attemptResultSchema.safeParse(value);
  const contradicts = read.success ? findVerdictIncoherence(read.data) : undefined;
  if (contradicts)
    throw new UserError(`${shown}:${number}:1  ${safe(contradicts)}`, 'No run writes that. Leave this folder out.');
  if (read.success && hasName(read.data)) return read.data;
  const { path, message } = read.error?.issues[0] ?? { path: ['attempt_id'], message: 'is no name' };
  const complaint =
    typeof value === 'object' && value !== null && 'counterfactual' in value
      ? 'is scored under other terms than those it was made under (counterfactual): it is no result'
      : (detectOtherVersion(value, RUBRIC_VERSION) ??
        `is no result: ${safe(path.join('.') || 'the line')}: ${safe(message)}`);
  throw new UserError(
    `${shown}:${number}:1  ${safe(complaint)}`,
    'Nothing was merged. Run its attempts again, or leave this folder out: they then have no result.',
  );
}
