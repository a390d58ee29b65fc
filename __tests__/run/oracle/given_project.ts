import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { type GivenFiles, write } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { type ContractInput, newFile, smallContract, writeContract } from '../../given_task.js';

/** A small project in one language, whose hidden tests ask for an addition that the repository does not have. */
export interface Project {
  check: ContractInput['acceptance'][number];
  hidden: GivenFiles;
  /** The file that a solution creates. */
  solution: string;
  honest: string;
  repo?: GivenFiles;
}

const NODE = 'node --test --test-reporter=junit --test-reporter-destination=$REPORT';

export const node: Project = {
  check: {
    id: 'unit',
    run: `${NODE} hidden/add.test.js`,
    report: 'junit',
    fail_to_pass: ['adds two numbers', 'adds words'],
    timeout: '20s',
  },
  hidden: {
    'add.test.js': [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      "import { add } from '../src/add.js';",
      "test('adds two numbers', () => {",
      '  assert.equal(add(2, 3), 5);',
      '});',
      "test('adds words', () => {",
      "  assert.equal(add('a', 'b'), 'ab');",
      '});',
      '',
    ].join('\n'),
  },
  repo: { 'package.json': '{"type": "module"}\n' },
  solution: 'src/add.js',
  honest: 'export const add = (a, b) => a + b;\n',
};

export const python: Project = {
  check: {
    id: 'unit',
    run: 'python3 -B -m unittest hidden/test_add.py',
    report: 'exit-code',
    timeout: '20s',
  },
  hidden: {
    'test_add.py': [
      'import unittest',
      'from add import add',
      'class Add(unittest.TestCase):',
      '    def test_numbers(self):',
      '        self.assertEqual(add(2, 3), 5)',
      '    def test_words(self):',
      "        assert add('a', 'b') == 'ab'",
      '',
    ].join('\n'),
  },
  solution: 'add.py',
  honest: 'def add(a, b):\n    return a + b\n',
};

export const shell: Project = {
  check: { id: 'unit', run: 'sh hidden/add.sh "$REPORT"', report: 'tap', fail_to_pass: ['adds'], timeout: '20s' },
  hidden: {
    'add.sh': [
      '#!/bin/sh',
      'if [ "$(sh add.sh 2 3)" = 5 ]; then printf "1..1\\nok 1 - adds\\n" > "$1"; exit 0; fi',
      'printf "1..1\\nnot ok 1 - adds\\n" > "$1"; exit 1',
      '',
    ].join('\n'),
  },
  solution: 'add.sh',
  honest: 'echo $(($1 + $2))\n',
};

export type Perturbation = NonNullable<NonNullable<ContractInput['oracle']>['perturbation']>;

let n = 0;

/** Judges programs as solutions of one project, each a patch of its own. */
export async function judgedAll(
  room: string,
  project: Project,
  programs: readonly string[],
  perturbation: Perturbation = {},
  also: Partial<ContractInput> = {},
): Promise<Seen[]> {
  const id = `p${n++}`;
  const folder = join(room, id);
  mkdirSync(folder, { recursive: true });
  const repo = write(join(folder, 'repo'), { kept: 'kept\n', ...project.repo });
  write(join(folder, 'hidden'), project.hidden);
  writeFileSync(join(folder, 'golden.patch'), newFile(project.solution, project.honest));
  const contract = writeContract(
    folder,
    smallContract({
      id,
      snapshot: { directory: 'repo', tree: await computeFolderTree(repo, await openCache(join(room, 'trees'))) },
      acceptance: [project.check],
      // Challenge rounds have tests of their own; here is what stands where they do not.
      oracle: { files: 'hidden/', perturbation, challenge: { rounds: 0 } },
      golden_patch: 'golden.patch',
      ...also,
    }),
  );
  const agents = programs.map((program, i) => {
    if (program === 'golden') return program;
    writeFileSync(join(folder, `${i}.patch`), newFile(project.solution, program));
    return `patch:${join(folder, `${i}.patch`)}`;
  });
  return (await ran(room, { contracts: [contract], agents, out: join(folder, 'out') })).attempts;
}

/** What perturbed runs came to: check, kind, how it ended. */
export const perturbed = (seen: Seen) =>
  seen
    .of('perturbation')
    .map(({ payload }) => [payload.kind, payload.execution?.exit_code ?? payload.not_run?.because]);
