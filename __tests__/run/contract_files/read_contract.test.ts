import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { UserError } from '../../../src/contract/input/user_error.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { type ContractInput, GOLDEN, smallContract, writeContract } from '../../given_task.js';

afterAll(cleanUp);

/** A folder with a contract and files beside it. */
function given(changes: Partial<ContractInput>, files: GivenFiles = {}): string {
  const room = write(join(givenRoom(), 'task'), files);
  writeContract(room, smallContract(changes));
  return room;
}

function complaint(room: string): string {
  try {
    readContract('contract.yml', room);
    return 'accepted';
  } catch (error) {
    if (error instanceof UserError) return error.text;
    throw error;
  }
}
const laid = (oracle: ContractInput['oracle'], files: GivenFiles) => {
  const { oracle_files, oracle_folders } = readContract('contract.yml', given({ oracle }, files));
  return { files: oracle_files.map(({ path }) => path), folders: oracle_folders };
};

describe('a contract that is read', () => {
  it('comes with every file it names, its place and its version', () => {
    const room = given(
      { oracle: { files: 'hidden/' }, golden_patch: 'golden.patch' },
      {
        'hidden/b.sh': 'b\n',
        'hidden/a/run': { content: 'run\n', executable: true },
        'golden.patch': GOLDEN,
        'unrelated.txt': 'x',
      },
    );
    const loaded = readContract('task/contract.yml', join(room, '..'));
    expect({ ...loaded, contract: loaded.contract.id, lines: loaded.lines.oracle }).toEqual({
      contract: 'small',
      path: join(room, 'contract.yml'),
      shown: 'task/contract.yml',
      folder: room,
      lines: 15,
      text_sha256: sha256(stringify(smallContract({ oracle: { files: 'hidden/' }, golden_patch: 'golden.patch' }))),
      oracle_files: [
        { path: 'hidden/a/run', content: Buffer.from('run\n'), executable: true, sha256: sha256('run\n') },
        { path: 'hidden/b.sh', content: Buffer.from('b\n'), executable: false, sha256: sha256('b\n') },
      ],
      oracle_folders: ['hidden'],
      golden: Buffer.from(GOLDEN),
      version: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('has another version when a hidden file changes by a byte or by its mode, and the same after a move', () => {
    const files = { 'hidden/a.sh': 'a\n' };
    const room = given({ oracle: { files: 'hidden' } }, files);
    const { version } = readContract('contract.yml', room);
    expect(readContract('contract.yml', given({ oracle: { files: 'hidden' } }, files)).version).toBe(version);
    writeFileSync(join(room, 'hidden/a.sh'), 'b\n');
    const changed = readContract('contract.yml', room).version;
    writeFileSync(join(room, 'hidden/a.sh'), 'a\n');
    chmodSync(join(room, 'hidden/a.sh'), 0o755);
    const executable = readContract('contract.yml', room).version;
    expect(new Set([version, changed, executable]).size).toBe(3);
  });
});

describe('hidden files are laid', () => {
  const files = { 'hidden/a.sh': 'a', 'hidden/deep/b.sh': 'b', 'tests/c.sh': 'c', 'one.sh': 'd' };
  it.each<[string, NonNullable<ContractInput['oracle']>['files'], { files: string[]; folders: string[] }]>([
    [
      'under the same name, for a folder',
      'hidden/',
      { files: ['hidden/a.sh', 'hidden/deep/b.sh'], folders: ['hidden'] },
    ],
    ['under its last name, for a folder in a folder', 'hidden/deep', { files: ['deep/b.sh'], folders: ['deep'] }],
    ['elsewhere', { from: 'hidden', to: 'spec/x' }, { files: ['spec/x/a.sh', 'spec/x/deep/b.sh'], folders: [] }],
    ['over the root', { from: 'hidden', to: '.' }, { files: ['a.sh', 'deep/b.sh'], folders: [] }],
    ['as one file under a new name', { from: 'one.sh', to: 'spec/two.sh' }, { files: ['spec/two.sh'], folders: [] }],
    ['as one file into a folder', { from: 'one.sh', to: 'spec/' }, { files: ['spec/one.sh'], folders: [] }],
    ['as one file into the root', { from: 'one.sh', to: '.' }, { files: ['one.sh'], folders: [] }],
    [
      'in a list',
      ['hidden', { from: 'tests', to: '.' }],
      { files: ['c.sh', 'hidden/a.sh', 'hidden/deep/b.sh'], folders: ['hidden'] },
    ],
    [
      'with the last one winning',
      [
        { from: 'hidden/a.sh', to: 'x' },
        { from: 'one.sh', to: './x' },
      ],
      { files: ['x'], folders: [] },
    ],
  ])('%s', (_, oracle, expected) => {
    expect(laid({ files: oracle }, files)).toEqual(expected);
  });
});

describe('a contract that names what it may not have is refused', () => {
  const at = (oracle: NonNullable<ContractInput['oracle']>['files'], files: GivenFiles = {}) =>
    given({ oracle: { files: oracle } }, files);
  const outside = { 'hidden/a.sh': 'a' };

  it.each<[string, () => string, string]>([
    [
      'hidden files that are not there',
      () => at('hiden/'),
      'contract.yml:16  oracle.files: "hiden" does not exist beside the contract',
    ],
    [
      'a hidden file that is a link',
      () => at('hidden', { 'hidden/a': { link: '/etc/passwd' } }),
      'contract.yml:16  oracle.files: "hidden/a" is a link or a special file; only files and folders may be hidden files',
    ],
    [
      'a folder that is a link',
      () => at('hidden', { hidden: { link: '/etc' } }),
      'contract.yml:16  oracle.files: "hidden" leads through a link',
    ],
    [
      'a folder behind a link',
      () => at('up/hidden', { up: { link: '/' } }),
      'contract.yml:16  oracle.files: "up/hidden" leads through a link',
    ],
    [
      'hidden files out of the repository',
      () => at({ from: 'hidden', to: '../x' }, outside),
      'contract.yml:16  oracle.files: "../x" leads out of the repository',
    ],
    [
      'hidden files out of the repository by a detour',
      () => at({ from: 'hidden', to: 'a/../../x' }, outside),
      'contract.yml:16  oracle.files: "a/../../x" leads out of the repository',
    ],
    [
      'hidden files at an absolute path',
      () => at({ from: 'hidden', to: '/etc' }, outside),
      'contract.yml:16  oracle.files: "/etc" leads out of the repository',
    ],
    [
      'hidden files in .git',
      () => at({ from: 'hidden', to: '.git/hooks' }, outside),
      'contract.yml:16  oracle.files: ".git/hooks/a.sh" is inside .git',
    ],
    [
      'hidden files in .GIT',
      () => at({ from: 'hidden', to: 'sub/.GIT' }, outside),
      'contract.yml:16  oracle.files: "sub/.GIT/a.sh" is inside .git',
    ],
    [
      'a golden patch that is not there',
      () => given({ golden_patch: 'golden.patch' }),
      'contract.yml:15  golden_patch: "golden.patch" does not exist beside the contract',
    ],
    [
      'a golden patch that is a link',
      () => given({ golden_patch: 'golden.patch' }, { 'golden.patch': { link: '/etc/passwd' } }),
      'contract.yml:15  golden_patch: "golden.patch" leads through a link',
    ],
    [
      'a golden patch that is a folder',
      () => given({ golden_patch: 'golden' }, { 'golden/x': 'x' }),
      'contract.yml:15  golden_patch: "golden" is not a file',
    ],
    [
      'a golden patch behind a file',
      () => given({ golden_patch: 'a/b' }, { a: 'x' }),
      'contract.yml:15  golden_patch: "a/b" does not exist beside the contract',
    ],
  ])('%s', (_, room, expected) => {
    expect(complaint(room())).toBe(expected);
  });

  it('a pipe in place of a file, without waiting for it', () => {
    const room = at('hidden');
    mkdirSync(join(room, 'hidden'));
    execFileSync('mkfifo', [join(room, 'hidden/pipe')]);
    expect(complaint(room)).toBe(
      'contract.yml:16  oracle.files: "hidden/pipe" is a link or a special file; only files and folders may be hidden files',
    );
    const golden = given({ golden_patch: 'pipe' });
    execFileSync('mkfifo', [join(golden, 'pipe')]);
    expect(complaint(golden)).toBe('contract.yml:15  golden_patch: "pipe" is not a file');
  });

  it('a contract file that is missing, a folder or a pipe', () => {
    const room = given({});
    const remedy =
      '\n  Name a contract file, a folder that has a contract.yml, or a pattern such as tasks/*/contract.yml.';
    rmSync(join(room, 'contract.yml'));
    expect(complaint(room)).toBe(`contract.yml: cannot be read (ENOENT)${remedy}`);
    execFileSync('mkfifo', [join(room, 'contract.yml')]);
    expect(complaint(room)).toBe(`contract.yml: cannot be read (not a file)${remedy}`);
    rmSync(join(room, 'contract.yml'));
    symlinkSync('contract.yml', join(room, 'contract.yml'));
    expect(complaint(room)).toBe(`contract.yml: cannot be read (ELOOP)${remedy}`);
  });

  // Holds R4
  it('a briefing that gives away a hidden file or the solution', () => {
    const room = at('hidden', { 'hidden/limit.test.js': 'x' });
    writeContract(room, smallContract({ oracle: { files: 'hidden' }, description: 'See hidden/limit.test.js\n' }));
    expect(complaint(room)).toBe(
      'contract.yml:4  the briefing gives away the hidden file: hidden/limit.test.js\n  Take it out of the description: the agent reads it.',
    );
  });

  it('a short solution in a diff block of the briefing, with the line where it stands', () => {
    const golden =
      '--- a/sum.js\n+++ b/sum.js\n@@ -1,3 +1,3 @@\n export function add(a, b) {\n-  return a - b;\n+  return a + b;\n }\n';
    const room = at('pasted', { 'golden.patch': golden });
    const description = 'It subtracts.\n\n```diff\n-  return a - b;\n+  return a + b;\n```\n';
    const path = writeContract(room, smallContract({ golden_patch: 'golden.patch', description }));
    const line =
      readFileSync(path, 'utf8')
        .split('\n')
        .findIndex((each) => each.includes('return a + b;')) + 1;
    expect(complaint(room)).toBe(
      `contract.yml:${line}  the briefing gives away the golden patch: return a + b; (line 2 of sum.js)\n  Take it out of the description: the agent reads it.`,
    );
  });

  it('but not the issue of an external task, which its tests repeat and nobody may reword', () => {
    const lines = [10, 11, 12].map((n) => `assert.equal(limit(${n}, window), ${n + 1})\n`).join('');
    const task = { oracle: { files: 'hidden' }, description: lines };
    const room = at('hidden', { 'hidden/limit.test.js': lines });
    writeContract(room, smallContract(task));
    expect(complaint(room)).toMatch('the briefing gives away the hidden file');
    writeContract(room, smallContract({ ...task, metadata: { tier: 1, source: 'external' } }));
    expect(complaint(room)).toBe('accepted');
  });
});
