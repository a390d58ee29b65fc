import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { didYouMean } from '../../../contract/suggest.js';
import { UserError } from '../../../contract/user_error.js';
import { type SteeringRow, steeringActions, steeringConfigSchema, steeringSources } from './steering_config.js';

/** Bounds of a file, its rows, and of the faults that are told of one. */
const MOST_BYTES = 2 ** 20;
const MOST_ROWS = 1000;
const SHOWN = 10;

/** Columns by the sources' names, and those that lm-evaluation-harness has for the same. */
const COLUMNS = [
  'source',
  'action',
  'hookpoint',
  'coefficient',
  'feature_index',
  'sparse_model',
  'sae_id',
  'vector_file',
  'vector_path',
  'description',
] as const;
type Column = (typeof COLUMNS)[number];
const OTHER_NAMES: Readonly<Record<string, Column>> = { loader: 'source', steering_coefficient: 'coefficient' };

interface Line {
  /** Of its beginning, from 1. */
  line: number;
  fields: string[];
  raw: string;
}

/** @throws {UserError} for a file that cannot be read, and as `readSteeringCsv` */
export function readSteeringFile(file: string, cwd = '.'): { rows: SteeringRow[]; path: string } {
  const path = resolve(cwd, file);
  let bytes: Uint8Array;
  try {
    // A pipe or a device would keep us waiting.
    const found = statSync(path);
    if (!found.isFile()) throw Object.assign(new Error(), { code: 'not a file' });
    if (found.size > MOST_BYTES) throw Object.assign(new Error(), { code: 'larger than 1 MiB' });
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError(`steering ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  const shown = relative(cwd, path) || path;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${shown}: is not UTF-8`);
  }
  return { rows: readSteeringCsv(text, shown), path };
}

/**
 * Rows of steering out of CSV, in their order, by the columns of either spelling.
 *
 * @throws {UserError} that tells the faults of all rows with file:line:column, the first ten of them
 */
export function readSteeringCsv(text: string, file: string): SteeringRow[] {
  const [header, ...lines] = linesOf(text.replace(/^\ufeff/, ''), file);
  if (!header) throw new UserError(`${file}: is empty`, `Its first line names the columns: ${COLUMNS.join(',')}`);
  const faults: string[] = [];
  const columns = columnsOf(header, (column, what) => faults.push(`${file}:${header.line}:${column}  ${what}`));
  if (faults.length > 0) throw new UserError(bounded(faults));
  if (lines.length > MOST_ROWS) throw new UserError(`${file}: has ${lines.length} rows, more than ${MOST_ROWS}`);
  const theirs = header.fields.some((name) => name.trim() === 'loader');
  const rows = lines.flatMap((line, i): SteeringRow[] => {
    const at = (field: number) => `${file}:${line.line}:${columnOf(line.raw, field)}`;
    if (line.fields.length !== header.fields.length) {
      faults.push(
        `${file}:${line.line}:1  has ${line.fields.length} fields, the header has ${header.fields.length} columns`,
      );
      return [];
    }
    const stray = columns.findIndex((column, field) => column === null && line.fields[field]!.trim() !== '');
    if (stray !== -1) faults.push(`${at(stray)}  stands in a column without a name`);
    const given = Object.fromEntries(
      columns.flatMap((column, field) => (column ? [[column, line.fields[field]!.trim()]] : [])),
    ) as Partial<Record<Column, string>>;
    const parsed = steeringConfigSchema.safeParse(valuesOf(given, theirs));
    if (parsed.success) return [{ config: parsed.data, row: i + 1, at: `${file}:${line.line}` }];
    for (const { path, message } of parsed.error.issues) {
      const field = columns.indexOf(path[0] as Column);
      faults.push(
        `${field === -1 ? `${file}:${line.line}:1` : at(field)}  ${String(path[0])}: ${told(path[0], message, given)}`,
      );
    }
    return [];
  });
  if (faults.length > 0) throw new UserError(bounded(faults));
  return rows;
}

