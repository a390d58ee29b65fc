import { Parser, type Result } from 'tap-parser';
import { splitReportLines } from './parsing/clean_report_text.js';
import type { ReportReader, ReportReadResult } from './parsing/report_reader.js';
import { TestCollection } from './parsing/test_collection.js';
import { collectPoints, countFailedPoints, type TestPoint } from './test_point.js';

/**
 * Reads TAP 13 and 14: tape, node-tap, mocha, vitest, ava, bats, prove.
 *
 * A plan that is missing, does not fit the points or has points after it, and a bail-out are suite failures, after
 * which nothing passes: a runner that died half-way must not look like one with few tests. Neither does anything pass
 * if the stream counts more failures in its last comments than it shows. Several streams, each with its version line,
 * may follow one another. Tape names a test in the comment before its assertions, which becomes the title. Comments
 * of other writers after a failed point concern that point, so that no test gets another name because the one before
 * it failed.
 */
export const readTap: ReportReader = (text, root) => readTapPoints(text, root, 'kept');

/** Most levels of subtests. The parser's cost is quadratic in the depth. */
const MAX_DEPTH = 64;

/**
 * Reads points as `readTap` does.
 *
 * @param files `absent` if top-level points for whole files are no tests (node:test)
 */
export function readTapPoints(text: string, root: string, files: 'kept' | 'absent'): ReportReadResult {
  const collection = new TestCollection(root);
  for (const document of splitTapStreams(text)) {
    const bounded = boundTapLines(document, MAX_DEPTH);
    if (!bounded.ok) return bounded;
    const stream = parseTap(bounded.lines);
    if (!stream.recognised) return { ok: false, reason: 'not a TAP stream: no version, plan or test point' };
    const points = dropBatsTimes(stream.points);
    collectPoints(stream.tapeStyle ? groupByComment(points) : points, files, collection);
    for (const { name, message } of stream.failures) {
      collection.suiteFailure(name, message);
      collection.contradict(`${name}: ${message}`);
    }
    collection.compareFailures(stream.counted_failures, countFailedPoints(stream.points));
  }
  return collection.reading();
}

/** Most streams of one report. */
const MAX_STREAMS = 1_000;

/** Splits a text before each version line but the first, if each part has a plan of its own. */
function splitTapStreams(text: string): string[] {
  const starts = [...text.matchAll(/^TAP version \d+[^\S\n]*$/gm)].slice(1, MAX_STREAMS).map(({ index }) => index);
  const parts = [0, ...starts].map((start, i) => text.slice(start, starts[i]));
  return parts.every((part) => /^\d+\.\.\d/m.test(part)) ? parts : [text];
}

/** Time that bats puts behind the name of each test with `--timing`. */
const BATS_TIME = / in \d{1,9}(?:ms|sec)$/;

/** Takes the times of bats out of the names of tests, if each test that ran has one. */
function dropBatsTimes(points: readonly CommentedPoint[]): readonly CommentedPoint[] {
  const ran = points.filter(({ directive, name }) => directive !== 'skipped' || BATS_TIME.test(name));
  const isTimed = ran.length > 0 && ran.every(({ name, points: below }) => below.length === 0 && BATS_TIME.test(name));
  return isTimed ? points.map((point) => ({ ...point, name: point.name.replace(BATS_TIME, '') })) : points;
}

/** Test point with the last comment before it. */
interface CommentedPoint extends TestPoint {
  comment?: string | undefined;
}

interface TapStream {
  points: CommentedPoint[];
  failures: { name: string; message: string }[];
  recognised: boolean;
  tapeStyle: boolean;
  /** Failed tests by the comments at the end. */
  counted_failures?: number | undefined;
}

