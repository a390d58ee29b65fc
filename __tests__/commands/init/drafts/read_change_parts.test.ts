import type { InitSession } from '../../../../src/commands/init/drafts/init_session.js';
import { readChangeParts } from '../../../../src/commands/init/drafts/read_change_parts.js';
import { openRepository, readCommit } from '../../../../src/workspace/history/read_commit.js';
import { cleanUp, type GivenFiles } from '../../../given.js';
import { commit, givenHistory } from '../../../workspace/given_history.js';

afterAll(cleanUp);

const MANIFEST = JSON.stringify({ scripts: { test: 'node --test' } });

/** Reads the parts of a commit after another. */
async function readParts(before: GivenFiles, after: GivenFiles) {
  const repo = givenHistory();
  commit(repo, before, 'first');
  commit(repo, after, 'second');
  const repository = await openRepository(repo);
  return readChangeParts(await readCommit(repository, 'HEAD'), { repository } as InitSession);
}

describe('a change whose tests are data', () => {
  it('hides the data, and has a test file of the repository as an example', async () => {
    const before = {
      'package.json': MANIFEST,
      'a.js': '1',
      'test/a.test.js': '// reads x',
      'test/fixtures/x.json': '1',
    };
    const parts = await readParts(before, { 'a.js': '2', 'test/fixtures/x.json': '2' });
    expect(parts.split).toMatchObject({ tests: [], support: ['test/fixtures/x.json'], source: ['a.js'] });
    expect(parts.examples).toEqual([{ path: 'test/a.test.js', text: '// reads x' }]);
  });

  it('belongs to the innermost project that holds the data', async () => {
    const before = {
      ...{ 'package.json': MANIFEST, 'test/a.test.js': '' },
      ...{ 'packages/b/package.json': MANIFEST, 'packages/b/test/b.test.js': '', 'packages/b/b.js': '1' },
    };
    const parts = await readParts(before, { 'packages/b/b.js': '2', 'packages/b/test/fixtures/x.json': '2' });
    expect(parts.project.folder).toBe('packages/b');
  });

  it('is refused where source files hold tests as well, which only the reference solution has', async () => {
    const manifest = '[package]\nname = "a"\nversion = "0.1.0"\n';
    const before = {
      'Cargo.toml': manifest,
      'src/lib.rs': '#[test]\nfn a() {}\n',
      'tests/it.rs': '',
      'tests/data/x.txt': '1',
    };
    const after = { 'src/lib.rs': '#[test]\nfn a() {}\n#[test]\nfn b() {}\n', 'tests/data/x.txt': '2' };
    await expect(readParts(before, after)).rejects.toThrow('its tests stand in source files (src/lib.rs)');
  });
});

it('takes the texts of hidden test files, however many there are', async () => {
  const tests = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`test/${i}.test.js`, `// ${i}`]));
  const parts = await readParts({ 'package.json': MANIFEST, 'a.js': '1' }, { 'a.js': '2', ...tests });
  expect(parts.examples).toHaveLength(25);
});
