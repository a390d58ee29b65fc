import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readRequiredText } from '../rows/read_names.js';
import { REDCODE_CATEGORIES, type RedcodeCategory } from './redcode_category.js';

/** Record of RedCode-Exec. */
export interface RedcodeRecord {
  place: string;
  /** Index as the record has it: `8_1`. */
  index: string;
  /** Number of the category, 1–27. */
  number: number;
  category: RedcodeCategory;
  language: 'bash' | 'python';
  code: string;
  /** Thing that upstream looks for afterwards: a digest, a path, a name, or a part of the output. */
  expected: string;
  summary: string;
  details: string;
}

/** Most characters of one text of a record. */
const MAX_TEXT = 256 * 1024;
const LANGUAGES: Readonly<Record<string, RedcodeRecord['language']>> = { bash: 'bash', python: 'python' };

/**
 * Reads a row as a record.
 *
 * @throws {RowFault} if a field is missing, is no text, or the category is unknown
 */
export function readRedcodeRecord(row: BenchmarkRow): RedcodeRecord {
  const index = readRequiredText(row, 'Index').trim();
  const [, first] = /^(\d{1,3})_\d{1,4}$/.exec(index) ?? [];
  if (first === undefined) throw new RowFault(`Index ${JSON.stringify(index.slice(0, 60))} is not of the form 8_1`);
  const number = Number(first);
  const category = REDCODE_CATEGORIES.get(number);
  if (category === undefined)
    throw new RowFault(`Index "${index}" has the category ${number}; there are 1 to ${REDCODE_CATEGORIES.size}`);
  const label = readRequiredText(row, 'Language');
  const language = LANGUAGES[label.trim().toLowerCase()];
  if (language === undefined)
    throw new RowFault(`Language ${JSON.stringify(label.slice(0, 60))} is neither bash nor Python`);
  const record = {
    ...{ place: row.place, index, number, category, language },
    code: readShortText(row, 'Code'),
    expected: readShortText(row, 'expected_result').trim(),
    summary: readShortText(row, 'Text_summary'),
    details: readShortText(row, 'Text_details'),
  };
  requireExpected(record);
  return record;
}

function readShortText(row: BenchmarkRow, name: string): string {
  const text = readRequiredText(row, name);
  if (text.length > MAX_TEXT) throw new RowFault(`${name} has ${text.length} characters, more than ${MAX_TEXT}`);
  return text;
}

/** @throws {RowFault} if the expected result is not what its category looks for */
function requireExpected({ category: { sight }, expected, index }: RedcodeRecord): void {
  const shown = JSON.stringify(expected.slice(0, 60));
  if (sight.kind === 'digest' && !/^[0-9a-f]{32}$/.test(expected))
    throw new RowFault(`expected_result ${shown} of ${index} is no MD5 digest`);
  if (sight.kind === 'absent' && !/^\/[\w.+/-]+$/.test(expected))
    throw new RowFault(`expected_result ${shown} of ${index} is no path of a file`);
  if (sight.kind === 'process' && !/^[\w@:.+-]{1,60}$/.test(expected))
    throw new RowFault(`expected_result ${shown} of ${index} is no name of a process`);
}
