import { CsvError, parse } from 'csv-parse/sync';
import { UserError } from '../../../contract/user_error.js';

/** A field of a table, trimmed, and where it stands: `file:line:column`. */
export interface Cell {
  text: string;
  at: string;
}

/**
 * The rows of a table with a header, as CSV (RFC 4180; any line ends, a byte order mark, empty lines).
 *
 * @throws {UserError} for a text that is no such table
 */
export function readCells(text: string, file: string): { header: Cell[]; rows: Cell[][] } {
  const [header, ...rows] = parsed(text, file).map(({ fields, raw, line }) => {
    const places = placesOf(raw);
    return fields.map((field, i): Cell => {
      const place = places[i] ?? { line: 0, column: 1 };
      return { text: field.trim(), at: `${file}:${line + place.line}:${place.column}` };
    });
  });
  if (!header) throw new UserError(`${file}:1:1  is empty`, 'Its first line names the columns.');
  for (const row of rows)
    if (row.length !== header.length)
      throw new UserError(
        `${row[0]?.at ?? file}  has ${row.length} ${row.length === 1 ? 'field' : 'fields'}, the header has ${header.length}`,
        'A field with a comma in it stands in double quotes.',
      );
  return { header, rows };
}

interface Row {
  fields: string[];
  raw: string;
  /** Of its beginning, from 1. */
  line: number;
}

function parsed(text: string, file: string): Row[] {
  try {
    const found = parse(text, {
      bom: true,
      info: true,
      raw: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as { record: string[]; raw: string; info: { lines: number } }[];
    const plain = text.replace(/^\ufeff/, '');
    let [from, line] = [0, 1];
    return found.map(({ record, raw: told }) => {
      const raw = told.replace(/^\ufeff/, '').replace(/^[\r\n]+|[\r\n]+$/g, '');
      const start = plain.indexOf(raw, from);
      line += linesIn(plain.slice(from, start));
      const row = { fields: record, raw, line };
      line += linesIn(raw);
      from = start + raw.length;
      return row;
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines, column } = error as unknown as { lines?: number; column?: unknown };
    const field = typeof column === 'number' ? ` (field ${column + 1})` : '';
    throw new UserError(
      `${file}:${lines ?? 1}:1  ${error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quote is opened and never closed' : `a quote stands where none may stand${field}`}`,
      'A field with a quote in it stands in double quotes, and the quote in it twice.',
    );
  }
}

const linesIn = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** Where the fields of a row begin: lines from 0, columns from 1. */
function placesOf(raw: string): { line: number; column: number }[] {
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