/** Texts of a row as values; what is empty is absent. */
function valuesOf(given: Partial<Record<Column, string>>, theirs: boolean): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== '')) as typeof given;
  return {
    action: 'add',
    source: theirs || filled.sparse_model !== undefined ? 'sparsify' : 'manual',
    ...filled,
    ...(filled.coefficient !== undefined && { coefficient: decimal(filled.coefficient) }),
    ...(filled.feature_index !== undefined && { feature_index: decimal(filled.feature_index) }),
  };
}

/** Only what looks like a decimal number: `Number` also takes hexadecimal, and nothing at all for 0. */
const decimal = (text: string) =>
  /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,4})?$/i.test(text) ? Number(text) : Number.NaN;

function told(name: PropertyKey | undefined, message: string, given: Partial<Record<Column, string>>): string {
  const text = given[name as Column] ?? '';
  if (name === 'action' && text !== '')
    return `"${text}" is not one of ${steeringActions.join(', ')}${didYouMean(text, steeringActions)}`;
  if (name === 'source' && text !== '')
    return `"${text}" is not one of ${steeringSources.join(', ')}${didYouMean(text, steeringSources)}`;
  if (name === 'feature_index' && text !== '' && !/^\d{1,15}$/.test(text))
    return `"${text}" is not a whole number from 0 on`;
  if (text === '' && /^Invalid input|^must be/.test(message)) return 'is missing';
  return text === '' ? message : `"${text.slice(0, 100)}": ${message}`;
}

/** The column that each field stands for; null = one without a name. */
function columnsOf(header: Line, say: (column: number, what: string) => void): (Column | null)[] {
  const seen = new Set<Column>();
  const known = [...COLUMNS, ...Object.keys(OTHER_NAMES)];
  const columns = header.fields.map((field, i) => {
    const name = field.trim();
    if (name === '') return null;
    const column = OTHER_NAMES[name] ?? COLUMNS.find((column) => column === name);
    if (!column) say(columnOf(header.raw, i), `unknown column "${name.slice(0, 100)}"${didYouMean(name, known)}`);
    else if (seen.has(column)) say(columnOf(header.raw, i), `there is a column for ${column} already`);
    if (column) seen.add(column);
    return column ?? null;
  });
  for (const column of ['hookpoint', 'coefficient'] as const)
    if (!seen.has(column))
      say(1, `there is no column ${column}${column === 'coefficient' ? ' or steering_coefficient' : ''}`);
  return columns;
}

function linesOf(text: string, file: string): Line[] {
  try {
    const records = parse(text, {
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    }) as unknown as { record: string[]; raw: string }[];
    let from = 0;
    let line = 1;
    return records.map(({ record, raw }) => {
      const content = raw.replace(/^[\r\n]+|[\r\n]+$/g, '');
      // The library's own count goes astray over empty lines.
      const begin = text.indexOf(content, from);
      line += breaks(text.slice(from, begin));
      const found = { line, fields: record, raw: content };
      from = begin + content.length;
      line += breaks(content);
      return found;
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError(`${file}:${Number(error.lines ?? 1)}:1  ${error.message.slice(0, 200)}`);
  }
}

const breaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Where the i-th field begins, from 1. */
function columnOf(raw: string, field: number): number {
  let quoted = false;
  let left = field;
  let begin = 0;
  for (let at = 0; at < raw.length && left > 0; at++) {
    const character = raw[at];
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && quoted) begin = at + 1;
    else if (character === ',' && !quoted && --left === 0) return at + 2 - begin;
  }
  return 1;
}

/** Returns the lines that tell of faults, the first ones. */
function bounded(faults: readonly string[]): string[] {
  const shown = faults.slice(0, SHOWN);
  return [...shown, ...(faults.length > SHOWN ? [`… and ${faults.length - SHOWN} more in this file`] : [])];
}
