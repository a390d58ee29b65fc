import { relative, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { EventPayload } from '../../record/events/event.js';
import type { PriceRates } from '../../record/events/model_payloads.js';
import { sha256 } from '../../record/json/compute_digest.js';
import {
  getTotalTokens,
  type ModelUsage,
  type PriceableUsage,
  type UnitApart,
} from '../../record/models/model_usage.js';
import { type CsvCell, readCsvCells } from '../../system/read_csv_cells.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { type CountedUnit, findPriceUnit, type PricedAction, pricedActions, priceUnits } from './price_units.js';

/**
 * Prices of model tokens. A declared table decides, a library fills the gaps, and other models have no price
 * (requirement R13).
 */
export interface PriceBook {
  /**
   * Computes the cost of a usage in USD.
   *
   * @returns undefined if it is unknown
   */
  cost(model: string, provider: string | undefined, usage: PriceableUsage): PricedUsage | undefined;
  /** Rates of the declared table for everything else. */
  readonly rates: PriceRates;
  /** Assumptions about what the table leaves open. */
  readonly assumed: readonly string[];
  /** Identity for the manifest. */
  readonly identity: { table_sha256: string | null; library: string };
}

export interface PricedUsage {
  usd: number;
  /** Origin of the price: `table:<sha256>` or `library:<name>@<version>`. */
  price: string;
  /** Units that are billed apart and have no price of their own; absent = none. */
  unpriced?: readonly UnitApart[] | undefined;
}

/** Final usage and cost of a request. */
export interface SettledCost {
  /** null = nothing was used. */
  usage: ModelUsage | null;
  /** null = unknown. */
  usd: number | null;
  price: string | null;
  unpriced?: readonly UnitApart[] | undefined;
}

/**
 * Converts the cost of an exchange to an event.
 *
 * @returns undefined if nothing was used
 */
export function toCostEvent(
  { usage, usd, price, unpriced = [] }: SettledCost,
  exchange: number,
): EventPayload<'cost'> | undefined {
  if (usage === null) return undefined;
  return {
    action_type: 'llm_request',
    unit: 'token',
    quantity: getTotalTokens(usage),
    cost_usd: usd,
    provenance: usage.source,
    exchange,
    ...omitUndefined({ price: price ?? undefined, unpriced: unpriced.length === 0 ? undefined : [...unpriced] }),
  };
}

/** Declared price table: the price per unit of each action, in USD (requirement R13). */
export interface PriceTable {
  /** Digest of the file. */
  sha256: string;
  rows: readonly PriceRow[];
}

export interface PriceRow {
  action: PricedAction;
  of: CountedUnit;
  /** Price of one counted unit. */
  usd: number;
  /** Patterns of model and provider, in which `*` stands for anything; `*` alone = all. */
  model: string;
  provider: string;
  /** Days of storage; null = the table does not say, so that `DEFAULT_RETENTION_DAYS` applies. */
  days: number | null;
}

/** Default days for which records are kept: as long as GitHub keeps artifacts by default. */
export const DEFAULT_RETENTION_DAYS = 90;

const MOST_ROWS = 2000;
const REQUIRED = ['action_type', 'unit', 'unit_price'] as const;
/** Known columns. Others are for the table's author; the file's digest covers them. */
const KNOWN = [...REQUIRED, 'model', 'provider', 'days', 'notes'] as const;
type Column = (typeof KNOWN)[number];
const HEADER =
  'The first line names the columns: action_type,unit,unit_price,notes and, as needed, model,provider,days.';

/**
 * Reads a price table. Any irregularity is an error, since a misread price is worse than none.
 *
 * @param file its name in messages
 * @throws {UserError} with file:line:column
 */
export function readPriceTable(bytes: Uint8Array, file: string): PriceTable {
  const { header, rows } = readCsvCells(decodeUtf8(bytes, file), file);
  const columns = readColumns(header, file);
  if (rows.length === 0) throw new UserError(`${file}:1:1  has no prices`, 'Each line after the first is a price.');
  if (rows.length > MOST_ROWS) throw new UserError(`${file}  has ${rows.length} prices, more than ${MOST_ROWS}`);
  const places = new Map<string, string>();
  const read = rows.map((cells) => {
    const place = cells[0]?.at ?? file;
    const cell = (column: Column): CsvCell | undefined => cells[columns.get(column) ?? -1];
    const row = readPriceRow(cell);
    const { usd: _, ...priced_item } = row;
    const key = JSON.stringify(priced_item);
    const earlier_place = places.get(key);
    if (earlier_place)
      throw new UserError(`${place}  prices what ${earlier_place} prices already`, 'Take one of them out.');
    places.set(key, place);
    return { place, row };
  });
  const prices = read.map(({ row }) => row);
  for (const { place, row } of read) {
    const missing = findMissingKind(row, prices);
    if (missing !== undefined)
      throw new UserError(
        `${place}  the model ${quote(row.model)} of provider ${quote(row.provider)} ` + `has no price per ${missing}`,
        'Add a row with the same model and provider: ' +
          'a model has prices for its input and its output, or one per token.',
      );
  }
  return { sha256: sha256(bytes), rows: prices };
}

/**
 * Finds the kind of token that a model's rows leave without a price. A price per request alone means that tokens cost
 * nothing.
 *
 * @returns undefined if no kind is missing
 */
function findMissingKind(row: PriceRow, rows: readonly PriceRow[]): string | undefined {
  if (row.action !== 'llm_request') return undefined;
  const kinds = new Set(rows.filter((other) => hasSameModels(row, other)).map(({ of }) => of));
  if (kinds.has('token') || (kinds.size === 1 && kinds.has('request'))) return undefined;
  return (['input_token', 'output_token'] as const).find((kind) => !kinds.has(kind));
}

/** Returns true if rows have the same patterns, so that they price the same models together. */
export const hasSameModels = (a: PriceRow, b: PriceRow): boolean =>
  a.action === 'llm_request' && b.action === 'llm_request' && a.model === b.model && a.provider === b.provider;

function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${file}:1:1  is not UTF-8`, 'Save it as UTF-8.');
  }
}

function readColumns(header: readonly CsvCell[], file: string): Map<Column, number> {
  const columns = new Map<Column, number>();
  for (const [i, { text, at: place }] of header.entries()) {
    const header_column = KNOWN.find((column) => column === text);
    if (header_column && columns.has(header_column))
      throw new UserError(`${place}  there is a column "${header_column}" already`, HEADER);
    if (header_column) columns.set(header_column, i);
  }
  for (const column of REQUIRED) {
    if (columns.has(column)) continue;
    const near = header.find(({ text }) => suggestName(text, [column]) !== '');
    if (near)
      throw new UserError(`${near.at}  unknown column "${near.text}"${suggestName(near.text, [column])}`, HEADER);
    throw new UserError(`${file}:1:1  the column "${column}" is missing`, HEADER);
  }
  return columns;
}

function readPriceRow(cell: (column: Column) => CsvCell | undefined): PriceRow {
  const [name, unit, price] = REQUIRED.map((column) => cell(column)!) as [CsvCell, CsvCell, CsvCell];
  const action = pricedActions.find((action) => action === name.text);
  if (!action)
    throw new UserError(
      `${name.at}  unknown action_type ${quote(name.text)}${suggestName(name.text, pricedActions)}`,
      `It is one of ${pricedActions.join(', ')}.`,
    );
  const units = Object.keys(priceUnits[action]);
  if (unit.text === '') throw new UserError(`${unit.at}  unit is missing`, `It is one of ${units.join(', ')}.`);
  const counted = findPriceUnit(action, unit.text);
  if (!counted)
    throw new UserError(
      `${unit.at}  unknown unit ${quote(unit.text)} of ${action}${suggestName(unit.text, units)}`,
      `It is one of ${units.join(', ')}.`,
    );
  const [model, provider] = (['model', 'provider'] as const).map((column) => readPattern(cell(column), action));
  const days = cell('days');
  const has_days = counted.of === 'gigabyte-day';
  if (!has_days && days?.text)
    throw new UserError(`${days.at}  only a price per gigabyte-day has days`, 'Leave it empty.');
  return {
    action,
    of: counted.of,
    usd: readNumber(price, 'unit_price') / counted.per,
    model: model!,
    provider: provider!,
    days: has_days && days?.text ? readNumber(days, 'days') : null,
  };
}

function readPattern(cell: CsvCell | undefined, action: PricedAction): string {
  if (!cell?.text) return '*';
  if (action !== 'llm_request')
    throw new UserError(`${cell.at}  only llm_request has models and providers`, 'Leave it empty.');
  return cell.text;
}

/** Reads a decimal number. `Number` would also accept hexadecimal, and read an empty text as 0. */
function readNumber({ text, at }: CsvCell, column: string): number {
  const value = /^[+-]?(\d{1,15}(\.\d{0,30})?|\.\d{1,30})(e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : Number.NaN;
  if (text === '') throw new UserError(`${at}  ${column} is missing`, 'Write 0 for what costs nothing.');
  if (Number.isNaN(value))
    throw new UserError(
      `${at}  ${column} ${quote(text)} is not a number`,
      'Write it like 0.0025, in USD and without a sign for it.',
    );
  if (value < 0 || Object.is(value, -0))
    throw new UserError(`${at}  ${column} ${quote(text)} is negative`, 'A price is 0 or more.');
  return value;
}

const quote = (text: string) => JSON.stringify(text.slice(0, 100));

const MOST_BYTES = 2 ** 20;

/**
 * Reads a price table from a file.
 *
 * @throws {UserError} for a file that cannot be read, and as `readPriceTable`
 */
export function readPriceFile(file: string, cwd = '.'): PriceTable {
  const path = resolve(cwd, file);
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, MOST_BYTES);
  } catch (error) {
    throw new UserError(
      `price table ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a CSV file such as docs/agents.md#costs shows.',
    );
  }
  return readPriceTable(bytes, relative(resolve(cwd), path) || path);
}
