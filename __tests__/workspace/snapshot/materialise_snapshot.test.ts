import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import type { WorkspaceCache } from '../../../src/workspace/cache/workspace_cache.js';
import { runGitOrThrow } from '../../../src/workspace/git/run_git.js';
import { computeFolderTree } from '../../../src/workspace/history/create_broken_tree.js';
import { materialiseSnapshot } from '../../../src/workspace/snapshot/materialise_snapshot.js';
import { cleanUp, type GivenFiles, givenCache, givenRoom, write } from '../../given.js';
import { type ContractInput, smallContract, writeContract } from '../../given_task.js';
import { computeIntegrity, serveTarball } from '../../run/agents/given_registry.js';
import { type Entry, tarOf, zipOf } from '../given_archive.js';
import { commit, gitIn, givenHistory } from '../given_history.js';

let cache: WorkspaceCache;
beforeEach(async () => {
  cache = await givenCache();
});
afterAll(cleanUp);

const given = (snapshot: ContractInput['snapshot'], files: GivenFiles = {}) => {
  const room = write(join(givenRoom(), 'task'), files);
  writeContract(room, smallContract({ snapshot }));
  return readContract('contract.yml', room);
};
const NOWHERE = { repos: [] };
const names = async (tree: string) =>
  (await runGitOrThrow(['ls-tree', '-r', '--name-only', tree], { store: cache.store })).toString().trim().split('\n');
async function complaint(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return 'accepted';
  } catch (error) {
    if (error instanceof UserError) return error.text.replaceAll(/\/(?:[\w-]+\/)+gatebench-test-\w+/g, 'ROOM');
    throw error;
  }
}

describe('a folder', () => {
  const files = {
    'repo/a': 'a\n',
    'repo/bin/run': { content: 'x', executable: true as const },
    'repo/.gitignore': '*.log\n',
    'repo/b.log': 'b',
    'repo/l': { link: 'a' },
  };

  it('is the snapshot when its tree is the pinned one, ignored files and links included', async () => {
    const tree = 'a'.repeat(40);
    const { observed } = await materialiseSnapshot(given({ directory: 'repo', tree }, files), cache, NOWHERE);
    const snapshot = await materialiseSnapshot(given({ directory: 'repo', tree: observed }, files), cache, NOWHERE);
    expect(snapshot).toEqual({ kind: 'directory', identity: observed, observed, tree: observed, submodules: {} });
    expect(await names(observed)).toEqual(['.gitignore', 'a', 'b.log', 'bin/run', 'l']);
  });

  it.each<[string, (room: string) => void]>([
    ['a changed byte', (room) => writeFileSync(join(room, 'repo/a'), 'b\n')],
    ['a changed mode', (room) => chmodSync(join(room, 'repo/a'), 0o755)],
    ['a file more', (room) => writeFileSync(join(room, 'repo/more'), '')],
    ['an ignored file more', (room) => writeFileSync(join(room, 'repo/c.log'), '')],
  ])('is observed as another with %s: a value, not an exception', async (_, change) => {
    const before = given({ directory: 'repo', tree: 'a'.repeat(40) }, files);
    const { observed } = await materialiseSnapshot(before, cache, NOWHERE);
    change(before.folder);
    const after = await materialiseSnapshot(before, cache, NOWHERE);
    expect(after.identity).toBe('a'.repeat(40));
    expect(after.observed).not.toBe(observed);
  });

  it.each<[string, GivenFiles, string]>([
    ['is missing', {}, 'contract.yml:9  snapshot.directory: "repo" is not a folder beside the contract'],
    ['is a file', { repo: 'x' }, 'contract.yml:9  snapshot.directory: "repo" is not a folder beside the contract'],
    [
      'is a link',
      { repo: { link: '/etc' } },
      'contract.yml:9  snapshot.directory: "repo" is not a folder beside the contract',
    ],
  ])('that %s is a mistake', async (_, more, expected) => {
    expect(
      await complaint(materialiseSnapshot(given({ directory: 'repo', tree: 'a'.repeat(40) }, more), cache, NOWHERE)),
    ).toBe(expected);
  });

  it('that holds a repository of its own is a mistake', async () => {
    const room = givenRoom();
    commit(givenHistory(join(room, 'task/repo'), 'vendored'), { a: 'x' });
    expect(await complaint(computeFolderTree(join(room, 'task/repo'), cache))).toBe(
      'ROOM/task/repo holds a repository of its own in vendored\n  Remove its .git folder, or use a git snapshot with submodules.',
    );
  });
});