function parseTap(lines: Iterable<string>): TapStream {
  const parser = new Parser();
  const stream: TapStream = { points: [], failures: [], recognised: false, tapeStyle: false };
  const features = { version: false, subtests: false, trailingPlan: false };
  parser.on('version', () => {
    // tap-parser invents version and plan for an input without either
    if (!parser.syntheticPlan) features.version = true;
  });
  parser.on('child', () => {
    features.subtests = true;
  });
  parser.on('comment', (comment: string) => {
    if (/^\s*# Subtest/.test(comment)) features.subtests = true;
    const counted = /^# fail(?:ed|ures)?:?\s{1,10}(\d{1,9})\s*$/.exec(comment)?.[1];
    if (counted !== undefined) stream.counted_failures = Number(counted);
  });
  parser.on('plan', () => {
    features.trailingPlan = stream.points.length > 0;
  });
  // What stands before a point may be output of its test.
  parser.on('assert', () => {
    stream.counted_failures = undefined;
  });
  collectParserPoints(parser, 'plan', stream.points, stream.failures);
  for (const line of lines) parser.write(line);
  parser.end();
  const planned = parser.planStart !== -1 && !parser.syntheticPlan;
  stream.recognised = features.version || planned || parser.count > 0 || parser.bailedOut !== false;
  stream.tapeStyle = features.trailingPlan && !features.subtests && stream.points[0]?.comment !== undefined;
  return stream;
}

/** Collects the points of one level, and below each the points of its subtest. */
function collectParserPoints(
  parser: Parser,
  name: string,
  points: CommentedPoint[],
  failures: TapStream['failures'],
): void {
  let innerPoints: TestPoint[] = [];
  let subtest = '';
  let comment: string | undefined;
  /** True if the last point failed without a YAML block, which tape always writes; comments after it are the reason. */
  let unexplained = false;
  let late = 0;
  parser.on('child', (child: Parser) => {
    innerPoints = [];
    subtest = child.name;
    collectParserPoints(child, child.fullname || name, innerPoints, failures);
  });
  parser.on('comment', (line: string) => {
    if (unexplained) return;
    comment = line.replace(/^\s*#\s*(?:(?:SKIP|TODO)\s+)?/, '').trim();
  });
  parser.on('assert', (result: Result) => {
    points.push({ ...toTestPoint(result), points: innerPoints, comment });
    unexplained = !result.ok && !result.diag;
    innerPoints = [];
  });
  parser.on('extra', (line: string) => {
    // the outermost level sees all lines; an indented point is left over only after the plan of its subtest
    if (/^Bail out!/i.test(line)) late++;
    else if (/^(?:not ok\b|ok \d)/.test(line.trimStart()) && (parser.planStart !== -1 || /^\s/.test(line))) late++;
  });
  parser.on('complete', () => {
    // the stream ended inside a subtest: its points are kept, and the missing plan is its failure
    if (innerPoints.length > 0) points.push({ name: subtest, ok: true, kind: 'suite', points: innerPoints });
    if (parser.bailedOut !== false) {
      // a bail-out below is one above, too
      if (parser.level === 0) {
        const reason = typeof parser.bailedOut === 'string' ? parser.bailedOut : '';
        failures.push({ name: 'bail out', message: reason });
      }
      return;
    }
    const { planStart, planEnd, count, syntheticPlan } = parser;
    const broken: string[] = [];
    if (syntheticPlan || planStart === -1) broken.push('no plan: the runner did not finish');
    else {
      const planned = Math.max(0, planEnd - planStart + 1);
      const outside = [...parser.pointsSeen.keys()].filter((id) => id < planStart || id > planEnd).length;
      if (count !== planned) broken.push(`${count} test points where ${planned} were planned`);
      else if (outside > 0) broken.push(`${outside} test points have a number outside the plan`);
      if (late > 0) broken.push(`${late} test points after the plan`);
    }
    for (const { tapError } of parser.failures as { tapError?: unknown }[]) {
      if (tapError === 'Non-TAP data encountered in strict mode') broken.push(tapError);
    }
    if (broken.length > 0) failures.push({ name, message: [...new Set(broken)].join('; ') });
  });
}

function toTestPoint(result: Result): Omit<TestPoint, 'points'> {
  const diag: Record<string, unknown> = typeof result.diag === 'object' && result.diag !== null ? result.diag : {};
  const location = typeof diag.location === 'string' ? diag.location.replace(/(?::\d+){1,2}$/, '') : undefined;
  return {
    name: result.name,
    ok: result.ok,
    // "not ok # SKIP" is no pass by any reading, but TAP excuses it
    directive: result.todo ? 'todo' : result.skip ? 'skipped' : undefined,
    kind: diag.type === 'suite' ? 'suite' : undefined,
    location,
    duration_ms: result.time ?? undefined,
    message: result.ok ? undefined : getDiagnosticMessage(diag),
  };
}

/**
 * Returns the message as the known writers name it: node `error`, mocha `message`, vitest `error: {message}`, tape
 * `operator`, expected, actual.
 */
function getDiagnosticMessage(diag: Record<string, unknown>): string {
  const error =
    typeof diag.error === 'object' && diag.error !== null
      ? (diag.error as Record<string, unknown>).message
      : diag.error;
  const messages = [error, diag.message, diag.stack].filter((part) => typeof part === 'string');
  if (messages.length > 0) return messages.join('\n');
  return Object.entries(diag)
    .filter(([, value]) => typeof value !== 'object')
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

/** Groups points under the comment that precedes them, as if it were a suite. */
function groupByComment(points: readonly CommentedPoint[]): TestPoint[] {
  const groups: (TestPoint & { points: TestPoint[] })[] = [];
  for (const point of points) {
    if (!point.comment) groups.push({ ...point, points: [] });
    else {
      const last = groups.at(-1);
      if (last?.kind === 'suite' && last.name === point.comment) last.points.push(point);
      else groups.push({ name: point.comment, ok: true, kind: 'suite', points: [point] });
    }
  }
  return groups;
}

/** Writes a TAP report in which all these tests passed. */
export function writePassingTap(names: readonly string[]): string {
  const points = names.map((name, i) => `ok ${i + 1} - ${name.replaceAll('#', '\\#')}\n`);
  return `TAP version 13\n1..${names.length}\n${points.join('')}`;
}

const MAX_LINES = 2_000_000;
const MAX_LINE = 8_000;
const MAX_DIAGNOSTIC = 8_000;
const MAX_DIAGNOSTICS = 8 * 2 ** 20;

/** Subtests are indented by four spaces per level. */
const DEPTH_INDENT = 4;

/**
 * Bounds a TAP stream, so that it can be parsed safely.
 *
 * Line ends become "\n", lines and YAML blocks are cut to what the record could hold, and nesting is limited. The
 * parser's cost per byte is high for YAML and grows with depth, and the stream comes from the code under evaluation.
 */
function boundTapLines(
  text: string,
  maxDepth: number,
): { ok: true; lines: Iterable<string> } | { ok: false; reason: string } {
  // tap-parser splits with a pattern whose dot stops at U+2028, too, and would silently drop the rest of the stream
  const normal = text.replace(/\r\n?/g, '\n').replace(/[\u2028\u2029]/g, ' ');
  let lines = 0;
  for (
    let lineStart = 0;
    lineStart !== -1 && lineStart < normal.length;
    lineStart = normal.indexOf('\n', lineStart + 1)
  ) {
    if (++lines > MAX_LINES) return { ok: false, reason: `the TAP stream has more than ${MAX_LINES} lines` };
  }
  const tooDeep = ' '.repeat(DEPTH_INDENT * (maxDepth + 1));
  if (normal.startsWith(tooDeep) || normal.includes(`\n${tooDeep}`)) {
    return { ok: false, reason: `subtests nest deeper than ${maxDepth} levels` };
  }
  return { ok: true, lines: boundLines(normal) };
}

function* boundLines(text: string): Generator<string> {
  let block: { indent: string; size: number } | undefined;
  let diagnostics = 0;
  for (const whole of splitReportLines(text)) {
    const line = whole.slice(0, MAX_LINE);
    if (block && (line === `${block.indent}...` || (line !== '' && !line.startsWith(block.indent)))) block = undefined;
    else if (block) {
      block.size += line.length + 1;
      diagnostics += line.length + 1;
      if (block.size > MAX_DIAGNOSTIC || diagnostics > MAX_DIAGNOSTICS) continue;
    } else {
      const opening = /^(\s+)---$/.exec(line);
      if (opening) block = { indent: opening[1]!, size: 0 };
    }
    yield `${line}\n`;
  }
}
