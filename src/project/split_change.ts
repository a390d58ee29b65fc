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

/** Names of folders that hold nothing but tests. */
const TEST_FOLDER = /^(?:tests?|__tests__|specs?|testdata|fixtures|__snapshots__|__fixtures__)$/i;
/** Most patterns of a contract; with more, single files are named by their ending. */
const MAX_PATTERNS = 100;
/** Ending by which runners find a test file, such as `.test.js`, `_test.go` or `Tests.java`. */
const ENDING = /((?:[._-](?:test|spec|tests)|Tests?|_spec)\.[^/.]+(?:\.[^/.]+)?)$/;

/**
 * Lists glob patterns of the repository's own tests and what they use. A contract puts them back after a patch, so that
 * an agent cannot change what the visible tests ask.
 */
export function listTestPatterns(paths: readonly string[], project: Project): string[] {
  const folders = new Set<string>();
  const files: string[] = [];
  for (const path of paths) {
    if (!project.isTestFile(path) && !project.isTestSupport(path)) continue;
    const parts = path.split('/');
    const folderIndex = parts.findIndex((part, index) => index < parts.length - 1 && TEST_FOLDER.test(part));
    if (folderIndex < 0) files.push(path);
    else
      folders.add(
        `${parts
          .slice(0, folderIndex + 1)
          .map(escapeGlob)
          .join('/')}/**`,
      );
  }
  const few = folders.size + files.length <= MAX_PATTERNS;
  const patterns = new Set([...folders, ...files.map((path) => (few ? escapeGlob(path) : toEnding(path)))]);
  return [...patterns].sort();
}

/** Creates the pattern of all files whose name ends, or begins, as that of a test file. */
function toEnding(path: string): string {
  const ending = ENDING.exec(path)?.[1];
  if (ending !== undefined) return `**/*${escapeGlob(ending)}`;
  const [, start, extension] = /(?:^|\/)(test_)[^/]*(\.\w+)$/.exec(path) ?? [];
  return start && extension ? `**/${start}*${extension}` : escapeGlob(path);
}

const escapeGlob = (text: string): string => text.replace(/[\\*?[\]{}()!+@]/g, '\\$&');
