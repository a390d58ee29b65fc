import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress as decompressZstd } from 'fzstd';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { UserError } from '../../contract/input/user_error.js';
import { readCsvCells } from '../../system/read_csv_cells.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { BenchmarkRow, BrokenRow } from './benchmark_row.js';

/** Most bytes of one row, and of a file that has to be read as a whole. */
const MAX_ROW_BYTES = 64 * 2 ** 20;
const MAX_FILE_BYTES = 512 * 2 ** 20;
/** Rows of a parquet file that are decoded together. */
const PARQUET_ROWS = 100;

/** Compressions that hyparquet does not have itself; it has Snappy. */
const COMPRESSORS = {
  GZIP: (input: Uint8Array): Uint8Array => gunzipSync(input),
  BROTLI: (input: Uint8Array): Uint8Array => brotliDecompressSync(input),
  ZSTD: (input: Uint8Array, bytes: number): Uint8Array => decompressZstd(input, new Uint8Array(bytes)),
};

type RowReader = (path: string, name: string) => AsyncIterable<BenchmarkRow | BrokenRow>;

const READERS: Readonly<Record<string, RowReader>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.csv': readCsv,
  '.parquet': readParquet,
};

/**
 * Reads the rows of a data file, one after another: JSON (a list, or a map from id to row), JSON lines, CSV with a
 * header, or parquet, by the file's name. A row that cannot be read is a value with the reason; the others are read.
 *
 * @throws {UserError} if the file as a whole is of no such format, or too large
 */
export async function* readRows(path: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  const name = basename(path);
  const end = /\.[a-z]+$/.exec(name.toLowerCase())?.[0] ?? '';
  const read = READERS[end];
  if (read === undefined)
    throw new UserError(
      `${name} is of no known format`,
      `Give a file that ends with ${Object.keys(READERS).join(', ')}.`,
    );
  if (!statSync(path).isFile()) throw new UserError(`${name} is not a file`);
  yield* read(path, name);
}

async function* readJsonLines(path: string, name: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  let line = 0;
  for await (const { text, too_long } of readLines(path)) {
    const place = `${name}:${++line}`;
    if (too_long) yield { place, problem: `the line has more than ${MAX_ROW_BYTES / 2 ** 20} MiB` };
    else if (text.trim() !== '') yield parseRow(text, place);
  }
}

/** Reads lines with bounded memory: of a line that is too long only the fact is kept. */
async function* readLines(path: string): AsyncIterable<{ text: string; too_long: boolean }> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const too_long = bytes > MAX_ROW_BYTES;
    const text = too_long
      ? ''
      : Buffer.concat(parts)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
    [parts, bytes] = [[], 0];
    return { text, too_long };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    add(chunk.subarray(from));
  }
  if (bytes > 0) yield take();

  function add(part: Buffer): void {
    bytes += part.length;
    if (bytes > MAX_ROW_BYTES) parts = [];
    else parts.push(part);
  }
}

function parseRow(text: string, place: string): BenchmarkRow | BrokenRow {
  try {
    return toRow(JSON.parse(text), place);
  } catch (error) {
    const column = /position (\d+)/.exec((error as Error).message)?.[1];
    return {
      place: column === undefined ? place : `${place}:${Number(column) + 1}`,
      problem: `is not JSON: ${(error as Error).message.slice(0, 120)}`,
    };
  }
}

const toRow = (value: unknown, place: string): BenchmarkRow | BrokenRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { place, fields: value as Record<string, unknown> }
    : { place, problem: 'is no object with fields' };

async function* readJson(path: string, name: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  const text = readWhole(path, name);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${name} is not JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (typeof value !== 'object' || value === null)
    throw new UserError(`${name} holds no rows`, 'It must be a list of objects, or a map from id to object.');
  const entries = Array.isArray(value) ? value.map((row) => [undefined, row] as const) : Object.entries(value);
  // One row by itself has fields that are no rows.
  const single = !Array.isArray(value) && entries.some(([, row]) => typeof row !== 'object' || Array.isArray(row));
  if (single) yield { place: `${name} row 1`, fields: value as Record<string, unknown> };
  else
    for (const [index, [id, row]] of entries.entries()) {
      const found = toRow(row, `${name} row ${index + 1}`);
      yield id !== undefined && 'fields' in found && !('instance_id' in found.fields)
        ? { ...found, fields: { instance_id: id, ...found.fields } }
        : found;
    }
}

async function* readCsv(path: string, name: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  const { header, rows } = readCsvCells(readWhole(path, name), name);
  const names = header.map(({ text }) => text);
  for (const [index, cells] of rows.entries())
    yield {
      place: cells[0]?.at ?? `${name} row ${index + 1}`,
      fields: Object.fromEntries(cells.map(({ text }, at) => [names[at]!, text])),
    };
}

function readWhole(path: string, name: string): string {
  try {
    return readRegularFile(path, MAX_FILE_BYTES)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UserError(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

async function* readParquet(path: string, name: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const file = {
      byteLength: size,
      async slice(start: number, end = size) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
        await handle.read(bytes, 0, bytes.length, start);
        return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
      },
    };
    const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
      throw new UserError(`${name} is not a parquet file: ${error.message.slice(0, 200)}`);
    });
    const rows = Number(metadata.num_rows);
    for (let from = 0; from < rows; from += PARQUET_ROWS) {
      const range = { rowStart: from, rowEnd: Math.min(rows, from + PARQUET_ROWS) };
      const decoded = await parquetReadObjects({ file, metadata, compressors: COMPRESSORS, ...range }).catch(
        (error: Error) => {
          throw new UserError(`${name} row ${from + 1} cannot be decoded: ${error.message.slice(0, 200)}`);
        },
      );
      for (const [index, fields] of decoded.entries()) yield { place: `${name} row ${from + index + 1}`, fields };
    }
  } finally {
    await handle.close();
  }
}
