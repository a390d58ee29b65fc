import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readJsonField, readText } from '../rows/read_names.js';
import { readRubricFile } from './letta_judge.js';

/** One turn of a sample: what is asked, and what the answer is held against. */
interface LettaTurn {
  input: string;
  /** undefined = this turn is not graded. */
  truth: string | undefined;
}

/** Sample of a suite of letta-evals. */
export interface LettaSample {
  place: string;
  /** Id of the row, or its number from 0. */
  id: string;
  turns: readonly LettaTurn[];
  /** Rubric of the row alone; undefined = that of the suite. */
  rubric: string | undefined;
  /** Values for the names in a rubric. */
  rubric_vars: Readonly<Record<string, string>>;
  required_files: readonly string[];
  question_type: string | undefined;
  difficulty: string | undefined;
}

/** Most characters of one text of a row, and most turns. */
const MAX_TEXT = 256 * 1024;
const MAX_TURNS = 50;

/**
 * Reads a row as a sample.
 *
 * @param number number of the row, from 0
 * @param suite path of the suite, beside which rubrics lie
 * @throws {RowFault} if the row has no input, or a ground truth of another form
 */
export function readLettaSample(row: BenchmarkRow, number: number, suite?: string): LettaSample {
  const inputs = readTexts(row, 'input') ?? readTexts(row, 'prompt');
  if (inputs === undefined || inputs.some((text) => text.trim() === '')) throw new RowFault('there is no input');
  const truths = readTexts(row, 'ground_truth') ?? [];
  const one = truths.length === 1;
  if (!one && truths.length > 0 && truths.length !== inputs.length)
    throw new RowFault(`ground_truth has ${truths.length} entries, and input has ${inputs.length}`);
  const extra = readExtra(row);
  return {
    place: row.place,
    id: readText(row, 'sample_id', 'id', 'instance_id') ?? String(number),
    // One truth is that of the last turn.
    turns: inputs.map((input, at) => ({ input, truth: toTruth(truths[one ? at - (inputs.length - 1) : at]) })),
    rubric: readRubric(row, suite),
    rubric_vars: readRubricVars(row),
    required_files: extra.required_files,
    question_type: extra.question_type,
    difficulty: extra.difficulty,
  };
}

const toTruth = (text: string | undefined): string | undefined => (text?.trim() ? text : undefined);

/** Reads a text, or a list of texts, which CSV has as JSON text. */
function readTexts(row: BenchmarkRow, name: string): string[] | undefined {
  const value = row.fields[name];
  if (value === undefined || value === null || value === '') return undefined;
  const decoded =
    typeof value === 'string' && value.trimStart().startsWith('[') ? (readJsonField(row, name) ?? value) : value;
  const list = (Array.isArray(decoded) ? decoded : [decoded]).map((each) =>
    typeof each === 'number' && Number.isFinite(each) ? String(each) : each,
  );
  const odd = list.find((each) => typeof each !== 'string');
  if (odd !== undefined || list.length === 0)
    throw new RowFault(`${name} is neither a text nor a list of texts, one for each turn`);
  if (list.length > MAX_TURNS) throw new RowFault(`${name} has ${list.length} turns, more than ${MAX_TURNS}`);
  const long = (list as string[]).find((text) => text.length > MAX_TEXT);
  if (long !== undefined) throw new RowFault(`${name} has ${long.length} characters, more than ${MAX_TEXT}`);
  return list as string[];
}

/** Reads the rubric of a row, or the file beside the suite that it names. */
function readRubric(row: BenchmarkRow, suite: string | undefined): string | undefined {
  const path = readText(row, 'rubric_path');
  if (path === undefined || path.trim() === '') return readText(row, 'rubric');
  const read = suite === undefined ? { problem: 'rubric_path needs the suite' } : readRubricFile(path.trim(), suite);
  if ('problem' in read) throw new RowFault(read.problem);
  return read.text;
}

/** Reads the values for a rubric. Lists and maps have their JSON text. */
function readRubricVars(row: BenchmarkRow): Record<string, string> {
  const value = readJsonField(row, 'rubric_vars') ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RowFault('rubric_vars is no map of names to values');
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? each : JSON.stringify(each)]),
  );
}

function readExtra(row: BenchmarkRow): Pick<LettaSample, 'required_files' | 'question_type' | 'difficulty'> {
  const decode = (value: unknown): Record<string, unknown> | undefined =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  const extra = decode(decode(readJsonField(row, 'agent_args'))?.extra) ?? {};
  const files = extra.required_files ?? [];
  if (!Array.isArray(files) || files.some((each) => typeof each !== 'string'))
    throw new RowFault('agent_args.extra.required_files is no list of names');
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : undefined);
  return {
    required_files: files as string[],
    question_type: text(extra.question_type),
    difficulty: text(extra.difficulty),
  };
}
