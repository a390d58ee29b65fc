import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { z } from 'zod';
import type { contractSchema } from '../src/contract/contract_schema.js';
import { openCache } from '../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../src/workspace/history/create_broken_tree.js';
import { type GivenFiles, write } from './given.js';

export type ContractInput = z.input<typeof contractSchema>;

/** What a test changes about a task: fields of the contract, and files. */
export interface GivenTask {
  contract?: Partial<ContractInput>;
  repo?: GivenFiles;
  hidden?: GivenFiles;
  golden?: string;
  /** Attempts have challenge rounds, as contracts have by default. Finding out what they may change takes four fifths of a small attempt. */
  challenged?: true;
}

/** A patch that replaces the one line of a one-line file. */
export function lineChange(file: string, from: string, to: string): string {
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
}

/** A patch that creates a file. */
export function newFile(file: string, content: string, mode = '100644'): string {
  const lines = content.replace(/\n$/, '').split('\n');
  return `diff --git a/${file} b/${file}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${file}\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`;
}

/** The smallest contract that is valid; `tree` is that of no repository. */
export function smallContract(changes: Partial<ContractInput> = {}): ContractInput {
  return {
    schema: 1,
    id: 'small',
    title: 'A small task',
    description: 'Make the value right.\n',
    metadata: { tier: 1 },
    snapshot: { directory: 'repo', tree: '0'.repeat(40) },
    build: 'none',
    acceptance: [{ id: 'unit', run: 'true' }],
    ...changes,
  };
}

/** Solves the shell task. */
export const GOLDEN = lineChange('value', 'wrong', 'right');

/**
 * A task that needs nothing but a shell: the repository holds one word, the hidden test reports over it in TAP, the canary is a
 * test that must fail, and there are no challenge rounds unless the test asks for them. Returns the path of the contract.
 */
export async function givenShellTask(folder: string, id: string, task: GivenTask = {}): Promise<string> {
  const room = join(folder, id);
  mkdirSync(room, { recursive: true });
  const repo = write(join(room, 'repo'), { value: 'wrong\n', kept: 'kept\n', ...task.repo });
  write(join(room, 'hidden'), {
    'check.sh': [
      'n=0; bad=0',
      'is() { n=$((n + 1)); if [ "$(cat "$2")" = "$3" ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; bad=1; fi; }',
      '{ echo "TAP version 13"; echo "1..2"; is "the value is right" value right; is "the rest is kept" kept kept; } > "$1"',
      'exit $bad',
      '',
    ].join('\n'),
    'canary.sh': '[ "$(cat value)" = impossible ]\n',
    ...task.hidden,
  });
  writeFileSync(join(room, 'golden.patch'), task.golden ?? GOLDEN);
  const tree = await computeFolderTree(repo, await openCache(join(folder, 'trees')));
  const contract = smallContract({
    id,
    snapshot: { directory: 'repo', tree },
    acceptance: [tapCheck()],
    golden_patch: 'golden.patch',
    budget: { memory: '512MiB', processes: 64, disk: '64MiB' },
    ...task.contract,
    oracle: {
      ...(task.challenged ? {} : { challenge: { rounds: 0 } }),
      ...(task.contract && 'oracle' in task.contract
        ? task.contract.oracle
        : { files: 'hidden/', canary: 'sh hidden/canary.sh' }),
    },
  });
  return writeContract(room, contract);
}

/** The check of the shell task. */
export function tapCheck(
  changes: Partial<ContractInput['acceptance'][number]> = {},
): ContractInput['acceptance'][number] {
  return {
    id: 'unit',
    run: 'sh hidden/check.sh "$REPORT"',
    report: 'tap',
    fail_to_pass: ['the value is right'],
    pass_to_pass: ['the rest is kept'],
    timeout: '10m',
    ...changes,
  };
}

export function writeContract(room: string, contract: ContractInput): string {
  const path = join(room, 'contract.yml');
  writeFileSync(path, stringify(contract));
  return path;
}
