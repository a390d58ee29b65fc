// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { initRepository } from '../../../src/commands/init/init_repository.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);
const cache = join(givenRoom(), 'cache');

const MANIFEST = JSON.stringify({ name: 'math', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } });
const test = (title: string, body: string) =>
  `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport * as math from '../src/math.js';\ntest('${title}', ${body});\n`;
const ADDS = test('adds', '() => assert.equal(math.add(2, 19), 21)');
const BASE: GivenFiles = { 'package.json': MANIFEST, 'src/math.js': 'export const add = (a, b) => a - b;\n' };
const FIX: GivenFiles = { 'src/math.js': 'export const add = (a, b) => a + b;\n', 'test/add.test.js': ADDS };

async function init(repo: string, options: Record<string, unknown>) {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const context = {
    log: say,
    error: say,
    signal: new AbortController().signal,
    terminal: { columns: 100, colour: false },
  };
  const order = initOptionsSchema.parse({
    ...{ repo, cache, out: 'out', prove: false, search_path: process.env.PATH },
    ...options,
  });
  const { contracts } = await initRepository(order, context, repo);
  const left = existsSync(join(repo, 'tasks')) ? readdirSync(join(repo, 'tasks')) : [];
  return { states: contracts.map(({ state, reason }) => `${state}: ${reason}`), left: left.length, lines };
}

function given(...steps: GivenFiles[]): string {
  const repo = givenHistory();
  for (const [index, files] of steps.entries()) commit(repo, files, `fix: step ${index}`);
  return repo;
}

describe('a commit that can become no contract is left with its reason, and nothing of it stays', () => {
  it.each([
    ['alone', {}],
    ['beside tests that pass', { 'test/zero.test.js': test('adds nothing', '() => assert.equal(math.add(3, 0), 3)') }],
  ])('tests that need another version of a tool, %s: that is told as a lack of the machine', async (_, more) => {
    const needy = `import 'node:gatebench';\n${ADDS}`;
    const repo = given({ ...BASE, ...more }, { ...FIX, 'test/add.test.js': needy });
    const { states, lines } = await init(repo, { mine: true });
    expect(states).toEqual([
      expect.stringMatching(
        /^skipped: tool "node" is version [\d.]+, the tests need another one: No such built-in module: node:gatebench$/,
      ),
    ]);
    const at = lines.indexOf('for what this machine lacks:');
    expect(lines[at + 1]).toMatch(/^ +1 {2}tool "node" is version [\d.]+, the tests need another one: No such/);
  });

  it('a test in git LFS', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n';
    const { states, left } = await init(given(BASE, { ...FIX, 'test/add.test.js': pointer }), {
      from_commit: ['HEAD'],
    });
    expect([states, left]).toEqual([['skipped: its test file test/add.test.js is kept in git LFS'], 0]);
  });

  it.each([{ from_commit: ['HEAD'] }, { from_range: 'HEAD~1..HEAD' }])(
    'a repository without tests, named by %j, also without a folder of records',
    async (named) => {
      const repo = given({ 'README.md': 'one\n' }, { 'README.md': 'two\n', 'notes.txt': 'x\n' });
      const { states, left } = await init(repo, named);
      expect([states.map((state) => state.split(':')[0]), left, readdirSync(repo).sort()]).toEqual([
        ['skipped'],
        0,
        ['.git', 'README.md', 'notes.txt'],
      ]);
    },
  );

  it('a submodule', async () => {
    const repo = given(BASE, FIX);
    const id = gitIn(repo, 'rev-parse', 'HEAD').trim();
    gitIn(repo, 'update-index', '--add', '--cacheinfo', `160000,${id},vendor/math`);
    gitIn(repo, 'commit', '-q', '--amend', '--no-edit');
    const { states, left } = await init(repo, { from_commit: ['HEAD'] });
    expect([states, left]).toEqual([['skipped: it changes the submodule vendor/math'], 0]);
  });

  it('tests that need a service', async () => {
    const connect = `async () => { const { connect } = await import('node:net'); await new Promise((resume, fail) => connect(5432, '127.0.0.1', resume).on('error', fail)); }`;
    const repo = given(BASE, { ...FIX, 'test/add.test.js': test('stores', connect) });
    const { states, left } = await init(repo, { from_commit: ['HEAD'] });
    expect([states, left]).toEqual([[expect.stringMatching(/^skipped: no test passes.*ECONNREFUSED/)], 0]);
  });

  it('an installation without a network', async () => {
    const manifest = JSON.stringify({
      ...JSON.parse(MANIFEST),
      devDependencies: { absent: 'https://registry.example/a.tgz' },
    });
    const repo = given(
      { ...BASE, 'package.json': manifest },
      { ...FIX, 'test/add.test.js': `import 'absent';\n${ADDS}` },
    );
    const { states, left } = await init(repo, { from_commit: ['HEAD'] });
    expect([states.length, left]).toEqual([1, 0]);
    expect(states[0]).toMatch(/^skipped: none of \d ways to set it up works: .*npm install/);
  });
});

