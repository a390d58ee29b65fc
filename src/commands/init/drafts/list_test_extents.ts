import type { Project } from '../../../project/project.js';
import type { ChangeSplit } from '../../../project/split_change.js';

/** Extent of the tests of a contract: all, the hidden files with a sample of others, or the hidden files alone. */
interface TestExtent {
  kind: 'suite' | 'sample' | 'hidden';
  /** Files that the command names; empty = all. */
  files: string[];
  /** Number of files that are not hidden. */
  others: number;
  /** Hidden files, if the command runs more and the runner can run them alone. */
  hidden: string[] | undefined;
  /** Longest duration of one run by itself in milliseconds; what takes longer runs in the next extent. */
  most_ms: number;
  /** Name of the extent in the memory of those that are slow. */
  key: string;
}

/**
 * A suite that takes longer is not run for a change of test data alone, which no test file stands for. Milliseconds.
 */
const DATA_SUITE_MS = 30_000;
/** Longest duration of tests that cannot be fewer, in milliseconds. */
const MEASURE_MS = 300_000;
/** Files of a sample. */
const SAMPLE_FILES = 5;

/** Parts of a change by which its tests are chosen. */
interface TestedParts {
  project: Pick<Project, 'folder' | 'isTestFile' | 'tests'>;
  split: Pick<ChangeSplit, 'tests'>;
  /** Test files of the repository that the change does not touch. */
  others: readonly string[];
}

/**
 * Lists the extents of the tests to try, the widest first. Those that were slow for an earlier commit are left out. A
 * runner that selects no files runs the whole suite, however long it takes.
 */
export function listTestExtents(
  { project, split, others }: TestedParts,
  { suite_ms, slow_suites }: { suite_ms: number; slow_suites: ReadonlySet<string> },
): TestExtent[] {
  const { createCommand } = project.tests;
  const hidden = split.tests.filter(project.isTestFile);
  const selects = createCommand(hidden) !== createCommand([]);
  const createKey = (kind: TestExtent['kind']) => [project.folder, project.tests.runner, kind].join(' ');
  const create = (kind: TestExtent['kind'], files: string[], more = 0): TestExtent => ({
    ...{ kind, files, others: more, key: createKey(kind), most_ms: suite_ms },
    hidden,
  });
  if (!selects) {
    const most_ms = split.tests.length === 0 ? DATA_SUITE_MS : MEASURE_MS;
    return [{ ...create('suite', []), hidden: undefined, most_ms }];
  }
  const sample = selectSample(others);
  return [
    create('suite', []),
    ...(sample.length > 0 ? [create('sample', [...hidden, ...sample], sample.length)] : []),
    { ...create('hidden', hidden), hidden: undefined, most_ms: MEASURE_MS },
  ].filter(({ kind, key }) => kind === 'hidden' || !slow_suites.has(key));
}

/** Selects some files that are spread over all. */
function selectSample(files: readonly string[]): string[] {
  const sorted = [...files].sort();
  const step = Math.max(1, sorted.length / SAMPLE_FILES);
  return Array.from({ length: Math.min(SAMPLE_FILES, sorted.length) }, (_, index) => sorted[Math.floor(index * step)]!);
}
