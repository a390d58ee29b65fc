import {
  isOverlapping,
  listParentFolders,
  normalizeWorkspacePath,
} from '../../../../src/run/coordination/operations/normalize_workspace_path.js';

describe('a path inside the workspace', () => {
  it.each([
    ['src/a.js', 'src/a.js'],
    ['./src//a.js/', 'src/a.js'],
    ['.', ''],
    ['././', ''],
    ['.github/x', '.github/x'],
    ['a..b/...', 'a..b/...'],
    ['.gitignore', '.gitignore'],
    ['a\\..\\b', 'a\\..\\b'],
    ['naïve 🙂', 'naïve 🙂'],
  ])('%j has one spelling', (given, expected) => expect(normalizeWorkspacePath(given)).toBe(expected));

  it.each([
    '',
    '/',
    '/work/a',
    '..',
    '../a',
    'a/../b',
    'a/..',
    '.git',
    '.git/config',
    'a/.git/hooks',
    '.GIT/x',
    'a\0b',
  ])('%j is none', (given) => expect(normalizeWorkspacePath(given)).toBeUndefined());

  it('has the workspace and all folders above it', () => {
    expect([listParentFolders(''), listParentFolders('a'), listParentFolders('a/b/c')]).toEqual([
      [],
      [''],
      ['', 'a', 'a/b'],
    ]);
  });

  it('overlaps what it lies in and what lies in it, by whole names', () => {
    const pairs: [string, string, boolean][] = [
      ['a', 'a', true],
      ['a', 'a/b', true],
      ['', 'a/b', true],
      ['a', 'ab', false],
      ['a/b', 'a/c', false],
    ];
    for (const [one, other, expected] of pairs)
      expect([isOverlapping(one, other), isOverlapping(other, one)]).toEqual([expected, expected]);
  });
});