describe('an archive', () => {
  it.each([
    ['repo.tar', tarOf([{ name: 'top/a', content: 'a\n' }])],
    ['repo.tgz', tarOf([{ name: 'top/a', content: 'a\n' }], true)],
    ['repo.zip', zipOf([{ name: 'top/a', content: 'a\n' }])],
  ])('%s gives the same tree in every format', async (archive, bytes) => {
    const pinned = { archive, sha256: sha256(bytes), strip_components: 1 };
    const snapshot = await materialiseSnapshot(given(pinned, { [archive]: bytes }), cache, NOWHERE);
    const tree = await computeFolderTree(write(join(givenRoom(), 'same'), { a: 'a\n' }), cache);
    expect(snapshot).toEqual({
      kind: 'archive',
      identity: sha256(bytes),
      observed: sha256(bytes),
      tree,
      submodules: {},
    });
  });

  it('of another digest is observed as another', async () => {
    const bytes = tarOf([{ name: 'a', content: 'a\n' }]);
    const snapshot = await materialiseSnapshot(
      given({ archive: 'r.tar', sha256: 'a'.repeat(64) }, { 'r.tar': bytes }),
      cache,
      NOWHERE,
    );
    expect([snapshot.identity, snapshot.observed]).toEqual(['a'.repeat(64), sha256(bytes)]);
  });

  it('with a bad entry is a mistake that names it', async () => {
    const bytes = tarOf([{ name: '../evil', content: 'x' }]);
    const loaded = given({ archive: 'r.tar', sha256: sha256(bytes) }, { 'r.tar': bytes });
    expect(await complaint(materialiseSnapshot(loaded, cache, NOWHERE))).toBe(
      'contract.yml:9  snapshot.archive: entry "../evil" leads out of the archive',
    );
  });
});