describe('histories of other forms', () => {
  it('a merge is one change against its first parent, also of a history without a common base', async () => {
    const repo = given(BASE);
    const main = gitIn(repo, 'symbolic-ref', '--short', 'HEAD').trim();
    gitIn(repo, 'checkout', '-q', '--orphan', 'other');
    gitIn(repo, 'rm', '-q', '-rf', '.');
    commit(repo, { 'test/add.test.js': ADDS, 'src/more.js': 'export const more = 1;\n' }, 'other root');
    gitIn(repo, 'checkout', '-q', main);
    gitIn(repo, 'merge', '-q', '--no-commit', '--allow-unrelated-histories', 'other');
    commit(repo, { 'src/math.js': FIX['src/math.js']! }, 'fix: join both');
    expect(gitIn(repo, 'rev-list', '--parents', '-1', 'HEAD').trim().split(' ')).toHaveLength(3);
    const { states } = await init(repo, { mine: true });
    expect(states).toEqual(['written: 1 test begins to pass, 0 keep passing']);
  });

  it('several ecosystems: the project whose tests change is taken', async () => {
    const python = {
      'pyproject.toml': '[project]\nname = "a"\nversion = "1"\n',
      'tests/test_a.py': 'def test_a():\n    pass\n',
    };
    const { states } = await init(given({ ...BASE, ...python }, FIX), { from_commit: ['HEAD'] });
    expect(states).toEqual(['written: 1 test begins to pass, 0 keep passing']);
  });

  it('a monorepo: the package whose tests change is taken', async () => {
    const inside = (files: GivenFiles) =>
      Object.fromEntries(Object.entries(files).map(([path, file]) => [`packages/math/${path}`, file]));
    const root = { 'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }) };
    const { states } = await init(given({ ...root, ...inside(BASE) }, inside(FIX)), { from_commit: ['HEAD'] });
    expect(states).toEqual(['written: 1 test begins to pass, 0 keep passing']);
  });

  it('ten thousand commits', async () => {
    const repo = given(BASE, FIX);
    const head = gitIn(repo, 'rev-parse', 'HEAD').trim();
    const who = 'committer a <a@example.org> 1700000000 +0000';
    const commits = Array.from({ length: 10_000 }, (_, index) => {
      const text = `${index}\n`;
      return `commit refs/heads/long\n${who}\ndata 2\nc\n${index === 0 ? `from ${head}\n` : ''}M 100644 inline notes.txt\ndata ${text.length}\n${text}`;
    });
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repo, input: commits.join('\n') });
    // The fix lies behind the longest history that is walked, by one.
    const { states, lines } = await init(repo, { mine: true, branch: 'long' });
    expect(states).toEqual([]);
    expect(lines).toContain('  10000  changes no test');
    const { states: nearer } = await init(repo, { mine: true, branch: 'long~5' });
    expect(nearer).toEqual(['written: 1 test begins to pass, 0 keep passing']);
  });
});
