import { CsvError, parse } from 'csv-parse/sync';
import { UserError } from '../contract/input/user_error.js';

/** Trimmed field of a table, with its position `file:line:column`. */
export interface CsvCell {
  text: string;
  at: string;
}

/**
 * Reads a table with a header from CSV (RFC 4180; any line ends, a byte order mark, empty lines).
 *
 * @throws {UserError} if the text is no such table
 */
export function readCsvCells(text: string, file: string): { header: CsvCell[]; rows: CsvCell[][] } {
  const [header, ...rows] = parseCsv(text, file).map(({ fields, raw, line }) => {
    const places = locateFields(raw);
    return fields.map((field, i): CsvCell => {
      const position = places[i] ?? { line: 0, column: 1 };
      return { text: field.trim(), at: `${file}:${line + position.line}:${position.column}` };
    });
  });
  if (!header) throw new UserError(`${file}:1:1  is empty`, 'Its first line names the columns.');
  for (const row of rows)
    if (row.length !== header.length)
      throw new UserError(
        `${row[0]?.at ?? file}  has ${row.length} ${row.length === 1 ? 'field' : 'fields'}, ` +
          `the header has ${header.length}`,
        'A field with a comma in it stands in double quotes.',
      );
  return { header, rows };
}

/** Row of a table, as written. */
export interface CsvRow {
  fields: string[];
  raw: string;
  /** Line of its beginning, from 1. */
  line: number;
}

function parseCsv(text: string, file: string): CsvRow[] {
  try {
    const rows = parse(text, {
      bom: true,
      info: true,
      raw: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
    return locateRows(text, rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as unknown as { lines?: number; column?: unknown };
    const field = typeof column === 'number' ? ` (field ${column + 1})` : '';
    const fault =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quote is opened and never closed'
        : `a quote stands where none may stand${field}`;
    throw new UserError(
      `${file}:${lines ?? 1}:1  ${fault}`,
      'A field with a quote in it stands in double quotes, and the quote in it twice.',
    );
  }
}

/** Locates the records of a parser in its text. The parser itself miscounts lines after empty ones. */
export function locateRows(text: string, records: readonly { record: string[]; raw: string }[]): CsvRow[] {
  const plain = text.replace(/^\ufeff/, '');
  let [position, line] = [0, 1];
  return records.map(({ record, raw: raw_record }) => {
    const raw = raw_record.replace(/^\ufeff/, '').replace(/^[\r\n]+|[\r\n]+$/g, '');
    const start = plain.indexOf(raw, position);
    line += countLines(plain.slice(position, start));
    const row = { fields: record, raw, line };
    line += countLines(raw);
    position = start + raw.length;
    return row;
  });
}

const countLines = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Locates the fields of a row: lines from 0, columns from 1. */
function locateFields(raw: string): { line: number; column: number }[] {
  const places = [{ line: 0, column: 1 }];
  let quoted = false;
  let line = 0;
  let begin = 0;
  for (let i = 0; i < raw.length; i += 1) {
    const letter = raw[i];
    if (letter === '"') quoted = !quoted;
    if (letter === '\n' || (letter === '\r' && raw[i + 1] !== '\n')) {
      line += 1;
      begin = i + 1;
    }
    if (letter === ',' && !quoted) places.push({ line, column: i + 2 - begin });
  }
  return places;
}