describe('a package of npm', () => {
  const NPM = '@scope/tool@1.2.3';
  const FILES: Entry[] = [
    {
      name: 'package/package.json',
      content: '{"scripts":{"prepare":"touch /tmp/ran","prepack":"touch ran"}}',
      mode: 0,
    },
    { name: 'package/lib/a.js', content: 'a\n', mode: 0o755 },
  ];
  const fetched = async (entries: Entry[], npm = NPM, pinned?: string, claimed?: string) => {
    const tarball = tarOf(entries, true);
    const registry = await serveTarball(tarball, givenRoom(), claimed);
    const loaded = given({ npm, integrity: pinned ?? computeIntegrity(tarball) });
    try {
      return { integrity: computeIntegrity(tarball), snapshot: await materialiseSnapshot(loaded, cache, NOWHERE) };
    } finally {
      registry.close();
    }
  };

  it("is fetched once, from the registry of the user's npm, without its scripts", async () => {
    const { integrity, snapshot } = await fetched(FILES);
    expect(snapshot).toMatchObject({ kind: 'npm', identity: integrity, observed: integrity, submodules: {} });
    expect(await names(snapshot.tree)).toEqual(['lib/a.js', 'package.json']);
    // No registry answers any more.
    expect(await materialiseSnapshot(given({ npm: NPM, integrity }), cache, NOWHERE)).toEqual(snapshot);
  });

  it('of another integrity is observed as another, and is not kept', async () => {
    const pinned = `sha512-${'A'.repeat(86)}==`;
    const { integrity, snapshot } = await fetched(FILES, NPM, pinned);
    expect([snapshot.identity, snapshot.observed]).toEqual([pinned, integrity]);
    const kept = materialiseSnapshot(given({ npm: '@scope/gone@1.0.0', integrity: pinned }), cache, NOWHERE);
    expect(await complaint(kept)).not.toBe('accepted');
  });

  it.each<[string, Entry[], string, string | undefined, RegExp]>([
    [
      'that was unpublished',
      FILES,
      '@scope/gone@1.0.0',
      undefined,
      /^contract\.yml:9 {2}snapshot\.npm: the registry has no @scope\/gone@1\.0\.0\n/,
    ],
    [
      'whose version is not there',
      FILES,
      '@scope/tool@9.9.9',
      undefined,
      /^contract\.yml:9 {2}snapshot\.npm: the registry has no @scope\/tool@9\.9\.9\n/,
    ],
    [
      'that is not what its registry says',
      FILES,
      NPM,
      `sha512-${'B'.repeat(86)}==`,
      /snapshot\.npm: @scope\/tool@1\.2\.3 cannot be fetched: .*integrity/,
    ],
    [
      'with a link that leads out',
      [...FILES, { name: 'package/l', type: '2', target: '../../../etc' }],
      NPM,
      undefined,
      /snapshot\.npm: entry "package\/l" links out of the archive/,
    ],
    [
      'with a link that stays inside',
      [...FILES, { name: 'package/lib/l', type: '2', target: 'a.js' }],
      NPM,
      undefined,
      /snapshot\.npm: @scope\/tool@1\.2\.3 holds the link "lib\/l"\n {2}npm would not install it/,
    ],
    [
      'with a hard link',
      [...FILES, { name: 'package/l', type: '1', target: 'package/lib/a.js' }],
      NPM,
      undefined,
      /snapshot\.npm: entry "package\/l" is a hard link/,
    ],
  ])('%s is a mistake that names it', async (_, entries, npm, claimed, expected) => {
    expect(await complaint(fetched(entries, npm, undefined, claimed))).toMatch(expected);
  });

  it('is a mistake where nobody answers, and where npm is missing', async () => {
    const { PATH } = process.env;
    const registry = await serveTarball(tarOf(FILES, true));
    registry.server.close();
    const loaded = given({ npm: NPM, integrity: `sha512-${'A'.repeat(86)}==` });
    try {
      expect(await complaint(materialiseSnapshot(loaded, cache, NOWHERE))).toMatch(
        /snapshot\.npm: @scope\/tool@1\.2\.3 cannot be fetched: .*ECONNREFUSED.*\n {2}Look whether this machine reaches its npm registry: npm ping\.$/,
      );
      process.env.PATH = '/nonexistent';
      expect(await complaint(materialiseSnapshot(loaded, cache, NOWHERE))).toMatch(/snapshot\.npm: npm is not on PATH/);
    } finally {
      process.env.PATH = PATH;
      registry.close();
    }
  });
});

