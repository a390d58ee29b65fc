import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { type Adjudication, reviewModes, reviewVerdicts } from '../../judge/analysis/adjudications.js';
import { type CsvCell, readCsvCells } from '../../system/read_csv_cells.js';

const REQUIRED = ['attempt', 'reviewer', 'verdict', 'minutes', 'reason'] as const;
const COLUMNS = [...REQUIRED, 'mode'] as const;
type Column = (typeof COLUMNS)[number];
const HEADER = `The first line names the columns: ${REQUIRED.join(',')} and, where wanted, mode.`;
const SIZE_LIMIT = 16 * 2 ** 20;

/**
 * Reads a table of adjudications: one line per review of one attempt by one person.
 *
 * @param attempts ids of the attempts with results
 * @throws {UserError} with file:line:column for everything that is invalid
 */
export function readAdjudications(file: string, attempts: ReadonlySet<string>, cwd: string): Adjudication[] {
  const { header, rows } = readCsvCells(readTableText(file, cwd), file);
  const columns = parseColumns(header, file);
  const ids = [...attempts];
  const places = new Map<string, string>();
  return rows.map((cells): Adjudication => {
    const cell = (column: Column): CsvCell | undefined => cells[columns.get(column) ?? -1];
    const required = (column: Column): CsvCell => {
      const content = cell(column)!;
      if (content.text === '') throw new UserError(`${content.at}  ${column} is empty`, HEADER);
      return content;
    };
    const attempt = required('attempt');
    if (!attempts.has(attempt.text))
      throw new UserError(
        `${attempt.at}  there is no result of an attempt ${quote(attempt.text)}${suggestName(attempt.text, ids)}`,
        'An attempt is named by its attempt_id, as in results.jsonl.',
      );
    const reviewer = required('reviewer');
    const key = JSON.stringify([attempt.text, reviewer.text]);
    const place = places.get(key);
    if (place)
      throw new UserError(
        `${attempt.at}  ${quote(reviewer.text)} has reviewed this attempt at ${place}`,
        'Leave one of them out.',
      );
    places.set(key, attempt.at);
    const mode = cell('mode');
    return {
      attempt: attempt.text,
      reviewer: reviewer.text,
      verdict: parseChoice(required('verdict'), reviewVerdicts),
      minutes: parseMinutes(required('minutes')),
      reason: required('reason').text,
      mode: mode === undefined || mode.text === '' ? null : parseChoice(mode, reviewModes),
    };
  });
}

function parseChoice<T extends string>({ text, at }: CsvCell, known: readonly T[]): T {
  const match = known.find((one) => one === text);
  if (match !== undefined) return match;
  const choice =
    known.length > 5
      ? 'It is the id of a failure mode; the tags of results are such.'
      : `It is one of ${known.join(', ')}.`;
  throw new UserError(`${at}  ${quote(text)} is not known here${suggestName(text, known)}`, choice);
}

function parseMinutes({ text, at }: CsvCell): number {
  const minutes = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || !Number.isFinite(minutes))
    throw new UserError(`${at}  ${quote(text)} is no number of minutes`, 'Write minutes as 12 or 7.5.');
  return minutes;
}

function parseColumns(header: readonly CsvCell[], file: string): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [i, { text, at: position }] of header.entries()) {
    const match = COLUMNS.find((column) => column === text);
    if (!match) throw new UserError(`${position}  unknown column ${quote(text)}${suggestName(text, COLUMNS)}`, HEADER);
    if (columns.has(match)) throw new UserError(`${position}  there is a column "${match}" already`, HEADER);
    columns.set(match, i);
  }
  const missing = REQUIRED.filter((column) => !columns.has(column));
  if (missing.length > 0) throw new UserError(`${file}:1:1  has no column ${missing.join(', ')}`, HEADER);
  return columns;
}

function readTableText(file: string, cwd: string): string {
  let bytes: Uint8Array;
  try {
    const path = resolve(cwd, file);
    const stat = statSync(path);
    // Reading a pipe or a device could block.
    if (!stat.isFile() || stat.size > SIZE_LIMIT) throw Object.assign(new Error(), { code: 'not a table' });
    bytes = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`adjudications ${file} cannot be read (${code})`, 'Name a CSV file with one review per line.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${file}:1:1  is not UTF-8`, 'Save it as UTF-8.');
  }
}

const quote = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
