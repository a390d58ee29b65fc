import type { TestCase } from '../../../record/tests/test_report.js';
import { isSourceFileTitle, isWholeFileTest } from './parsing/clean_report_text.js';
import type { TestCollection } from './parsing/test_collection.js';

/** Test point with the points of its subtest, as in TAP and in events of node:test. */
export interface TestPoint {
  name: string;
  ok: boolean;
  /** Directive, if any. Neither a skipped or todo point nor anything below it fails. */
  directive?: 'skipped' | 'todo' | undefined;
  /** `suite` if the runner marks the point as a `describe` block, which is no test. */
  kind?: 'suite' | 'test' | undefined;
  file?: string | undefined;
  /** File of the point if the runner gives it for failures only. It tells files from tests, and is not reported. */
  location?: string | undefined;
  duration_ms?: number | undefined;
  message?: string | undefined;
  /** True if the point passed on a retry, and the runner says so. */
  flaky?: boolean | undefined;
  points: readonly TestPoint[];
}

/**
 * Collects every test below the points.
 *
 * A point with a subtest is a test like any other (its own assertions may fail), unless the runner calls it a suite or
 * it is a file. Suites and files count only if they fail and nothing below them does: then they are suite failures.
 * `files: 'absent'` is for node:test, where a file without tests is a point, too.
 */
export function collectPoints(
  points: readonly TestPoint[],
  files: 'kept' | 'absent',
  collection: TestCollection,
): void {
  for (const point of points) {
    const isFile =
      files === 'absent'
        ? isWholeFileTest(point.name, point.file ?? point.location)
        : isSourceFileTitle(point.name) && point.points.length > 0;
    if (isFile) {
      const subtests = collectBelow(point, [], point.name, undefined, collection);
      if (!point.ok && !point.directive && !subtests)
        collection.suiteFailure(point.name, point.message, { file: point.file ?? point.name });
      continue;
    }
    // vitest's flat form: "file > describe > title"
    const [first = '', ...titles] = point.name.split(' > ');
    if (titles.length > 0 && isSourceFileTitle(first))
      collectPoint({ ...point, file: first }, titles, first, undefined, collection);
    else collectPoint(point, [point.name], point.file, undefined, collection);
  }
}

type ExcuseDirective = TestPoint['directive'];

/** Collects a point and those below. Returns true if any of them failed. */
function collectPoint(
  point: TestPoint,
  path: readonly string[],
  file: string | undefined,
  inherited: ExcuseDirective,
  collection: TestCollection,
): boolean {
  const excused = point.directive ?? inherited;
  const outcome: TestCase['outcome'] = point.directive ?? (point.ok ? 'passed' : (inherited ?? 'failed'));
  const subtests = collectBelow(point, path, file, excused, collection);
  if (point.kind !== 'suite') {
    const { duration_ms, message, flaky } = point;
    collection.test({ path, file: point.file ?? file, outcome, duration_ms, message, flaky });
  } else if (outcome === 'failed' && !subtests)
    collection.suiteFailure(path.join(' > '), point.message, { suite: path.join(' '), file: point.file ?? file });
  return subtests || outcome === 'failed';
}

/** Counts the points that are not ok, at every level, with or without a directive. */
export const countFailedPoints = (points: readonly TestPoint[]): number =>
  points.reduce((sum, point) => sum + (point.ok ? 0 : 1) + countFailedPoints(point.points), 0);

function collectBelow(
  point: TestPoint,
  path: readonly string[],
  file: string | undefined,
  excused: ExcuseDirective,
  collection: TestCollection,
): boolean {
  let failed = false;
  for (const child of point.points) {
    failed = collectPoint(child, [...path, child.name], child.file ?? file, excused, collection) || failed;
  }
  return failed;
}