describe('a commit', () => {
  let repo: string;
  let first: string;
  let second: string;
  let dangling: string;
  beforeAll(() => {
    repo = givenHistory(givenRoom(), 'name');
    first = commit(repo, { a: '1\n' });
    second = commit(repo, { a: '2\n', b: 'b\n' });
    gitIn(repo, 'checkout', '-q', '--detach');
    dangling = commit(repo, { c: 'on no branch\n' });
    gitIn(repo, 'checkout', '-q', 'main');
  });

  it.each<[string, () => string]>([
    ['a file:// URL', () => `file://${repo}`],
    ['an absolute path', () => repo],
    ['a file:// URL of .git', () => `file://${repo}/.git`],
  ])('is fetched by %s', async (_, url) => {
    for (const [id, files] of [
      [first, ['a']],
      [second, ['a', 'b']],
    ] as const) {
      const snapshot = await materialiseSnapshot(given({ git: url(), commit: id }), cache, NOWHERE);
      const tree = gitIn(repo, 'rev-parse', `${id}^{tree}`);
      expect(snapshot).toEqual({ kind: 'git', identity: id, observed: id, tree, submodules: {} });
      expect(await names(tree)).toEqual(files);
    }
  });

  it('is fetched by a path beside the contract', async () => {
    const loaded = given({ git: './upstream', commit: 'a'.repeat(40) });
    const id = commit(givenHistory(loaded.folder, 'upstream'), { x: 'x\n' });
    writeContract(loaded.folder, smallContract({ snapshot: { git: './upstream', commit: id } }));
    const snapshot = await materialiseSnapshot(readContract('contract.yml', loaded.folder), cache, NOWHERE);
    expect(await names(snapshot.tree)).toEqual(['x']);
  });

  it.each<[string, string, string]>([
    ['owner+name', 'bare', 'https://forge.invalid/owner/name'],
    ['owner+name.git', 'bare', 'https://forge.invalid/owner/name.git'],
    ['owner/name', 'bare', 'https://forge.invalid/owner/name/'],
    ['owner/name.git', 'bare', 'git@forge.invalid:owner/name.git'],
    ['owner+name', 'clone', 'ssh://git@forge.invalid/owner/name'],
    ['owner/name', 'clone', 'https://user:secret@forge.invalid/owner/name'],
  ])('is fetched from a mirror %s (%s) instead of %s', async (name, kind, url) => {
    const mirrors = givenRoom();
    gitIn('/', 'clone', '-q', ...(kind === 'bare' ? ['--bare'] : []), repo, join(mirrors, name));
    const snapshot = await materialiseSnapshot(given({ git: url, commit: second }), cache, {
      repos: [givenRoom(), mirrors],
    });
    expect(await names(snapshot.tree)).toEqual(['a', 'b']);
  });

  it('on no branch is had by its id, once', async () => {
    const snapshot = await materialiseSnapshot(
      given({ git: `file://${repo}`, commit: dangling }),
      cache,
      NOWHERE,
    ).catch(() => undefined);
    const mirror = join(givenRoom(), 'o+n');
    gitIn('/', 'clone', '-q', '--bare', repo, mirror);
    gitIn(repo, 'push', '-q', mirror, `${dangling}:refs/gatebench/kept`);
    const mirrored = await materialiseSnapshot(given({ git: 'https://forge.invalid/o/n', commit: dangling }), cache, {
      repos: [join(mirror, '..')],
    });
    expect(await names(mirrored.tree)).toEqual(['a', 'b', 'c']);
    if (snapshot) expect(snapshot.tree).toBe(mirrored.tree);
  });

  it('that is in the store already needs nobody', async () => {
    await materialiseSnapshot(given({ git: repo, commit: second }), cache, NOWHERE);
    const snapshot = await materialiseSnapshot(
      given({ git: 'https://forge.invalid/gone/away', commit: second }),
      cache,
      NOWHERE,
    );
    expect(await names(snapshot.tree)).toEqual(['a', 'b']);
  });

  it('that is not there is a mistake that says where it was looked for', async () => {
    const missing = 'b'.repeat(40);
    expect(
      await complaint(materialiseSnapshot(given({ git: `file://${repo}`, commit: missing }), cache, NOWHERE)),
    ).toBe(
      `contract.yml:9  snapshot.git: file://ROOM/name has no commit ${missing}\n  Check the id; a commit that no branch or tag reaches can only be had from a mirror (--repos DIR).`,
    );
  });

  it('of a tree instead of a commit is not taken', async () => {
    const tree = gitIn(repo, 'rev-parse', `${second}^{tree}`);
    expect(
      await complaint(materialiseSnapshot(given({ git: `file://${repo}`, commit: tree }), cache, NOWHERE)),
    ).toMatch(/snapshot\.git: /);
  });

  it('of a repository that cannot be reached is a mistake, without the password in its URL', async () => {
    const said = await complaint(
      materialiseSnapshot(given({ git: 'file://user:secret@/nowhere/at/all', commit: second }), cache, NOWHERE),
    );
    expect(said).toMatch(/^contract\.yml:9 {2}snapshot\.git: .*cannot be reached: /);
    expect(said).not.toContain('secret');
  });

  it('named like an option is not one', async () => {
    const said = await complaint(
      materialiseSnapshot(
        given({ git: '--upload-pack=touch /var/tmp/gatebench-pwned', commit: second }),
        cache,
        NOWHERE,
      ),
    );
    expect(said).toMatch(/cannot be reached/);
    const remote = await complaint(
      materialiseSnapshot(given({ git: 'ext::touch /var/tmp/gatebench-pwned', commit: second }), cache, NOWHERE),
    );
    expect(remote).toMatch(/cannot be reached/);
    expect(() => gitIn('/', 'hash-object', '/var/tmp/gatebench-pwned')).toThrow();
  });
});

