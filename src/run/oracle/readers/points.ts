import type { TestCase } from '../../../record/test_report.js';
import type { Collection } from './collection.js';
import { isFileTest, isSourceFile } from './text.js';

/** One test point with the points of its subtest, as TAP and node:test's events describe it. */
export interface Point {
  name: string;
  ok: boolean;
  /** The directive, if any. A point that is to do or skipped does not fail, nor does anything below it. */
  directive?: 'skipped' | 'todo' | undefined;
  /** `suite`: the runner says that this is a `describe` block, which is no test. */
  kind?: 'suite' | 'test' | undefined;
  file?: string | undefined;
  /** File of the point where the runner says it for failures only: it tells files from tests, and is not reported. */
  location?: string | undefined;
  duration_ms?: number | undefined;
  message?: string | undefined;
  points: readonly Point[];
}

/**
 * Collects every test below.
 *
 * A point with a subtest is a test like any other (its own assertions may fail), except when the runner calls it a suite or when
 * it is a file. Those are counted only when they fail and nothing below them does: then they are suite failures.
 * `files: 'absent'` is for node:test, where a file without tests is a point too.
 */
export function collectPoints(points: readonly Point[], files: 'kept' | 'absent', collection: Collection): void {
  for (const point of points) {
    const isFile =
      files === 'absent'
        ? isFileTest(point.name, point.file ?? point.location)
        : isSourceFile(point.name) && point.points.length > 0;
    if (isFile) {
      const below = collectBelow(point, [], point.name, undefined, collection);
      if (!point.ok && !point.directive && !below) collection.suiteFailure(point.name, point.message);
      continue;
    }
    // vitest's flat form: "file > describe > title"
    const [first = '', ...titles] = point.name.split(' > ');
    if (titles.length > 0 && isSourceFile(first))
      collectPoint({ ...point, file: first }, titles, first, undefined, collection);
    else collectPoint(point, [point.name], point.file, undefined, collection);
  }
}

type Excused = Point['directive'];

/** Collects a point and those below; returns whether any of them failed. */
function collectPoint(
  point: Point,
  path: readonly string[],
  file: string | undefined,
  inherited: Excused,
  collection: Collection,
): boolean {
  const excused = point.directive ?? inherited;
  const outcome: TestCase['outcome'] = point.directive ?? (point.ok ? 'passed' : (inherited ?? 'failed'));
  const below = collectBelow(point, path, file, excused, collection);
  if (point.kind !== 'suite') {
    const { duration_ms, message } = point;
    collection.test({ path, file: point.file ?? file, outcome, duration_ms, message });
  } else if (outcome === 'failed' && !below) collection.suiteFailure(path.join(' > '), point.message);
  return below || outcome === 'failed';
}

function collectBelow(
  point: Point,
  path: readonly string[],
  file: string | undefined,
  excused: Excused,
  collection: Collection,
): boolean {
  let failed = false;
  for (const child of point.points) {
    failed = collectPoint(child, [...path, child.name], child.file ?? file, excused, collection) || failed;
  }
  return failed;
}
