import { hasInlineTests } from '../language/find_inline_tests.js';
import type { Project } from './project.js';

/** File of a change, as far as its split goes by it. */
interface ChangedPath {
  path: string;
  deleted: boolean;
  /** Text of the added lines; undefined for a binary file. */
  added?: string | undefined;
}

/** Files of a change by what becomes of them in a contract. */
export interface ChangeSplit {
  /** Test files that exist after the change: hidden. */
  tests: string[];
  /** Files that tests use, such as fixtures and snapshots: hidden. */
  support: string[];
  /** All other files: the reference solution. */
  source: string[];
  /** Source files that hold tests as well: they stay in the reference solution, and their tests cannot be hidden. */
  mixed: string[];
  /** Test files that the change removes: they stay in the repository and are not run. */
  removed_tests: string[];
}

/** Splits the files of a change into hidden tests and reference solution, by the patterns of the test runner. */
export function splitChange(
  files: readonly ChangedPath[],
  project: Pick<Project, 'isTestFile' | 'isTestSupport'>,
): ChangeSplit {
  const split: ChangeSplit = { tests: [], support: [], source: [], mixed: [], removed_tests: [] };
  for (const { path, deleted, added } of files) {
    const test = project.isTestFile(path);
    if (!test && !project.isTestSupport(path)) {
      split.source.push(path);
      if (!deleted && hasInlineTests(path, added ?? '')) split.mixed.push(path);
    } else if (deleted) split.removed_tests.push(path);
    else split[test ? 'tests' : 'support'].push(path);
  }
  return split;
}
