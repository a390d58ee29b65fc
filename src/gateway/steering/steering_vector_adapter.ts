import { dirname, join, relative, resolve } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { type CsvRow, locateRows } from '../../system/read_csv_cells.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import {
  addSparseModel,
  describeSparseModelsFile,
  readSparseModels,
  SPARSE_MODELS_FILE,
  type SparseModels,
} from './sparse_models.js';

/** Changes of activations. `clamp` is an action of lm-evaluation-harness, like `add`. */
export const steeringActions = ['add', 'multiply', 'ablate', 'clamp'] as const;

/** Origins of a vector; lm-evaluation-harness calls them `loader`. */
const steeringSources = ['manual', 'sae_lens', 'sparsify'] as const;

/** Names of modules, joined by dots or slashes: `layers.12.attention`, `blocks.3.hook_resid_post`. */
const HOOKPOINT = /^[A-Za-z_][\w-]{0,60}(?:[./][\w-]{1,60}){0,20}$/;

const nameSchema = z.string().trim().min(1).max(500);

/** Schema of one row of steering, with or without the sparse model of its feature (requirement A3). */
const rowSchema = z
  .strictObject({
    hookpoint: z.string().regex(HOOKPOINT, 'must be names of modules joined by dots, e.g. layers.12.attention'),
    action: z.enum(steeringActions),
    coefficient: z.number('must be a finite number').describe('strength; what it scales is up to the action'),
    feature_index: z.int().min(0).optional().describe('of the sparse model'),
    source: z.enum(steeringSources),
    sparse_model: nameSchema.optional().describe('repository or release of the sparse model'),
    sae_id: nameSchema.optional().describe('which of the release: sae_lens'),
    vector_file: nameSchema.optional().describe('file with the vector itself, beside the configuration'),
    vector_path: nameSchema.optional().describe('where the server itself finds the vector'),
    description: z.string().max(2000).optional(),
  })
  .superRefine((row, { addIssue }) => {
    const report = (path: keyof typeof row, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (row.vector_file !== undefined && row.vector_path !== undefined)
      report('vector_path', 'a row has a vector_file or a vector_path, not both');
    if (row.source === 'manual') {
      if (row.feature_index === undefined && row.vector_file === undefined && row.vector_path === undefined)
        report('feature_index', 'a manual row needs a feature_index, a vector_file or a vector_path');
      return;
    }
    if (row.feature_index === undefined) report('feature_index', `${row.source} needs a feature_index`);
  });

/** Schema of a row that requests are made of: a server finds the feature by its sparse model. */
const requestSchema = rowSchema.superRefine(({ source, sparse_model, sae_id }, { addIssue }) => {
  const report = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (source !== 'manual' && sparse_model === undefined) report('sparse_model', `${source} needs a sparse_model`);
  if (source === 'sae_lens' && sae_id === undefined) report('sae_id', 'sae_lens needs a sae_id');
});

/** One row of steering (requirement A3). */
export interface SteeringConfig {
  hookpoint: string;
  action: (typeof steeringActions)[number];
  /** Strength; what it scales is up to the action. */
  coefficient: number;
  /** Feature of the sparse model. */
  feature_index?: number | undefined;
  source: (typeof steeringSources)[number];
  /** Repository or release of the sparse model. */
  sparse_model?: string | undefined;
  sae_id?: string | undefined;
  /** File with the vector itself, beside the configuration. */
  vector_file?: string | undefined;
  /** Path where the server itself finds the vector. */
  vector_path?: string | undefined;
  description?: string | undefined;
}

/** Row with its position in its file. */
export interface SteeringRow {
  config: SteeringConfig;
  /** Number of the row, from 1. */
  row: number;
  /** Position `file:line`. */
  at: string;
}

/** Converts rows to the option of an inference call. */
const toSteeringVectors = (rows: readonly SteeringConfig[]) =>
  rows.map(({ hookpoint, action, coefficient, feature_index }) => ({
    hookpoint,
    action,
    coefficient,
    feature_index: feature_index ?? null,
  }));

/** Inference call: a prompt, and named options. */
type InferenceCall<Options extends object, Answer> = (prompt: string, options?: Options) => Promise<Answer>;

/**
 * Adapter that adds steering vectors to the options of inference calls (requirement A3). The backend applies them. The
 * options hold no sparse model, so rows need none.
 */
export class SteeringVectorAdapter {
  private configs: readonly SteeringConfig[] = [];

  /**
   * Loads rows from a CSV file.
   *
   * @throws {UserError} with the faults of all rows, with file:line:column
   */
  load_from_csv(path: string, cwd?: string): void {
    this.configs = readSteeringFile(path, cwd, false).rows.map(({ config }) => config);
  }

  /**
   * Loads given rows.
   *
   * @throws {RangeError} for an invalid row, with its number and field; the rows before the call stay
   */
  load_manual(configs: readonly SteeringConfig[]): void {
    if (!Array.isArray(configs)) throw new RangeError('the rows of steering are a list');
    this.configs = configs.map((config, row) => {
      const read = rowSchema.safeParse(config);
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      throw new RangeError(`row ${row + 1} of steering: ${issue!.path.join('.') || 'the row'}: ${issue!.message}`);
    });
  }

  /**
   * Wraps an inference call.
   *
   * @returns the same function if no steering is active
   */
  wrap_inference<Options extends object, Answer>(
    inference: InferenceCall<Options, Answer>,
  ): InferenceCall<Options, Answer> | InferenceCall<Options & { steering_vectors?: unknown }, Answer> {
    if (typeof inference !== 'function') throw new RangeError('there is no inference to wrap');
    if (!this.is_active) return inference;
    // A snapshot: later loads affect only later wraps.
    const steering_vectors = toSteeringVectors(this.configs);
    return async (prompt: string, options?: Options) =>
      inference(prompt, { ...(options as Options), steering_vectors: structuredClone(steering_vectors) });
  }

  get is_active(): boolean {
    return this.configs.length > 0;
  }
}

/** Limits of a file, its rows, and its reported faults. */
const MOST_BYTES = 2 ** 20;
const MOST_ROWS = 1000;
const SHOWN = 10;

/** Column names, with those of lm-evaluation-harness for the same columns. */
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

/**
 * Reads rows of steering from a CSV file.
 *
 * @param needs_model each row names its sparse model, or the file beside them does
 * @throws {UserError} for a file that cannot be read, and as `parseSteeringCsv`
 */
export function readSteeringFile(file: string, cwd = '.', needs_model = true): { rows: SteeringRow[]; path: string } {
  const path = resolve(cwd, file);
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, MOST_BYTES);
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
  const models = readSparseModels(join(dirname(path), SPARSE_MODELS_FILE), cwd);
  return { rows: parseSteeringCsv(text, shown, models, needs_model ? requestSchema : rowSchema), path };
}

