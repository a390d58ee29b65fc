import type { Project } from './project.js';

/** Names of folders that hold nothing but tests. */
const TEST_FOLDER = /^(?:tests?|__tests__|specs?|testdata|fixtures|__snapshots__|__fixtures__)$/i;
/** Most patterns of a contract; with more, only folders are named. */
const MAX_PATTERNS = 100;

/**
 * Lists glob patterns of the repository's own tests and what they use. A contract puts them back after a patch, so that
 * an agent cannot change what the visible tests ask.
 */
export function listTestPatterns(paths: readonly string[], project: Project): string[] {
  const patterns = new Set<string>();
  for (const path of paths) {
    if (!project.isTestFile(path) && !project.isTestSupport(path)) continue;
    const parts = path.split('/');
    const at = parts.findIndex((part, index) => index < parts.length - 1 && TEST_FOLDER.test(part));
    patterns.add(at < 0 ? path : `${parts.slice(0, at + 1).join('/')}/**`);
  }
  const sorted = [...patterns].sort();
  return sorted.length <= MAX_PATTERNS
    ? sorted
    : sorted.filter((pattern) => pattern.endsWith('/**')).slice(0, MAX_PATTERNS);
}
