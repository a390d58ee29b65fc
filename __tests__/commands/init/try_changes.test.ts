// Needs: sandbox
import { join } from 'node:path';
import { createInitSession } from '../../../src/commands/init/create_init_session.js';
import { openMiningLog } from '../../../src/commands/init/open_mining_log.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import { tryChanges } from '../../../src/commands/init/try_changes.js';
import { listCommits } from '../../../src/workspace/history/list_commits.js';
import { openRepository } from '../../../src/workspace/history/read_commit.js';
import { cleanUp, givenRoom } from '../../given.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

const test = (title: string, call: string, result: number) =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport * as math from '../math.js';\n` +
  `test('${title}', () => assert.equal(${call}, ${result}));\n`;

it('begins no commit for which the rest of the budget is too short, by those that were made', async () => {
  const repo = givenHistory();
  const manifest = JSON.stringify({ type: 'module', scripts: { test: 'node --test' } });
  commit(repo, { 'package.json': manifest, 'math.js': 'export const add = (a, b) => a - b;\n' }, 'first');
  const fixed = 'export const add = (a, b) => a + b;\n';
  commit(repo, { 'math.js': fixed, 'test/add.test.js': test('adds', 'math.add(2, 19)', 21) }, 'fix: sums');
  const more = `${fixed}export const half = (a) => a / 2;\n`;
  commit(repo, { 'math.js': more, 'test/half.test.js': test('halves', 'math.half(8)', 4) }, 'fix: halves');
  const signal = new AbortController().signal;
  const out = { log: () => {}, error: () => {}, signal, terminal: { columns: 100, colour: false } };
  const options = { repo, cache: join(givenRoom(), 'cache'), out: 'out', search_path: process.env.PATH, prove: false };
  const session = await createInitSession(initOptionsSchema.parse(options), await openRepository(repo), out, repo);
  const changes = await listCommits(session.repository, { revisions: 'HEAD', since: undefined, most: 10 });
  const { contracts, ended } = await tryChanges(changes.slice(0, 2), session, out, {
    ...{ mining: true, max: 10, log: openMiningLog(join(repo, 'out/tried.jsonl')), report: () => {} },
    left: () => 1,
    readText: async ({ subject, body }) => ({ origin: 'commit message', title: subject, body }),
  });
  expect(contracts.map(({ state }) => state)).toEqual(['written']);
  expect(ended).toMatch(/^the rest of the budget \(1 ms\) is shorter than any contract took \(.*\)$/);
});