/**
 * Parses rows of steering from CSV, in order, with the columns of either spelling.
 *
 * @throws {UserError} with the first ten faults of all rows, with file:line:column
 */
function parseSteeringCsv(text: string, file: string, models: SparseModels, schema: typeof rowSchema): SteeringRow[] {
  const [header, ...lines] = parseLines(text.replace(/^\ufeff/, ''), file);
  if (!header) throw new UserError(`${file}: is empty`, `Its first line names the columns: ${COLUMNS.join(',')}`);
  const faults: string[] = [];
  let remedy: string | undefined;
  const columns = readColumns(header, (column, what) => faults.push(`${file}:${header.line}:${column}  ${what}`));
  if (faults.length > 0) throw new UserError(limitFaults(faults));
  if (lines.length > MOST_ROWS) throw new UserError(`${file}: has ${lines.length} rows, more than ${MOST_ROWS}`);
  const is_harness_file = header.fields.some((name) => name.trim() === 'loader');
  const rows = lines.flatMap((line, i): SteeringRow[] => {
    const formatPlace = (field: number) => `${file}:${line.line}:${findFieldColumn(line.raw, field)}`;
    if (line.fields.length !== header.fields.length) {
      faults.push(
        `${file}:${line.line}:1  has ${line.fields.length} fields, the header has ${header.fields.length} columns`,
      );
      return [];
    }
    const values = line.fields.map((field) => field.trim());
    const stray = columns.findIndex((column, field) => column === null && values[field] !== '');
    if (stray !== -1) faults.push(`${formatPlace(stray)}  stands in a column without a name`);
    const texts = Object.fromEntries(
      columns.flatMap((column, field) => (column ? [[column, values[field]]] : [])),
    ) as Partial<Record<Column, string>>;
    const parsed = schema.safeParse(addSparseModel(toRowValues(texts, is_harness_file), models));
    if (parsed.success) return [{ config: parsed.data, row: i + 1, at: `${file}:${line.line}` }];
    for (const { path, message } of parsed.error.issues) {
      const field = columns.indexOf(path[0] as Column);
      faults.push(
        `${field === -1 ? `${file}:${line.line}:1` : formatPlace(field)}  ${String(path[0])}: ` +
          describeFault(path[0], message, texts),
      );
      if (needsSparseModel(path[0], texts.source)) remedy ??= describeSparseModelsFile(texts.source);
    }
    return [];
  });
  if (faults.length > 0) throw new UserError(limitFaults(faults), remedy);
  return rows;
}

