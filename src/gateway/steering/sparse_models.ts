import { relative } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { normaliseHookpoint } from './find_hookpoint_layer.js';

/** Name of the file beside rows of steering that names their sparse models. */
export const SPARSE_MODELS_FILE = 'sparse_models.csv';

const MOST_ROWS = 1000;
const nameSchema = z.string().trim().min(1).max(500);

/** Schema of a row of the file: what rows of steering without a `sparse_model` of their own take their feature from. */
const sparseModelSchema = z
  .strictObject({
    source: z.enum(['sae_lens', 'sparsify']),
    hookpoint: nameSchema.optional().describe('of the rows that it holds for; default: of all others'),
    sparse_model: nameSchema.describe('repository or release'),
    sae_id: nameSchema.optional().describe('which of the release: sae_lens'),
  })
  .refine(({ source, sae_id }) => source === 'sparsify' || sae_id !== undefined, {
    path: ['sae_id'],
    message: 'sae_lens needs a sae_id',
  });

/** Sparse model of rows of steering that name none. */
interface SparseModel {
  source: 'sae_lens' | 'sparsify';
  /** Hookpoint of the rows that it holds for; absent = all others. */
  hookpoint?: string | undefined;
  /** Repository or release. */
  sparse_model: string;
  sae_id?: string | undefined;
}

/** Sparse models of a file or call. */
export type SparseModels = readonly SparseModel[];

/** Fields of a row of steering that say whether it needs a model, and which. */
interface ModelNeed {
  source?: unknown;
  hookpoint?: unknown;
  sparse_model?: unknown;
  sae_id?: unknown;
}

/**
 * Adds the sparse model to a row that names none: that of its hookpoint, else that of its source. Other rows are
 * returned unchanged.
 */
export function addSparseModel<Row extends ModelNeed>(row: Row, models: SparseModels): Row {
  if (row.source === 'manual' || row.sparse_model !== undefined) return row;
  const hookpoint = typeof row.hookpoint === 'string' ? normaliseHookpoint(row.hookpoint) : undefined;
  const candidates = models.filter(({ source }) => source === row.source);
  const model =
    candidates.find((one) => one.hookpoint !== undefined && normaliseHookpoint(one.hookpoint) === hookpoint) ??
    candidates.find((one) => one.hookpoint === undefined);
  if (model === undefined) return row;
  const { sparse_model, sae_id } = model;
  return { ...row, sparse_model, ...omitUndefined({ sae_id: row.sae_id ?? sae_id }) };
}

/**
 * Reads the file of sparse models.
 *
 * @param path absolute
 * @returns no model if there is no such file
 * @throws {UserError} with file:line:column
 */
export function readSparseModels(path: string, cwd = '.'): SparseModels {
  const shown = relative(cwd, path) || path;
  let text: string;
  try {
    text = readRegularFile(path, 2 ** 20).toString('utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UserError(`${shown} cannot be read (${code})`);
  }
  try {
    const settings = {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      to: MOST_ROWS,
      trim: true,
    } as const;
    const rows = parse(text, settings) as unknown as { record: Record<string, string>; info: { lines: number } }[];
    return rows.map(({ record, info }) => {
      const read = sparseModelSchema.safeParse(omitEmptyTexts(record));
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      throw new UserError(`${shown}:${info.lines}:1  ${issue!.path.join('.')}: ${issue!.message}`);
    });
  } catch (error) {
    if (error instanceof CsvError) throw new UserError(`${shown}: ${error.message}`);
    throw error;
  }
}

const omitEmptyTexts = (record: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(record).filter(([, text]) => text !== ''));

/** Describes the file to write for a row without a sparse model. */
export const describeSparseModelsFile = (source: 'sae_lens' | 'sparsify'): string =>
  `Name it in the row, or for all rows in ${SPARSE_MODELS_FILE} beside them, with the lines ` +
  `source,sparse_model${source === 'sae_lens' ? ',sae_id' : ''} and ${source},REPOSITORY${source === 'sae_lens' ? ',ID' : ''}`;
