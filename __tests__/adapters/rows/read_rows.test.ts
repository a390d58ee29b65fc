import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readRows } from '../../../src/adapters/rows/read_rows.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

async function read(name: string, content: string | Uint8Array) {
  const path = join(givenRoom(), name);
  writeFileSync(path, content);
  const rows = [];
  for await (const row of readRows(path)) rows.push(row);
  return rows;
}

it('reads JSON lines with the place of each, and goes on behind a broken one', async () => {
  const text = '\uFEFF{"a": 1}\r\n\n{"a": \n[1]\n{"a": 2}';
  expect(await read('rows.jsonl', text)).toEqual([
    { place: 'rows.jsonl:1', fields: { a: 1 } },
    { place: 'rows.jsonl:3:7', problem: 'is not JSON from here on' },
    { place: 'rows.jsonl:4', problem: 'is no object with fields' },
    { place: 'rows.jsonl:5', fields: { a: 2 } },
  ]);
});

itInFull('keeps the id of a line that is too long, and reads the next', async () => {
  const long = Buffer.alloc(65 * 2 ** 20, 'x');
  long.write('{"instance_id": "a__b-1", "patch": "');
  const rows = await read('rows.jsonl', Buffer.concat([long, Buffer.from('\n{"a": 1}\n')]));
  expect(rows).toEqual([
    { place: 'rows.jsonl:1', id: 'a__b-1', problem: 'the line has more than 64 MiB' },
    { place: 'rows.jsonl:2', fields: { a: 1 } },
  ]);
});

it('reads a list, a map from id to row, and one row by itself', async () => {
  expect(await read('a.json', '[{"a": 1}, 7]')).toEqual([
    { place: 'a.json row 1', fields: { a: 1 } },
    { place: 'a.json row 2', problem: 'is no object with fields' },
  ]);
  expect(await read('a.json', '{"x-1": {"a": 1}, "x-2": {"instance_id": "own"}}')).toEqual([
    { place: 'a.json row 1', fields: { instance_id: 'x-1', a: 1 } },
    { place: 'a.json row 2', fields: { instance_id: 'own' } },
  ]);
  expect(await read('a.json', '{"instance_id": "x", "patch": "p"}')).toEqual([
    { place: 'a.json row 1', fields: { instance_id: 'x', patch: 'p' } },
  ]);
});

it('names a broken row of a map, and reads the others', async () => {
  expect(await read('a.json', '{"x-1": {"a": 1}, "x-2": 7, "x-3": null}')).toEqual([
    { place: 'a.json row 1', fields: { instance_id: 'x-1', a: 1 } },
    { place: 'a.json row 2', problem: 'is no object with fields' },
    { place: 'a.json row 3', problem: 'is no object with fields' },
  ]);
});

it('reads CSV with quoted lines', async () => {
  expect(await read('a.csv', 'id,text\n1,"two\nlines"\n2,x\n')).toEqual([
    { place: 'a.csv:2:1', fields: { id: '1', text: 'two\nlines' } },
    { place: 'a.csv:4:1', fields: { id: '2', text: 'x' } },
  ]);
});

/** Three rows with the columns instance_id, PASS_TO_PASS (JSON) and version, as hyparquet-writer writes them. */
const PARQUET =
  'UEFSMRUGFUAVOlwVBhUAFQYVABUEFQAAAAMHHigGAAAAYV9fYi0xBhEKKDIGAAAAYV9fYi0zFQYVKhUuXBUGFQIVBhUAFQQVAAAAAwMTSAkAAABbIngiLCJ5Il0CAAAAW10VBhUcFSBcFQYVAhUGFQAVBBUAAAADBQwsAwAAADEuMAEAAAAzFQQZTEgEcm9vdBUGABUMJQIYC2luc3RhbmNlX2lkJQAAFQwlAhgMUEFTU19UT19QQVNTJSYAFQwlAhgHdmVyc2lvbiUAABYGGRwZPCYIHBUMGRUAGRgLaW5zdGFuY2VfaWQVAhYGFmoWZCYIPDYAKAZhX19iLTMYBmFfX2ItMQAZHBUGFQAVAgAAACZsHBUMGRUAGRgMUEFTU19UT19QQVNTFQIWBhZUFlgmbDw2AigCW10YCVsieCIsInkiXQAZHBUGFQAVAgAAACbEARwVDBkVABkYB3ZlcnNpb24VAhYGFkYWSibEATw2AigBMxgDMS4wABkcFQYVABUCAAAAFoQCFgY2hgIAKAloeXBhcnF1ZXQZPBwAABwAABwAAAAfAQAAUEFSMQ==';

it('reads parquet', async () => {
  expect(await read('a.parquet', Buffer.from(PARQUET, 'base64'))).toEqual([
    { place: 'a.parquet row 1', fields: { instance_id: 'a__b-1', PASS_TO_PASS: ['x', 'y'], version: '1.0' } },
    { place: 'a.parquet row 2', fields: { instance_id: 'a__b-2', PASS_TO_PASS: [], version: null } },
    { place: 'a.parquet row 3', fields: { instance_id: 'a__b-3', PASS_TO_PASS: null, version: '3' } },
  ]);
});