/** Checks whether a fault of a row is that its sparse model is not named. */
const needsSparseModel = (
  field: PropertyKey | undefined,
  source: string | undefined,
): source is 'sae_lens' | 'sparsify' => field === 'sparse_model' && (source === 'sae_lens' || source === 'sparsify');

/** Converts the texts of a row to values; an empty text is absent. */
function toRowValues(texts: Partial<Record<Column, string>>, is_harness_file: boolean): Record<string, unknown> {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as typeof texts;
  return {
    action: 'add',
    source: is_harness_file || filled.sparse_model !== undefined ? 'sparsify' : 'manual',
    ...filled,
    ...omitUndefined({
      coefficient: filled.coefficient === undefined ? undefined : parseDecimal(filled.coefficient),
      feature_index: filled.feature_index === undefined ? undefined : parseDecimal(filled.feature_index),
    }),
  };
}

/** Parses a decimal number. `Number` would also accept hexadecimal, and read an empty text as 0. */
const parseDecimal = (text: string) =>
  /^[+-]?(\d{1,40}(\.\d{0,40})?|\.\d{1,40})(e[+-]?\d{1,4})?$/i.test(text) ? Number(text) : Number.NaN;

function describeFault(name: PropertyKey | undefined, message: string, texts: Partial<Record<Column, string>>): string {
  const text = texts[name as Column] ?? '';
  if (name === 'action' && text !== '')
    return `"${text}" is not one of ${steeringActions.join(', ')}${suggestName(text, steeringActions)}`;
  if (name === 'source' && text !== '')
    return `"${text}" is not one of ${steeringSources.join(', ')}${suggestName(text, steeringSources)}`;
  if (name === 'feature_index' && text !== '' && !/^\d{1,15}$/.test(text))
    return `"${text}" is not a whole number from 0 on`;
  if (text === '' && /^Invalid input|^must be/.test(message)) return 'is missing';
  return text === '' ? message : `"${text.slice(0, 100)}": ${message}`;
}

/** Reads the column of each field; null for a column without a name. */
function readColumns(header: CsvRow, report: (column: number, what: string) => void): (Column | null)[] {
  const column_set = new Set<Column>();
  const names = [...COLUMNS, ...Object.keys(OTHER_NAMES)];
  const columns = header.fields.map((field, i) => {
    const name = field.trim();
    if (name === '') return null;
    const column = OTHER_NAMES[name] ?? COLUMNS.find((column) => column === name);
    if (!column)
      report(findFieldColumn(header.raw, i), `unknown column "${name.slice(0, 100)}"${suggestName(name, names)}`);
    else if (column_set.has(column)) report(findFieldColumn(header.raw, i), `there is a column for ${column} already`);
    if (column) column_set.add(column);
    return column ?? null;
  });
  for (const column of ['hookpoint', 'coefficient'] as const)
    if (!column_set.has(column))
      report(1, `there is no column ${column}${column === 'coefficient' ? ' or steering_coefficient' : ''}`);
  return columns;
}

function parseLines(text: string, file: string): CsvRow[] {
  try {
    const records = parse(text, {
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    }) as unknown as { record: string[]; raw: string }[];
    return locateRows(text, records);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError(`${file}:${Number(error.lines ?? 1)}:1  ${error.message.slice(0, 200)}`);
  }
}

/** Returns the column where a field begins, from 1. */
function findFieldColumn(raw: string, field: number): number {
  let quoted = false;
  let remaining = field;
  let begin = 0;
  for (let index = 0; index < raw.length && remaining > 0; index++) {
    const character = raw[index];
    if (character === '"') quoted = !quoted;
    else if (character === '\n' && quoted) begin = index + 1;
    else if (character === ',' && !quoted && --remaining === 0) return index + 2 - begin;
  }
  return 1;
}

/** Returns the first faults, and the number of the others. */
function limitFaults(faults: readonly string[]): string[] {
  const shown = faults.slice(0, SHOWN);
  return [...shown, ...(faults.length > SHOWN ? [`… and ${faults.length - SHOWN} more in this file`] : [])];
}
