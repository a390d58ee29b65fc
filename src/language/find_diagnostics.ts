import { stripVTControlCharacters } from 'node:util';
import vocabulary from './diagnostics.json' with { type: 'json' };

/** Line of a file that the output of a tool names, with what it says about it; foreign text. */
export interface Diagnostic {
  path: string;
  line: number;
  column?: number;
  message: string;
}

/** Way in which a tool prints a place, compiled. */
interface DiagnosticPattern {
  line: RegExp;
  /** Line with the path of the places below it. */
  heading: RegExp | undefined;
  /** Line with the message, where the place has none. */
  message: { form: RegExp; step: -1 | 1; reach: number } | undefined;
}

/** Place with the position of the line that holds its message. */
interface FoundPlace extends Diagnostic {
  distance: number;
  message_at: number;
}

/** Row of the vocabulary. */
type PatternRow = { line: string; heading?: string; above?: string; below?: string; within?: number };

const PATTERNS: readonly DiagnosticPattern[] = (vocabulary.patterns as readonly PatternRow[]).map((row) => ({
  line: new RegExp(row.line),
  heading: row.heading === undefined ? undefined : new RegExp(row.heading),
  message: compileMessage(row),
}));
const NOISE = vocabulary.noise.map((form) => new RegExp(form));

function compileMessage({ above: higher, below: lower, within: reach = 1 }: PatternRow): DiagnosticPattern['message'] {
  const form = higher ?? lower;
  if (form === undefined) return undefined;
  return { form: new RegExp(form), step: higher === undefined ? 1 : -1, reach };
}

/** Characters of a line that are read, and lines of a text. */
const LINE_LENGTH = 400;
const LINES = 5000;
/** Characters of a message. */
const MESSAGE_LENGTH = 300;
/** Distinct places that are kept. */
const KEPT = 20;

/**
 * Finds the lines of files that the output of compilers, linters and interpreters names as wrong, in their order.
 *
 * @param output foreign text
 * @param resolvePath path of a named file in the repository; undefined = there is no such file
 */
export function findDiagnostics(output: string, resolvePath: (path: string) => string | undefined): Diagnostic[] {
  const lines = splitLines(output);
  const places = new Map<number, FoundPlace>();
  let headings: (string | undefined)[] = [];
  lines.forEach((text, index) => {
    headings = PATTERNS.map(({ heading }, i) => heading?.exec(text)?.groups?.path ?? headings[i]);
    const place = findPlace(lines, index, headings);
    const path = place && resolvePath(place.path);
    if (place === undefined || path === undefined) return;
    const rival = places.get(place.message_at);
    if (rival === undefined || place.distance < rival.distance) places.set(place.message_at, { ...place, path });
  });
  const distinct = new Map<string, Diagnostic>();
  for (const { path, line, column, message } of places.values()) {
    const key = `${path}:${line}`;
    if (distinct.size >= KEPT || distinct.has(key)) continue;
    distinct.set(key, column === undefined ? { path, line, message } : { path, line, column, message });
  }
  return [...distinct.values()];
}

/** Returns the last lines that say something: of both streams, with more of the one where the other has few. */
export function selectLastLines(streams: readonly [stdout: string, stderr: string], most: number): string[] {
  const [stdout = [], stderr = []] = streams.map((text) =>
    splitLines(text).filter((line) => !NOISE.some((form) => form.test(line))),
  );
  const half = Math.ceil(most / 2);
  const room = Math.max(half, most - stdout.length);
  const errors = stderr.slice(-room);
  const rest = most - errors.length;
  return [...(rest > 0 ? stdout.slice(-rest) : []), ...errors];
}

function findPlace(
  lines: readonly string[],
  index: number,
  headings: readonly (string | undefined)[],
): FoundPlace | undefined {
  const text = lines[index] ?? '';
  for (const [i, { line: form, message: near }] of PATTERNS.entries()) {
    const groups = form.exec(text)?.groups;
    const path = groups?.path ?? headings[i];
    if (groups === undefined || path === undefined) continue;
    const message = near === undefined ? { text: groups.message ?? '', at: index } : findMessage(lines, index, near);
    if (message === undefined) return undefined;
    const [line, column] = [Number(groups.line), Number(groups.column)];
    if (!(line > 0 && line < 10_000_000)) return undefined;
    const words = message.text.trim().slice(0, MESSAGE_LENGTH);
    const place = { path, line, message: words, distance: Math.abs(message.at - index), message_at: message.at };
    return column > 0 ? { ...place, column } : place;
  }
  return undefined;
}

function findMessage(
  lines: readonly string[],
  start: number,
  { form, step, reach }: NonNullable<DiagnosticPattern['message']>,
): { text: string; at: number } | undefined {
  for (
    let index = start + step;
    Math.abs(index - start) <= reach && index >= 0 && index < lines.length;
    index += step
  ) {
    const text = form.exec(lines[index] ?? '')?.groups?.message;
    if (text !== undefined) return { text, at: index };
  }
  return undefined;
}

/** Folders whose files belong to packages. */
const FOREIGN = new Set(vocabulary.foreign);

/** Tells whether a path leads through a folder whose files are not those of the repository. */
export const isForeignPath = (path: string): boolean => path.split('/').some((part) => FOREIGN.has(part));

const splitLines = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split(/\r?\n/, LINES)
    .map((line) => line.slice(0, LINE_LENGTH).trimEnd());