/** One row with a long instance_id, in files of other compressions. */
const COMPRESSED = {
  GZIP: 'UEFSMRUGFeQEFUZcFQIVABUCFQAVBBUAAAADAR+LCAAAAAAAAAPTYWRgSIyPT9I1HCWJIQE/dtUtMAEAABUEGSxIBHJvb3QVAgAVDCUCGAtpbnN0YW5jZV9pZCUAABYCGRwZHCYIHBUMGRUAGRgLaW5zdGFuY2VfaWQVBBYCFpAFFnImCDw2ACgQYV9fYi0xYV9fYi0xYV9fYxgQYV9fYi0xYV9fYi0xYV9fYhISABkcFQYVABUCAAAAFpAFFgI2cgAoCWh5cGFycXVldBkcHAAAAJYAAABQQVIx',
  BROTLI:
    'UEFSMRUGFeQEFSxcFQIVABUCFQAVBBUAAAADARsvAfjFY4z3GeYSMWAcAFgE1t4BFQQZLEgEcm9vdBUCABUMJQIYC2luc3RhbmNlX2lkJQAAFgIZHBkcJggcFQwZFQAZGAtpbnN0YW5jZV9pZBUIFgIWkAUWWCYIPDYAKBBhX19iLTFhX19iLTFhX19jGBBhX19iLTFhX19iLTFhX19iEhIAGRwVBhUAFQIAAAAWkAUWAjZYACgJaHlwYXJxdWV0GRwcAAAAlgAAAFBBUjE=',
  SNAPPY:
    'UEFSMRUGFeQEFTxcFQIVABUCFQAVBBUAAAADAbACJCwBAABhX19iLTH+BgD+BgD+BgD+BgCWBgAVBBksSARyb290FQIAFQwlAhgLaW5zdGFuY2VfaWQlAAAWAhkcGRwmCBwVDBkVABkYC2luc3RhbmNlX2lkFQIWAhaQBRZoJgg8NgAoEGFfX2ItMWFfX2ItMWFfX2MYEGFfX2ItMWFfX2ItMWFfX2ISEgAZHBUGFQAVAgAAABaQBRYCNmgAKAloeXBhcnF1ZXQZHBwAAACWAAAAUEFSMQ==',
};

it.each(Object.entries(COMPRESSED))('reads parquet with the compression %s', async (_, text) => {
  expect(await read('a.parquet', Buffer.from(text, 'base64'))).toEqual([
    { place: 'a.parquet row 1', fields: { instance_id: 'a__b-1'.repeat(50) } },
  ]);
});

it('names the rows of a parquet file that cannot be decoded', async () => {
  const bytes = Buffer.from(COMPRESSED.GZIP, 'base64');
  // The page is broken, the metadata at the end are whole.
  bytes.fill(0, 30, 60);
  expect(await read('a.parquet', bytes)).toEqual([
    { place: 'a.parquet rows 1 to 1', problem: expect.stringMatching(/^cannot be decoded: .+$/) },
  ]);
});

it.each<[what: string, name: string, content: string | Uint8Array, error: RegExp]>([
  ['a name that says nothing', 'rows.txt', '{}', /rows\.txt is of no known format/],
  ['JSON that is cut off', 'a.json', '[\n{"a": 1}', /^a\.json:2:9 {2}is not JSON from here on/],
  ['JSON without rows', 'a.json', '7', /a\.json holds no rows/],
  ['a parquet file that is none', 'a.parquet', 'PAR1nothing', /a\.parquet is not a parquet file/],
  ['a parquet file that is empty', 'a.parquet', '', /a\.parquet is not a parquet file/],
  [
    'a parquet file that is cut off',
    'a.parquet',
    Buffer.from(PARQUET, 'base64').subarray(0, 200),
    /is not a parquet file/,
  ],
  ['a file under another name', 'a.parquet', gzipSync('x'), /a\.parquet is not a parquet file/],
])('has one clear error for %s', async (_, name, content, error) => {
  await expect(read(name, content)).rejects.toThrow(error);
});

it('refuses a folder', async () => {
  const path = join(givenRoom(), 'rows.jsonl');
  mkdirSync(path);
  await expect(readRows(path)[Symbol.asyncIterator]().next()).rejects.toThrow('rows.jsonl is not a file');
});

it('reads what SWE-agent writes for each task, by its ending', async () => {
  expect(await read('one.pred', '{"instance_id": "a__b-1", "model_patch": "p"}')).toEqual([
    { place: 'one.pred row 1', fields: { instance_id: 'a__b-1', model_patch: 'p' } },
  ]);
});

it.each(['a.jsonl', 'a.json', 'a.pred'])('reads numbers that only Python writes as null: %s', async (name) => {
  const text = '{"instance_id": "NaN", "a": NaN, "b": [-Infinity, Infinity], "c": "\\"NaN, x"}';
  expect(await read(name, text)).toMatchObject([
    { fields: { instance_id: 'NaN', a: null, b: [null, null], c: '"NaN, x' } },
  ]);
});

it('names the fault of a text that has such a number and is no JSON', async () => {
  expect(await read('a.jsonl', '{"a": NaN, "b": xNaN}\n')).toMatchObject([{ problem: 'is not JSON from here on' }]);
});
