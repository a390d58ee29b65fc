// Adapter for programming exercises: one folder each with README.md (the task), NAME.js (where to begin),
// NAME.test.js (hidden tests for node:test) and .meta/NAME.js (a solution).
// gatebench import --adapter exercises.mjs exercises --out tasks-of-exercises --check
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the names of the tests in a file for node:test. */
const listTests = (text) => [...text.matchAll(/^test\('([^']+)'/gm)].map(([, name]) => name);

/** Creates a patch that replaces the whole of a file. */
function createPatch(path, before, after) {
  const lines = (text, sign) => text.trimEnd().split('\n').map((line) => `${sign}${line}\n`);
  const [removed, added] = [lines(before, '-'), lines(after, '+')];
  const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
  return `${head}@@ -1,${removed.length} +1,${added.length} @@\n${[...removed, ...added].join('')}`;
}

function readExercise(folder, name) {
  const place = join(folder, name);
  const paths = ['README.md', `${name}.js`, `${name}.test.js`, `.meta/${name}.js`];
  const missing = paths.find((path) => !existsSync(join(place, path)));
  if (missing) return { place, id: name, reason: `there is no ${missing}` };
  const [description, stub, tests, solution] = paths.map((path) => readFileSync(join(place, path), 'utf8'));
  const report = 'node --test --test-reporter=junit --test-reporter-destination=$REPORT';
  return {
    place,
    contract: {
      schema: 1,
      id: name,
      title: `Exercise ${name}`,
      description,
      metadata: { tier: 1, source: 'external', kind: 'feature', strata: { benchmark: 'exercises' } },
      // The import computes the id of the folder.
      snapshot: { directory: 'repo', tree: '' },
      environment: { tools: { node: '>=20' } },
      build: 'none',
      acceptance: [{ id: 'tests', run: `${report} ${name}.test.js`, report: 'node-test', fail_to_pass: listTests(tests) }],
      oracle: {
        files: [{ from: 'hidden', to: '.' }],
        canary: { run: `${report} canary.test.js`, report: 'node-test', must_fail: ['canary'] },
      },
      golden_patch: 'golden.patch',
      policy: { change: { allow: [`${name}.js`] } },
      budget: { wall: '10m' },
    },
    files: {
      'golden.patch': createPatch(`${name}.js`, stub, solution),
      'repo/package.json': '{"type": "module", "private": true}\n',
      [`repo/${name}.js`]: stub,
      [`hidden/${name}.test.js`]: tests,
      'hidden/canary.test.js': "import assert from 'node:assert';\nimport test from 'node:test';\ntest('canary', () => assert.equal(1, 2));\n",
    },
    notes: ['Exercises are public: a model may have seen their solutions.'],
  };
}

export default {
  name: 'exercises',
  summary: 'folders with README.md, NAME.js, NAME.test.js and .meta/NAME.js',
  async *readTasks(path) {
    for (const entry of readdirSync(path, { withFileTypes: true }))
      if (entry.isDirectory()) yield readExercise(path, entry.name);
  },
};
