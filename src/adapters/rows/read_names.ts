import type { BenchmarkRow } from './benchmark_row.js';

/** Fault in a field of a row. The row is rejected with it. */
export class RowFault extends Error {}

/** Longest name of a test, and most names in one list. */
const MAX_NAME = 2000;
const MAX_NAMES = 50_000;
/** Layers of JSON text within JSON text that are read. */
const MAX_NESTING = 3;

/**
 * Reads a required text by the first of its names that the row has.
 *
 * @throws {RowFault} if it is missing, empty or no text
 */
export function readRequiredText(row: BenchmarkRow, ...names: [string, ...string[]]): string {
  const text = readText(row, ...names);
  if (text === undefined || text.trim() === '') throw new RowFault(`there is no ${names[0]}`);
  return text;
}

/**
 * Reads a text by the first of its names that the row has; numbers are texts, too, and the times of parquet files.
 *
 * @returns undefined if it is missing or null
 * @throws {RowFault} if it is no text
 */
export function readText({ fields }: BenchmarkRow, ...names: [string, ...string[]]): string | undefined {
  const name = names.find((each) => fields[each] !== undefined && fields[each] !== null);
  if (name === undefined) return undefined;
  const value = fields[name];
  if (typeof value === 'string') return requireWithoutNul(value, name);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Date && Number.isFinite(value.getTime())) return value.toISOString();
  throw new RowFault(`${name} is ${describeType(value)}, not a text`);
}

/**
 * Reads a list of names in every encoding that benchmarks use: a list, JSON text (also twice encoded), a list as Python
 * prints it, a map from name to anything, or nothing for an empty list.
 *
 * @throws {RowFault} if it is anything else
 */
export function readNames({ fields }: BenchmarkRow, ...names: [string, ...string[]]): string[] {
  const name = names.find((each) => fields[each] !== undefined && fields[each] !== null);
  if (name === undefined) return [];
  const listed = decodeNames(fields[name], name, 0);
  if (listed.length > MAX_NAMES) throw new RowFault(`${name} has ${listed.length} names, more than ${MAX_NAMES}`);
  for (const each of listed) requireWithoutNul(each, name);
  const long = listed.find((each) => each.length > MAX_NAME);
  if (long !== undefined) throw new RowFault(`${name} has a name of ${long.length} characters`);
  return [...new Set(listed.filter((each) => each.trim() !== ''))];
}

function decodeNames(value: unknown, name: string, nesting: number): string[] {
  if (Array.isArray(value)) {
    const odd = value.find((each) => typeof each !== 'string');
    if (odd !== undefined) throw new RowFault(`${name} holds ${describeType(odd)}, not only names`);
    return value as string[];
  }
  if (typeof value === 'object' && value !== null) return Object.keys(value);
  if (typeof value !== 'string' || nesting > MAX_NESTING)
    throw new RowFault(`${name} is ${describeType(value)}, not a list`);
  const text = value.trim();
  if (text === '' || text === 'None') return [];
  const parsed = parseJson(text) ?? parsePythonList(text);
  if (parsed === undefined)
    throw new RowFault(`${name} is a text that is no list: ${JSON.stringify(text.slice(0, 60))}`);
  return decodeNames(parsed, name, nesting + 1);
}

/** Reads a value that may be a JSON text. @returns the value itself if it is no text, undefined if it is no JSON */
export function readJsonField({ fields }: BenchmarkRow, name: string): unknown {
  const value = fields[name];
  return typeof value === 'string' ? parseJson(value) : (value ?? undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PYTHON_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/**
 * Parses a list or tuple of texts as Python prints it: `['a', "it's"]`.
 *
 * @returns undefined if the text is none
 */
function parsePythonList(text: string): string[] | undefined {
  if (!/^[[(]/.test(text)) return undefined;
  const names: string[] = [];
  let position = 1;
  const skip = () => {
    while (/[\s,]/.test(text[position] ?? '')) position++;
  };
  for (skip(); position < text.length; skip()) {
    const quote = text[position];
    if (quote === ']' || quote === ')') return position === text.length - 1 ? names : undefined;
    if (quote !== "'" && quote !== '"') return undefined;
    let name = '';
    for (position++; text[position] !== quote; position++) {
      if (position >= text.length) return undefined;
      if (text[position] !== '\\') name += text[position];
      else {
        const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(text.slice(position + 1, position + 6));
        if (hex) {
          name += String.fromCharCode(Number.parseInt(hex[1] ?? hex[2]!, 16));
          position += hex[0].length;
        } else {
          const next = text[++position] ?? '';
          name += PYTHON_ESCAPES[next] ?? next;
        }
      }
    }
    names.push(name);
    position++;
  }
  return undefined;
}

/** @throws {RowFault} for a NUL byte, which no command line and no name of a file can have */
function requireWithoutNul(text: string, name: string): string {
  if (text.includes('\0')) throw new RowFault(`${name} has a NUL byte`);
  return text;
}

function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
