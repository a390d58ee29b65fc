import { didYouMean } from '../../../contract/suggest.js';
import { UserError } from '../../../contract/user_error.js';
import { sha256 } from '../../../record/canonical.js';
import { type Cell, readCells } from './csv_cells.js';
import { type Action, actions, type Counted, unitOf, units } from './units.js';

/** A declared price table (R13; executable contracts §3.5): what each action costs per unit, in USD. */
export interface PriceTable {
  /** Digest of the file. */
  sha256: string;
  rows: readonly PriceRow[];
}

export interface PriceRow {
  action: Action;
  of: Counted;
  /** For one of what is counted. */
  usd: number;
  /** Patterns of the model and the provider that it holds for, `*` stands for anything; `*` alone = all. */
  model: string;
  provider: string;
  /** For what is kept: so many days. */
  days: number | null;
}

const MOST_ROWS = 2000;
const REQUIRED = ['action_type', 'unit', 'unit_price'] as const;
/** Further ones are for whoever wrote the table; the file's digest covers them. */
const KNOWN = [...REQUIRED, 'model', 'provider', 'days', 'notes'] as const;
type Column = (typeof KNOWN)[number];
const HEADER =
  'The first line names the columns: action_type,unit,unit_price,notes and, as needed, model,provider,days.';

/**
 * Reads a price table.
 *
 * @param file its name in messages
 * @throws {UserError} with file:line:column for everything that is not as it should be: a price that was misread is worse than none
 */
export function readPriceTable(bytes: Uint8Array, file: string): PriceTable {
  const { header, rows } = readCells(decoded(bytes, file), file);
  const columns = columnsOf(header, file);
  if (rows.length === 0) throw new UserError(`${file}:1:1  has no prices`, 'Each line after the first is a price.');
  if (rows.length > MOST_ROWS) throw new UserError(`${file}  has ${rows.length} prices, more than ${MOST_ROWS}`);
  const seen = new Map<string, string>();
  const read = rows.map((cells): PriceRow => {
    const cell = (column: Column): Cell | undefined => cells[columns.get(column) ?? -1];
    const row = priceRow(cell, cells[0]!.at);
    const { usd: _, ...what } = row;
    const key = JSON.stringify(what);
    const before = seen.get(key);
    if (before) throw new UserError(`${cells[0]!.at}  prices what ${before} prices already`, 'Take one of them out.');
    seen.set(key, cells[0]!.at);
    return row;
  });
  for (const [i, row] of read.entries()) {
    const missing = missingKind(row, read);
    if (missing !== undefined)
      throw new UserError(
        `${rows[i]![0]!.at}  the model ${quoted(row.model)} of provider ${quoted(row.provider)} has no price per ${missing}`,
        `Add a row with the same model and provider: a model has prices for its input and its output, or one per token.`,
      );
  }
  return { sha256: sha256(bytes), rows: read };
}

/** What a model's rows leave open; undefined = nothing. A price per request alone means that tokens cost nothing. */
function missingKind(row: PriceRow, rows: readonly PriceRow[]): string | undefined {
  if (row.action !== 'llm_request') return undefined;
  const kinds = new Set(rows.filter((other) => sameModels(row, other)).map(({ of }) => of));
  if (kinds.has('token') || (kinds.size === 1 && kinds.has('request'))) return undefined;
  return (['input_token', 'output_token'] as const).find((kind) => !kinds.has(kind));
}

/** Rows with the same patterns price the same models together. */
export const sameModels = (a: PriceRow, b: PriceRow): boolean =>
  a.action === 'llm_request' && b.action === 'llm_request' && a.model === b.model && a.provider === b.provider;

function decoded(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${file}:1:1  is not UTF-8`, 'Save it as UTF-8.');
  }
}

function columnsOf(header: readonly Cell[], file: string): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [i, { text, at }] of header.entries()) {
    const known = KNOWN.find((column) => column === text);
    if (known && columns.has(known)) throw new UserError(`${at}  there is a column "${known}" already`, HEADER);
    if (known) columns.set(known, i);
  }
  for (const column of REQUIRED) {
    if (columns.has(column)) continue;
    const near = header.find(({ text }) => didYouMean(text, [column]) !== '');
    if (near)
      throw new UserError(`${near.at}  unknown column "${near.text}"${didYouMean(near.text, [column])}`, HEADER);
    throw new UserError(`${file}:1:1  the column "${column}" is missing`, HEADER);
  }
  return columns;
}

function priceRow(cell: (column: Column) => Cell | undefined, start: string): PriceRow {
  const [name, unit, price] = REQUIRED.map((column) => cell(column)!) as [Cell, Cell, Cell];
  const action = actions.find((action) => action === name.text);
  if (!action)
    throw new UserError(
      `${name.at}  unknown action_type ${quoted(name.text)}${didYouMean(name.text, actions)}`,
      `It is one of ${actions.join(', ')}.`,
    );
  const known = Object.keys(units[action]);
  const counted = unitOf(action, unit.text);
  if (!counted)
    throw new UserError(
      `${unit.at}  unknown unit ${quoted(unit.text)} of ${action}${didYouMean(unit.text, known)}`,
      `It is one of ${known.join(', ')}.`,
    );
  const [model, provider] = (['model', 'provider'] as const).map((column) => pattern(cell(column), action));
  const days = cell('days');
  const kept = counted.of === 'gigabyte-day';
  if (kept && !days?.text)
    throw new UserError(
      `${days?.at ?? start}  a price per gigabyte-day needs the column "days"`,
      'It says how long records are kept.',
    );
  if (!kept && days?.text) throw new UserError(`${days.at}  only a price per gigabyte-day has days`, 'Leave it empty.');
  return {
    action,
    of: counted.of,
    usd: number(price, 'unit_price') / counted.per,
    model: model!,
    provider: provider!,
    days: kept ? number(days!, 'days') : null,
  };
}

function pattern(cell: Cell | undefined, action: Action): string {
  if (!cell?.text) return '*';
  if (action !== 'llm_request')
    throw new UserError(`${cell.at}  only llm_request has models and providers`, 'Leave it empty.');
  return cell.text;
}

/** Only what is written as a decimal number: `Number` also takes hexadecimal, and nothing at all for 0. */
function number({ text, at }: Cell, column: string): number {
  const value = /^[+-]?(\d{1,15}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : Number.NaN;
  if (text === '') throw new UserError(`${at}  ${column} is missing`, 'Write 0 for what costs nothing.');
  if (Number.isNaN(value))
    throw new UserError(
      `${at}  ${column} ${quoted(text)} is not a number`,
      'Write it like 0.0025, in USD and without a sign for it.',
    );
  if (value < 0 || Object.is(value, -0))
    throw new UserError(`${at}  ${column} ${quoted(text)} is negative`, 'A price is 0 or more.');
  return value;
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));