describe('submodules', () => {
  let repo: string;
  let inner: string;
  let innerCommit: string;
  let id: string;
  beforeAll(() => {
    const room = givenRoom();
    inner = givenHistory(room, 'inner');
    innerCommit = commit(inner, { 'lib.js': 'lib\n' });
    repo = givenHistory(room, 'outer');
    commit(repo, { main: 'x\n' });
    for (const path of ['deps/inner', 'deps/unused']) gitIn(repo, 'submodule', 'add', '-q', '../inner', path);
    id = commit(repo, {});
  });
  const make = (more: object) =>
    materialiseSnapshot(given({ git: `file://${repo}`, commit: id, ...more }), cache, NOWHERE);

  it('that are declared are there, others are not', async () => {
    const { tree, submodules } = await make({ submodules: { 'deps/inner': innerCommit } });
    expect([await names(tree), submodules]).toEqual([
      ['.gitmodules', 'deps/inner/lib.js', 'main'],
      { 'deps/inner': innerCommit },
    ]);
    expect(await names((await make({})).tree)).toEqual(['.gitmodules', 'main']);
  });

  // Holds K2
  it('that are not declared are recorded with their commits', async () => {
    const { undeclared_submodules: some } = await make({ submodules: { 'deps/inner': innerCommit } });
    expect(some).toEqual({ 'deps/unused': innerCommit });
    const { undeclared_submodules: all } = await make({});
    expect(all).toEqual({ 'deps/inner': innerCommit, 'deps/unused': innerCommit });
  });

  it('with a relative URL are found beside a repository that is named by its path', async () => {
    const submodules = { 'deps/inner': innerCommit };
    const { tree } = await materialiseSnapshot(given({ git: repo, commit: id, submodules }), cache, NOWHERE);
    expect(await names(tree)).toContain('deps/inner/lib.js');
  });

  it('of submodules are declared by their whole path, counted from the URL of theirs; others are recorded', async () => {
    const room = givenRoom();
    const [deep, middle, outer] = ['deep', 'middle', 'outer'].map((name) => givenHistory(room, name)) as [
      string,
      string,
      string,
    ];
    const deepCommit = commit(deep, { deepest: 'x\n' });
    commit(middle, { half: 'x\n' });
    gitIn(middle, 'submodule', 'add', '-q', '../deep', 'deep');
    const middleCommit = commit(middle, {});
    commit(outer, { main: 'x\n' });
    gitIn(outer, 'submodule', 'add', '-q', '../middle', 'sub');
    const whole = { git: outer, commit: commit(outer, {}) };
    const one = await materialiseSnapshot(given({ ...whole, submodules: { sub: middleCommit } }), cache, NOWHERE);
    expect([await names(one.tree), one.undeclared_submodules]).toEqual([
      ['.gitmodules', 'main', 'sub/.gitmodules', 'sub/half'],
      { 'sub/deep': deepCommit },
    ]);
    const submodules = { sub: middleCommit, 'sub/deep': deepCommit };
    const both = await materialiseSnapshot(given({ ...whole, submodules }), cache, NOWHERE);
    expect([await names(both.tree), both.undeclared_submodules]).toEqual([
      ['.gitmodules', 'main', 'sub/.gitmodules', 'sub/deep/deepest', 'sub/half'],
      undefined,
    ]);
  });

  it('whose relative URL leads above the root are a mistake that says so', async () => {
    const outer = givenHistory(givenRoom(), 'outer');
    commit(outer, { '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ${'../'.repeat(40)}lib\n` });
    gitIn(outer, 'update-index', '--add', '--cacheinfo', `160000,${'d'.repeat(40)},x`);
    gitIn(outer, 'commit', '-q', '-m', 'x');
    const pinned = { git: outer, commit: gitIn(outer, 'rev-parse', 'HEAD'), submodules: { x: 'd'.repeat(40) } };
    expect(await complaint(materialiseSnapshot(given(pinned), cache, NOWHERE))).toMatch(
      /snapshot\.submodules: "x": its URL leads above the root/,
    );
  });

  it('come from the URL that the contract gives', async () => {
    const moved = givenHistory(givenRoom(), 'moved');
    gitIn(moved, 'fetch', '-q', inner, 'main:main2');
    const { tree } = await make({
      submodules: { 'deps/inner': innerCommit },
      submodule_urls: { 'deps/inner': `file://${moved}` },
    });
    expect(await names(tree)).toContain('deps/inner/lib.js');
  });

  it('that are pinned to another commit are a mistake that says what to write', async () => {
    expect(await complaint(make({ submodules: { 'deps/inner': 'c'.repeat(40) } }))).toBe(
      `contract.yml:11  snapshot.submodules: "deps/inner" resolves to ${innerCommit}, the contract says ${'c'.repeat(40)}\n  Write deps/inner: ${innerCommit}`,
    );
  });

  it('that are none are a mistake', async () => {
    expect(await complaint(make({ submodules: { main: innerCommit } }))).toBe(
      'contract.yml:11  snapshot.submodules: "main" is not a submodule of this commit',
    );
  });

  it.each(['--upload-pack=touch PWNED;', '-u@forge:x/y', 'ext::touch PWNED', '-oProxyCommand=touch PWNED'])(
    'whose URL in .gitmodules is %s run nothing',
    async (url) => {
      const room = givenRoom();
      const marker = join(room, 'pwned');
      const outer = givenHistory(room, 'outer');
      commit(outer, { '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = "${url.replace('PWNED', marker)}"\n` });
      gitIn(outer, 'update-index', '--add', '--cacheinfo', `160000,${'d'.repeat(40)},x`);
      gitIn(outer, 'commit', '-q', '-m', 'x');
      const pinned = {
        git: `file://${outer}`,
        commit: gitIn(outer, 'rev-parse', 'HEAD'),
        submodules: { x: 'd'.repeat(40) },
      };
      expect(await complaint(materialiseSnapshot(given(pinned), cache, NOWHERE))).toMatch(
        /submodule x: .*cannot be reached/,
      );
      expect(existsSync(marker)).toBe(false);
    },
  );
});

describe('the base of a pull request', () => {
  it("is the commit that the caller names, from the caller's clone", async () => {
    const repo = givenHistory();
    const base = commit(repo, { a: 'a\n' });
    commit(repo, { b: 'b\n' });
    const loaded = given({ base: 'pull-request' });
    const snapshot = await materialiseSnapshot(loaded, cache, {
      repos: [],
      pull_request: { base_sha: base, workspace: repo },
    });
    expect(snapshot).toEqual({
      kind: 'pull-request',
      identity: base,
      observed: base,
      tree: gitIn(repo, 'rev-parse', `${base}^{tree}`),
      submodules: {},
    });
    expect(await complaint(materialiseSnapshot(loaded, cache, NOWHERE))).toBe(
      'contract.yml:9  snapshot.base: pull-request needs a pull request\n  Run it from a workflow on: pull_request, or give --base and --head on the command line.',
    );
  });
});
