import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { decompress as decompressZstd } from 'fzstd';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { UserError } from '../../contract/input/user_error.js';
import { findJsonFault } from '../../record/json/compute_digest.js';
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
  GZIP: (input: Uint8Array): Uint8Array => gunzipSync(input, { maxOutputLength: MAX_FILE_BYTES }),
  BROTLI: (input: Uint8Array): Uint8Array => brotliDecompressSync(input, { maxOutputLength: MAX_FILE_BYTES }),
  ZSTD: (input: Uint8Array, bytes: number): Uint8Array => {
    if (bytes > MAX_FILE_BYTES) throw new RangeError(`a page has ${bytes} bytes`);
    return decompressZstd(input, new Uint8Array(bytes));
  },
};

type RowReader = (path: string, name: string) => AsyncIterable<BenchmarkRow | BrokenRow>;

const READERS: Readonly<Record<string, RowReader>> = {
  '.jsonl': readJsonLines,
  '.ndjson': readJsonLines,
  '.json': readJson,
  '.pred': readJson,
  '.csv': readCsv,
  '.parquet': readParquet,
};

/**
 * Reads the rows of a data file, one after another: JSON (a list, a map from id to row, or one row, as in `.pred` of
 * SWE-agent), JSON lines, CSV with a header, or parquet, by the file's name. What Python writes for numbers that JSON
 * lacks (NaN, Infinity) is null. A row that cannot be read is a value with the reason; the others are read.
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
    if (too_long) yield { place, ...findRowId(text), problem: `the line has more than ${MAX_ROW_BYTES / 2 ** 20} MiB` };
    else if (text.trim() !== '') yield parseRow(text, place);
  }
}

/** Finds the id in a row that cannot be parsed. */
function findRowId(text: string): { id?: string } {
  const id = /"instance_id"\s{0,9}:\s{0,9}"([^"\\]{1,200})"/.exec(text)?.[1];
  return id === undefined ? {} : { id };
}

/** Characters that are kept of a line that is too long. */
const KEPT_BYTES = 65_536;

/** Reads lines with bounded memory: of a line that is too long the beginning is kept. */
async function* readLines(path: string): AsyncIterable<{ text: string; too_long: boolean }> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = () => {
    const too_long = bytes > MAX_ROW_BYTES;
    const text = Buffer.concat(parts)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    [parts, bytes] = [[], 0];
    return { text, too_long };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield take();

  function add(part: Buffer): void {
    bytes += part.length;
    if (bytes <= MAX_ROW_BYTES) parts.push(part);
    else if (parts.length > 1 || (parts[0]?.length ?? 0) > KEPT_BYTES)
      parts = [Buffer.concat(parts).subarray(0, KEPT_BYTES)];
  }
}

function parseRow(text: string, place: string): BenchmarkRow | BrokenRow {
  try {
    return toRow(parsePythonJson(text), place);
  } catch {
    return { place: `${place}:${findJsonFault(text) + 1}`, ...findRowId(text), problem: 'is not JSON from here on' };
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
    value = parsePythonJson(text);
  } catch {
    const lines = text.slice(0, findJsonFault(text)).split('\n');
    throw new UserError(`${name}:${lines.length}:${lines.at(-1)!.length + 1}  is not JSON from here on`);
  }
  if (typeof value !== 'object' || value === null)
    throw new UserError(`${name} holds no rows`, 'It must be a list of objects, or a map from id to object.');
  const entries = Array.isArray(value) ? value.map((row) => [undefined, row] as const) : Object.entries(value);
  // One row by itself has fields that name it, or none that could be a row.
  const isRow = (row: unknown) => typeof row === 'object' && row !== null && !Array.isArray(row);
  const single =
    !Array.isArray(value) && ('instance_id' in value || 'org' in value || !entries.some(([, row]) => isRow(row)));
  if (single) yield { place: `${name} row 1`, fields: value as Record<string, unknown> };
  else
    for (const [index, [id, row]] of entries.entries()) {
      const entry = toRow(row, `${name} row ${index + 1}`);
      yield id !== undefined && 'fields' in entry && !('instance_id' in entry.fields)
        ? { ...entry, fields: { instance_id: id, ...entry.fields } }
        : entry;
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
    for (let start = 0; start < rows; start += PARQUET_ROWS) {
      const range = { rowStart: start, rowEnd: Math.min(rows, start + PARQUET_ROWS) };
      const decoded = await parquetReadObjects({ file, metadata, compressors: COMPRESSORS, ...range }).catch(
        ({ message }: Error) => message.split('\n')[0]!.slice(0, 200),
      );
      if (typeof decoded === 'string')
        yield { place: `${name} rows ${start + 1} to ${range.rowEnd}`, problem: `cannot be decoded: ${decoded}` };
      else for (const [index, fields] of decoded.entries()) yield { place: `${name} row ${start + index + 1}`, fields };
    }
  } finally {
    await handle.close();
  }
}

/**
 * Parses JSON as Python's `json.dumps` writes it: numbers that JSON lacks (`NaN`, `Infinity`, `-Infinity`) become null.
 *
 * @throws {SyntaxError} if the text is not JSON otherwise
 */
function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = replaceMissingNumbers(text);
    if (plain === text) throw error;
    return JSON.parse(plain);
  }
}

/** Replaces Python's words for numbers outside of strings by null. */
function replaceMissingNumbers(text: string): string {
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const quote = text.indexOf('"', start);
    const outside = text.slice(start, quote === -1 ? text.length : quote);
    parts.push(outside.replace(/(?<![\w.-])-?(?:NaN|Infinity)(?![\w.])/g, 'null'));
    if (quote === -1) break;
    start = findStringEnd(text, quote);
    parts.push(text.slice(quote, start));
  }
  return parts.join('');
}

/** Returns the offset behind the string that begins at a quote. */
function findStringEnd(text: string, quote: number): number {
  for (let index = quote + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index + 1;
  }
  return text.length;
}
