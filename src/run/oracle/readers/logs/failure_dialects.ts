import type { LogFormat } from '../../../../contract/checks/check.js';
import { type LogDialect, LoggedTests } from './log_dialect.js';

/** Browser of a line of karma: `Chrome Headless 120.0.0 (Linux x86_64) `. */
const BROWSER = /(?:PhantomJS|HeadlessChrome|Chrome(?: Headless)?)(?: [\d.]{1,40})? \([^()]{1,200}\) /;

/** Summaries by which runners say how many tests ran. */
const SUMMARIES = [
  /Executed (\d{1,9}) of \d/,
  /^TOTAL: (\d{1,9}) (?:SUCCESS|FAILED)/,
  /^\s*(\d{1,9}) (?:passing|failing)\b/,
  /^(\d{1,9}) specs?, \d/,
];

/**
 * Dialects that name failing tests only. A test that they do not name has passed if a summary says that tests ran, and
 * the check accepts tests without a report.
 */
export const FAILURE_DIALECTS = {
  'eslint-failures': {
    readTests: (lines) => toFailures(listErrorHeads(lines.join('\n'))),
    readCount,
    findContradiction: (lines) => findUnnamedFailures(lines, listErrorHeads(lines.join('\n')).length),
    writePassing: () => '  1 passing (1ms)',
  },
  'karma-failures': {
    readTests: (lines) => toFailures(listBrowserFailures(lines)),
    readCount,
    findContradiction: (lines) => findUnnamedFailures(lines, listBrowserFailures(lines).length),
    writePassing: () => 'Chrome Headless 120.0.0 (Linux x86_64): Executed 1 of 1 SUCCESS',
  },
  'mocha-failures': {
    readTests: (lines) => toFailures(listColonHeads(lines.join('\n'))),
    readCount,
    findContradiction: (lines) => findUnnamedFailures(lines, listColonHeads(lines.join('\n')).length),
    writePassing: () => '  1 passing (1ms)',
  },
} satisfies Partial<Record<LogFormat, LogDialect>>;

function toFailures(names: readonly string[]): LoggedTests {
  const tests = new LoggedTests();
  for (const name of names) if (name !== '') tests.add(name, 'failed');
  return tests;
}

/** Summaries by which mocha and karma count failures. */
const FAILURES = [
  /^\s*(\d{1,9}) failing\b/,
  /^TOTAL: (\d{1,9}) FAILED/,
  /Executed \d{1,9} of \d{1,9} \((\d{1,9}) FAILED\)/,
];

/** Compares the largest number of failures of a summary with the lines that name one. */
function findUnnamedFailures(lines: readonly string[], named: number): string | undefined {
  const counted = readLargest(lines, FAILURES);
  return counted > named ? `its summary counts ${counted} failed tests, and it names ${named}` : undefined;
}

/** Lists the tests that karma names as failed, once for each browser. */
function listBrowserFailures(lines: readonly string[]): string[] {
  return lines.flatMap((each) => {
    const line = each.trimEnd();
    const browser = line.endsWith('FAILED') ? BROWSER.exec(line) : undefined;
    const name = browser && line.slice(browser.index + browser[0].length, -'FAILED'.length);
    return name ? [name.replace(/\s+/g, ' ').trim()] : [];
  });
}

/** Most characters between the number of a failure and the end of its titles. */
const MAX_HEAD = 1000;

/**
 * Lists the titles of numbered failures of mocha, from the number to the first colon. Each stands on a line of its own,
 * further to the right than the one before.
 */
function listColonHeads(log: string): string[] {
  const names: string[] = [];
  const head = /^[^\S\n]{0,200}\d{1,9}\)/gm;
  for (let match = head.exec(log); match; match = head.exec(log)) {
    const start = head.lastIndex;
    const end = log.slice(start, start + MAX_HEAD + 1).indexOf(':');
    if (end === -1) continue;
    const lines = log.slice(start, start + end).split('\n');
    const indents = lines.map((line) => line.length - line.trimStart().length);
    const is_nested = indents.every((indent, at) => indent > (indents[at - 1] ?? 0));
    if (is_nested) names.push(lines.map((line) => line.trim()).join(':'));
    head.lastIndex = start + end + 1;
  }
  return names;
}

/** Lists the titles of numbered failures of mocha, from the number to the line that names an error. */
function listErrorHeads(log: string): string[] {
  const names: string[] = [];
  const head = /\s\s\d{1,9}\)/g;
  for (let match = head.exec(log); match; match = head.exec(log)) {
    const start = head.lastIndex;
    const end = findErrorLine(log, start);
    if (end === undefined) continue;
    names.push(log.slice(start, end.from).replace(/\s+/g, ' ').trim());
    head.lastIndex = end.to;
  }
  return names;
}

/** Finds the white space before the first line that names an error, and the end of that name. */
function findErrorLine(log: string, start: number): { from: number; to: number } | undefined {
  // Without a bound, each head of a log without an error would search the whole rest of it.
  const near = log.slice(start, start + MAX_HEAD + 'Error'.length);
  for (let offset = near.indexOf('Error'); offset !== -1; offset = near.indexOf('Error', offset + 1)) {
    const position = start + offset;
    const line = log.lastIndexOf('\n', position);
    let errorStart = line >= start ? line : log.slice(start, position).search(/\s/) + start;
    if (errorStart < start) continue;
    if (line >= start) while (errorStart > start && /\s/.test(log[errorStart - 1]!)) errorStart--;
    const next = log.indexOf('\n', position);
    return { from: errorStart, to: log.lastIndexOf('Error', next === -1 ? log.length : next) + 'Error'.length };
  }
  return undefined;
}

function readCount(lines: readonly string[]): number {
  return readLargest(lines, SUMMARIES);
}

/** Reads the largest number of a summary: runners print it while they work. */
function readLargest(lines: readonly string[], summaries: readonly RegExp[]): number {
  let count = 0;
  for (const line of lines)
    for (const summary of summaries) count = Math.max(count, Number(summary.exec(line)?.[1] ?? 0));
  return count;
}
