// Needs: sandbox
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initRepository } from '../../../src/commands/init/init_repository.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../given.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

/** Members of a workspace that need one another, and nothing from a registry. */
const BASE: GivenFiles = {
  'package.json': JSON.stringify({
    ...{ name: 'root', version: '1.0.0', private: true, workspaces: ['packages/*'] },
    scripts: { test: 'node --test packages/a/test/*.js' },
  }),
  'package-lock.json': JSON.stringify({
    ...{ name: 'root', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': { name: 'root', version: '1.0.0', workspaces: ['packages/*'] },
      'node_modules/a': { resolved: 'packages/a', link: true },
      'node_modules/b': { resolved: 'packages/b', link: true },
      'packages/a': { version: '1.0.0', dependencies: { b: '^1.0.0' }, bin: { shout: 'bin/shout.js' } },
      'packages/b': { version: '1.0.0' },
    },
  }),
  'packages/a/package.json': JSON.stringify({
    ...{ name: 'a', version: '1.0.0', dependencies: { b: '^1.0.0' }, bin: { shout: 'bin/shout.js' } },
  }),
  'packages/a/bin/shout.js': "#!/usr/bin/env node\nconsole.log('A');\n",
  'packages/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0', main: 'index.js' }),
  'packages/b/index.js': 'exports.sum = (a, b) => a - b;\n',
};

const test = (title: string, body: string) =>
  "const { execFileSync } = require('node:child_process');\nconst assert = require('node:assert');\n" +
  `const { test } = require('node:test');\ntest('${title}', () => ${body});\n`;

// Holds K9
it('commits of a workspace share its installation, with the links to members and their programs', async () => {
  const repo = givenHistory();
  const cache = join(givenRoom(), 'cache');
  commit(repo, BASE, 'first');
  commit(
    repo,
    {
      'packages/b/index.js': 'exports.sum = (a, b) => a + b;\n',
      'packages/a/test/sum.js': test('adds', "assert.equal(require('b').sum(2, 19), 21)"),
      'packages/a/test/shout.js': test(
        'runs',
        "assert.equal(execFileSync('node_modules/.bin/shout', { encoding: 'utf8' }), 'A\\n')",
      ),
    },
    'fix: sums are wrong',
  );
  commit(
    repo,
    {
      'packages/b/index.js': 'exports.sum = (a, b) => Number(a) + Number(b);\n',
      'packages/a/test/text.js': test('adds texts', "assert.equal(require('b').sum('2', 19), 21)"),
    },
    'fix: texts are joined',
  );
  const lines: string[] = [];
  const context = {
    ...{ log: (line: string) => lines.push(line), error: (line: string) => lines.push(line) },
    ...{ signal: new AbortController().signal, terminal: { columns: 100, colour: false } },
  };
  const order = initOptionsSchema.parse({
    ...{ repo, cache, out: 'out', prove: false, search_path: process.env.PATH, from_range: 'HEAD~2..HEAD' },
  });
  const { contracts } = await initRepository(order, context, repo);
  expect(contracts.map(({ state, tests }) => [state, tests?.fail_to_pass, tests?.pass_to_pass])).toEqual([
    ['written', 1, 2],
    ['written', 1, 1],
  ]);
  const contract = readFileSync(join(repo, contracts[0]!.path!), 'utf8');
  expect(contract).toContain('packages/a/bin/shout.js');
  // For each commit a layer without an installation, which does not do, and one over that of both.
  expect(readdirSync(join(cache, 'layers')).length).toBe(5);
});
