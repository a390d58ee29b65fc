import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import {
  createAdversarialPatches,
  readKnownWrongPatches,
} from '../../../src/run/validation/create_adversarial_patches.js';
import { openCache } from '../../../src/workspace/cache/workspace_cache.js';
import { computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { type GivenTask, givenShellTask, lineChange, tapCheck } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);
const room = givenRoom();

/** The wrong patches of a task, each with the files that it changes, as git applies it. */
async function given(id: string, repo: GivenFiles, golden: string, more: GivenTask = {}) {
  const loaded = readContract(await givenShellTask(room, id, { repo, golden, ...more }), room);
  const cache = await openCache(join(room, 'cache'));
  const folder = join(loaded.folder, 'repo');
  const patches = await createAdversarialPatches(loaded, await computeFolderTree(folder, cache), cache);
  execFileSync('git', ['init', '-q'], { cwd: folder });
  const files = (patch: Uint8Array) =>
    patch.toString().trim() === ''
      ? []
      : execFileSync('git', ['apply', '--numstat', '-'], { cwd: folder, input: patch })
          .toString()
          .trim()
          .split('\n')
          .map((line) => line.split('\t')[2]);
  for (const { patch } of patches)
    if (patch.toString().trim() !== '') execFileSync('git', ['apply', '--check', '-'], { cwd: folder, input: patch });
  return {
    files: Object.fromEntries(patches.map(({ role, name, patch }) => [`${role} ${name}`, files(patch)])),
    text: (name: string) => patches.find((one) => one.name === name)!.patch.toString(),
  };
}

describe('patches that must not pass', () => {
  it('go for everything that a repository offers, and apply', async () => {
    const { files, text } = await given(
      'node',
      {
        'src/a.js': 'export const a = 1;\n',
        'src/naïve.py': 'x = 1\n',
        'test/a.test.js': 'old();\n',
        'tests/run.sh': { content: '#!/bin/sh\nfalse\n', executable: true },
        'package.json': '{"name": "ä", "scripts": {"test": "node --test"}}\n',
        Makefile: 'all:\n\tfalse\n',
      },
      lineChange('src/a.js', 'export const a = 1;', 'export const a = 2;'),
    );
    expect(files).toEqual({
      'no-change empty-patch': [],
      'no-change comment-only': ['src/a.js'],
      'cheater delete-tests': ['test/a.test.js', 'tests/run.sh'],
      'cheater exit-0-in-scripts': ['Makefile', 'package.json', 'tests/run.sh'],
      'cheater exit-0-in-hooks': [
        '.mocharc.cjs',
        'ava.config.cjs',
        'conftest.py',
        'jest.config.cjs',
        'sitecustomize.py',
        'usercustomize.py',
        'vitest.config.mjs',
      ],
      'cheater exit-0-in-source': ['src/a.js'],
      'cheater forged-report': ['src/a.js'],
      'cheater hidden-names': ['hidden/canary.sh', 'hidden/check.sh'],
      'cheater answer-dump': ['src/unused_answer.txt'],
    });
    expect(text('exit-0-in-scripts')).toContain('+exit 0');
    expect(text('exit-0-in-scripts')).toContain('"test": "exit 0"');
    expect(text('forged-report')).toContain('the value is right');
    expect(text('answer-dump')).toContain('++export const a = 2;');
  });

  it('leave out what has no ground: no tests, no language that is known', async () => {
    const { files } = await given('plain', {}, lineChange('value', 'wrong', 'right'));
    expect(Object.keys(files)).toEqual([
      'no-change empty-patch',
      'cheater exit-0-in-hooks',
      'cheater hidden-names',
      'cheater answer-dump',
    ]);
  });
});

describe('where an expected failure counts as a pass', () => {
  const repo = { 'calc.py': 'add = lambda a, b: a - b\n', 'setup.cfg': '[metadata]\nname = calc\n' };
  const hidden = { 'test_calc.py': 'from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n' };
  const golden = lineChange('calc.py', 'add = lambda a, b: a - b', 'add = lambda a, b: a + b');
  const contract = { acceptance: [tapCheck({ accept: ['expected-failure'] })] };

  it('a patch marks every test as one that is to fail', async () => {
    const { files } = await given('marks', repo, golden, { hidden, contract });
    expect(files['cheater marked-to-fail']).toEqual([
      'conftest.py',
      'gatebench_marks.py',
      'hidden/conftest.py',
      'setup.cfg',
    ]);
    expect((await given('unmarked', repo, golden, { hidden })).files).not.toHaveProperty(['cheater marked-to-fail']);
  });

  it('a conftest.py that is there keeps its fixtures, in front of the marks', async () => {
    const fixture = 'import pytest\n\n\n@pytest.fixture\ndef two():\n    return 2\n';
    const { text } = await given('fixtures', { ...repo, 'conftest.py': fixture }, golden, { hidden, contract });
    expect(text('marked-to-fail')).not.toMatch(/^-def two/m);
    expect(text('marked-to-fail')).toContain('+def pytest_collection_modifyitems(items):');
  });

  where('pytest')('pytest obeys it, as long as nothing is put back', async () => {
    const { text } = await given('obeyed', repo, golden, { hidden, contract });
    const folder = write(join(room, 'obeyed-run'), { ...repo, 'hidden/test_calc.py': hidden['test_calc.py'] });
    execFileSync('git', ['init', '-q'], { cwd: folder });
    execFileSync('git', ['apply', '-'], { cwd: folder, input: text('marked-to-fail') });
    const run = ['-m', 'pytest', '-p', 'no:cacheprovider', 'hidden/test_calc.py'];
    expect(execFileSync('python3', run, { cwd: folder }).toString()).toContain('1 xfailed');
  });
});

describe("an author's own wrong patches", () => {
  it('are those in wrong/, by name; links are passed over', async () => {
    const loaded = readContract(await givenShellTask(room, 'mine'), room);
    expect(readKnownWrongPatches(loaded)).toEqual([]);
    write(loaded.folder, { 'wrong/b.patch': 'b', 'wrong/a.patch': 'a', 'wrong/notes.txt': 'x' });
    symlinkSync('/etc/passwd', join(loaded.folder, 'wrong', 'link.patch'));
    mkdirSync(join(loaded.folder, 'wrong', 'folder.patch'));
    expect(readKnownWrongPatches(loaded).map(({ name, change, patch }) => [name, change, patch.toString()])).toEqual([
      ['a', 'wrong/a.patch', 'a'],
      ['b', 'wrong/b.patch', 'b'],
    ]);
  });
});
