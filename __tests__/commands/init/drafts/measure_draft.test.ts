import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDraft } from '../../../../src/commands/init/drafts/contract_draft.js';
import { measureDraft } from '../../../../src/commands/init/drafts/measure_draft.js';
import { createReachMemory } from '../../../../src/commands/init/setup/create_reach_memory.js';
import type { MeasurementProblem } from '../../../../src/commands/init/setup/measurement_problem.js';
import { detectProjects } from '../../../../src/project/detection/detect_projects.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { createProjectFiles } from '../../../project/create_project_files.js';

afterAll(cleanUp);

const paths = ['a', 'b', 'c'].map((name) => `test/${name}.test.js`);
const passes = { path: ['adds'], outcome: 'passed' as const };
const MEASURED = {
  ...{ base: [{ tests: [], suite_failures: [] }], golden: [{ tests: [passes], suite_failures: [] }], wall_ms: 1 },
};
const slow = (kind: 'ended' | 'timeout'): MeasurementProblem => ({ stage: 'tests', problem: 'slow', slow: kind });

/** Measures a draft with a sandbox that gives these answers, one for each extent and setup in turn. */
async function measure(
  answers: (MeasurementProblem | typeof MEASURED)[],
  devDependencies: object = {},
  test = "import 'node:test';",
) {
  const manifest = { scripts: { test: 'node --test' }, devDependencies };
  const files = Object.fromEntries(paths.map((path) => [path, test]));
  const project = detectProjects(createProjectFiles({ 'package.json': manifest, ...files })).projects[0]!;
  const room = givenRoom();
  mkdirSync(join(room, 'hidden'));
  writeFileSync(join(room, 'hidden', '1.hidden'), '');
  writeFileSync(join(room, 'golden.patch'), '');
  const slow_suites = new Set<string>();
  const session = {
    ...{ cwd: room, reach: createReachMemory(), slow_suites, suite_ms: 4000 },
    measure: () => Promise.resolve(answers.shift() ?? MEASURED),
  };
  const first: Partial<ContractDraft> = {
    ...{ id: 'a', title: 'A', description: 'Text.\n', kind: 'feature', git: '.', parent: 'a'.repeat(40), project },
    ...{ commit: 'b'.repeat(40), authored_at: '2026-01-01T00:00:00Z', restore: [], timeout_ms: 300_000 },
    ...{ required: { fail_to_pass: [], pass_to_pass: [], quarantine: [] }, source_files: ['src/a.js'] },
    ...{ changed_lines: 1, measuring: true, hidden: [{ from: 'hidden/1.hidden', to: paths[0]! }] },
  };
  const parts = {
    ...{ change: { commit: 'b'.repeat(40) }, project, split: { tests: [paths[0]!] } },
    others: paths.slice(1),
    own_modules: new Set(),
  };
  const outcome = await measureDraft(first as never, parts as never, room, session as never).then(
    ({ draft: { extent, is_slow, setup } }) => ({
      extent,
      is_slow,
      setup: setup.map(({ inputs }) => inputs !== undefined),
    }),
    ({ message, lacking }: { message: string; lacking: boolean }) => ({ message, lacking }),
  );
  return { ...outcome, noted: [...slow_suites], left: answers.length };
}

describe('a suite that takes too long', () => {
  it('is left out for later commits only where it ended by itself', async () => {
    expect(await measure([slow('ended')])).toMatchObject({ extent: 'sample', is_slow: true });
    expect((await measure([slow('ended')])).noted).toHaveLength(1);
    expect(await measure([slow('timeout')])).toMatchObject({ extent: 'sample', is_slow: true, noted: [] });
  });

  it('is told as slow also where the sample fails for another reason', async () => {
    const failing: MeasurementProblem = { stage: 'tests', problem: 'no test passes' };
    expect(await measure([slow('ended'), failing])).toMatchObject({ extent: 'hidden', is_slow: true });
    expect(await measure([failing])).toMatchObject({ extent: 'hidden', is_slow: false });
  });

  it('is slow after any other installation', async () => {
    const dependencies = { mocha: '10' };
    expect(await measure([slow('ended'), slow('ended'), slow('timeout'), slow('timeout')], dependencies)).toMatchObject(
      {
        ...{ message: 'slow', left: 1 },
      },
    );
  });
});

it('a lack that tests show before everything is installed may be a package that is missing', async () => {
  const lack: MeasurementProblem = { stage: 'tests', problem: 'tool "node" is version 20', lacking: true };
  expect(await measure([lack, lack])).toMatchObject({ setup: [true] });
  expect(await measure([lack, lack, lack, lack])).toMatchObject({ message: lack.problem, lacking: true, left: 0 });
});

it('an installation that fails where it sees certain files alone is tried once in the whole repository', async () => {
  const failing: MeasurementProblem = { stage: 'setup', problem: 'exit status 1' };
  const dependencies = { a: '1' };
  const test = "import 'a';";
  expect(await measure([failing], dependencies, test)).toMatchObject({ setup: [false], left: 0 });
  expect(await measure([failing, failing], dependencies, test)).toMatchObject({ setup: [true], left: 0 });
  expect(await measure([{ ...failing, lacking: true }], dependencies, test)).toMatchObject({ setup: [true], left: 0 });
});
