import { Parser, type Result } from 'tap-parser';
import { Collection } from './collection.js';
import { collectPoints, type Point } from './points.js';
import type { Reader, Reading } from './reader.js';
import { boundedTap } from './tap_lines.js';

/**
 * TAP 13 and 14: tape, node-tap, mocha, vitest, ava, bats, prove.
 *
 * A plan that is missing, that does not fit the points, or that points follow, and a bail-out are suite failures: a runner that died
 * half-way must not look like one that had little to do. Tape names a test in the comment before its assertions: there the
 * comment is the title. What other writers say in comments after a failed point is about that point, so that no test has another
 * name because the one before it failed.
 */
export const readTap: Reader = (text, root) => readPoints(text, root, 'kept');

/** Levels of subtests. The parser's cost grows with the square of the depth, and no report is that deep. */
const MAX_DEPTH = 64;

/** As `readTap`; with `absent`, top-level points that stand for a whole file are no tests (node:test). */
export function readPoints(text: string, root: string, files: 'kept' | 'absent'): Reading {
  const bounded = boundedTap(text, MAX_DEPTH);
  if (!bounded.ok) return bounded;
  const stream = parse(bounded.lines);
  if (!stream.recognised) return { ok: false, reason: 'not a TAP stream: no version, plan or test point' };
  const collection = new Collection(root);
  collectPoints(stream.tapeStyle ? grouped(stream.points) : stream.points, files, collection);
  for (const { name, message } of stream.failures) collection.suiteFailure(name, message);
  return collection.reading();
}

/** A point and the last comment before it. */
interface CommentedPoint extends Point {
  comment?: string | undefined;
}

interface Stream {
  points: CommentedPoint[];
  failures: { name: string; message: string }[];
  recognised: boolean;
  tapeStyle: boolean;
}

function parse(lines: Iterable<string>): Stream {
  const parser = new Parser();
  const stream: Stream = { points: [], failures: [], recognised: false, tapeStyle: false };
  const seen = { version: false, subtests: false, trailingPlan: false };
  parser.on('version', () => {
    // tap-parser makes up version and plan for an input that has neither
    if (!parser.syntheticPlan) seen.version = true;
  });
  parser.on('child', () => {
    seen.subtests = true;
  });
  parser.on('comment', (comment: string) => {
    if (/^\s*# Subtest/.test(comment)) seen.subtests = true;
  });
  parser.on('plan', () => {
    seen.trailingPlan = stream.points.length > 0;
  });
  listen(parser, 'plan', stream.points, stream.failures);
  for (const line of lines) parser.write(line);
  parser.end();
  const planned = parser.planStart !== -1 && !parser.syntheticPlan;
  stream.recognised = seen.version || planned || parser.count > 0 || parser.bailedOut !== false;
  stream.tapeStyle = seen.trailingPlan && !seen.subtests && stream.points[0]?.comment !== undefined;
  return stream;
}

/** Gathers the points of one level, and below each the points of its subtest. */
function listen(parser: Parser, name: string, points: CommentedPoint[], failures: Stream['failures']): void {
  let below: Point[] = [];
  let subtest = '';
  let comment: string | undefined;
  /** The last point failed without a YAML block, which tape always writes: comments that follow it say why. */
  let unexplained = false;
  let late = 0;
  parser.on('child', (child: Parser) => {
    below = [];
    subtest = child.name;
    listen(child, child.fullname || name, below, failures);
  });
  parser.on('comment', (line: string) => {
    if (unexplained) return;
    comment = line.replace(/^\s*#\s*(?:(?:SKIP|TODO)\s+)?/, '').trim();
  });
  parser.on('assert', (result: Result) => {
    points.push({ ...pointOf(result), points: below, comment });
    unexplained = !result.ok && !result.diag;
    below = [];
  });
  parser.on('extra', (line: string) => {
    // the outermost level hears of all; an indented point is left over only when the plan of its subtest is behind it
    if (/^(?:not ok\b|ok \d)/.test(line.trimStart()) && (parser.planStart !== -1 || /^\s/.test(line))) late++;
  });
  parser.on('complete', () => {
    // the stream broke off inside a subtest: what it had is kept, the missing plan is its failure
    if (below.length > 0) points.push({ name: subtest, ok: true, kind: 'suite', points: below });
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

function pointOf(result: Result): Omit<Point, 'points'> {
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
    message: result.ok ? undefined : messageOf(diag),
  };
}

/** What the known writers call the message: node `error`, mocha `message`, vitest `error: {message}`, tape `operator`, expected, actual. */
function messageOf(diag: Record<string, unknown>): string {
  const error =
    typeof diag.error === 'object' && diag.error !== null
      ? (diag.error as Record<string, unknown>).message
      : diag.error;
  const said = [error, diag.message, diag.stack].filter((part) => typeof part === 'string');
  if (said.length > 0) return said.join('\n');
  return Object.entries(diag)
    .filter(([, value]) => typeof value !== 'object')
    .map(([key, value]) => `${key}: ${value}`)
    .join('\n');
}

/** Points under the comment that precedes them, as if it were a suite. */
function grouped(points: readonly CommentedPoint[]): Point[] {
  const groups: (Point & { points: Point[] })[] = [];
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
