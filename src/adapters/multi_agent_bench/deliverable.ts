import type { WrittenContract } from '../benchmark_adapter.js';

/** Deliverable of a scenario, with its check without a judge. */
export interface Deliverable {
  /** File in the workspace. */
  path: string;
  /** Demands of acceptance, in words. */
  obligations: string;
  /** Hidden test file, in the form of node:test. */
  test: string;
  checks: { id: string; pattern: string; tests: readonly string[] }[];
  /** Programs that the checks start. */
  tools: Record<string, string>;
  /** Content of the file that a reference solution leaves, where the row tells it. */
  golden?: string | undefined;
  /** Further files of the repository. */
  repository?: Readonly<Record<string, string>> | undefined;
  kind?: NonNullable<WrittenContract['metadata']['kind']> | undefined;
  notes: readonly string[];
}

/** Beginning of each hidden test file. */
export const TEST_HEAD = `import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
`;
