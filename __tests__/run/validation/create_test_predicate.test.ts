import { join } from 'node:path';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { createTestPredicate } from '../../../src/run/validation/create_mutants.js';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask, lineChange } from '../../given_task.js';

afterAll(cleanUp);

const REPO = {
  'package.json': '{"scripts": {"test": "jest"}, "devDependencies": {"jest": "^30.0.0"}}\n',
  'jest.config.json': '{"testMatch": ["<rootDir>/**/*.check.js"]}\n',
  'src/a.js': 'export const a = 1;\n',
  'src/a.check.js': 'old();\n',
};

/** Which of some paths are tests for the proof of a contract with this reference solution. */
async function select(golden: string, ...paths: string[]): Promise<string[]> {
  const room = givenRoom();
  const oracle = { files: { from: 'hidden', to: 'deep' }, restore: ['kept/**'] };
  const loaded = readContract(
    await givenShellTask(room, 'small', { repo: REPO, golden, contract: { oracle }, hidden: { 'asked.js': '' } }),
    room,
  );
  const cache = await openCache(join(room, 'cache'));
  const isTest = await createTestPredicate(loaded, await computeFolderTree(join(loaded.folder, 'repo'), cache), cache);
  return paths.filter(isTest);
}

describe('what a proof takes for a test, and makes no mutant of', () => {
  it('is what the names say, what the repository configures, what the contract hides and what it puts back', async () => {
    const golden = lineChange('src/a.js', 'export const a = 1;', 'export const a = 2;');
    const paths = ['src/a.js', 'src/test-a.js', 'src/a.check.js', 'deep/asked.js', 'deep/other.js', 'kept/b.js'];
    expect(await select(golden, ...paths)).toEqual(['src/test-a.js', 'src/a.check.js', 'deep/asked.js', 'kept/b.js']);
  });

  it('is not all that a reference solution changes because a configuration says so', async () => {
    expect(await select(lineChange('src/a.check.js', 'old();', 'fresh();'), 'src/a.check.js')).toEqual([]);
  });
});
