import {
  createCanaryNames,
  createNewNames,
  getNewPath,
  listNameMentions,
} from '../../../../src/run/oracle/perturbation/new_names.js';
import { isReplaceablePath, rewritePaths } from '../../../../src/run/oracle/perturbation/rewrite_paths.js';

const file = (path: string, text = '') => ({ path, content: Buffer.from(text), executable: false, sha256: '' });
/** The first letter of each alphabet: names become `bababab`. */
const first = () => 0;
const named = (
  files: Record<string, string>,
  commands: string[],
  { folders = ['hidden'], mentioned = [] as string[] } = {},
) =>
  createNewNames(
    {
      files: Object.entries(files).map(([path, text]) => file(path, text)),
      folders,
      commands,
      mentioned: new Set(mentioned),
    },
    first,
  );

describe('hidden files and folders get other names', () => {
  it('a folder of the oracle, and files as far as their names are free, with what runners look for kept', () => {
    const paths = [
      'hidden/a.test.js',
      'hidden/test_b.py',
      'hidden/c_linux_test.go',
      'hidden/d_spec.rb',
      'hidden/run.sh',
      'hidden/data.json',
    ];
    const names = named(Object.fromEntries(paths.map((path) => [path, ''])), [
      'sh ./hidden/run.sh "$REPORT" && cd hidden',
    ]);
    expect(paths.map((path) => getNewPath(path, names))).toEqual([
      'bababab/bababab.test.js',
      'bababab/test_bababab.py',
      'bababab/bababab_linux_test.go',
      'bababab/bababab_spec.rb',
      'bababab/bababab.sh',
      'bababab/data.json',
    ]);
    expect(rewritePaths('sh ./hidden/run.sh "$REPORT" && cd hidden', names.renamed)).toBe(
      'sh ./bababab/bababab.sh "$REPORT" && cd bababab',
    );
  });

  it.each([
    ['a runner looks for it', { 'test/a': '' }, [], { folders: ['test'] }, 'test', 'runners look for this name'],
    [
      'a command does more with it',
      { 'hidden/a': '' },
      ['ls | grep hidden.a'],
      {},
      'hidden',
      'a command names it other than as a path',
    ],
    [
      'the snapshot mentions it',
      { 'hidden/a': '' },
      [],
      { mentioned: ['hidden/'] },
      'hidden',
      'the snapshot mentions it',
    ],
    [
      'a hidden file mentions it',
      { 'hidden/a.py': 'from hidden import b' },
      [],
      {},
      'hidden',
      'a hidden file mentions it',
    ],
    [
      'a hidden file has its path',
      { 'hidden/a.js': 'import "../hidden/b.js"' },
      [],
      {},
      'hidden',
      'a hidden file mentions it',
    ],
  ])('a folder keeps its name where %s', (_, files, commands, rest, folder, why) => {
    const { renamed, kept } = named(files as Record<string, string>, commands, rest);
    expect([renamed[folder], kept[folder]]).toEqual([undefined, why]);
  });

  it.each([
    ['it has a meaning', { 'x/conftest.py': '' }, [], [], 'its name has a meaning'],
    [
      'another hidden file mentions it',
      { 'x/a.test.js': '', 'x/b.js': 'import "./a.test.js"' },
      [],
      [],
      'another hidden file mentions it',
    ],
    [
      'another hidden file has it in its name',
      { 'x/a.test.js': '', 'x/a.test.js.snap': '' },
      [],
      [],
      'another hidden file mentions it',
    ],
    ['the snapshot mentions it', { 'x/a.test.js': '' }, [], ['a.test'], 'the snapshot mentions it'],
    [
      'a command names its module',
      { 'x/test_a.py': '' },
      ['python3 x/run.py test_a'],
      [],
      'a command names it other than as a path',
    ],
    ['a command has a pattern', { 'x/a.test.js': '' }, ['node --test x/a*.js'], [], 'a command has a pattern'],
  ])('a file keeps its name where %s', (_, files, commands, mentioned, why) => {
    const names = named(files as unknown as Record<string, string>, commands, { folders: [], mentioned });
    const path = Object.keys(files)[0]!;
    expect([getNewPath(path, names), names.kept[path]]).toEqual([path, why]);
  });

  it('asks the snapshot for folders as paths, and for files as others would name them', () => {
    const files = ['hidden/a.test.js', 'hidden/test_b.py', 'hidden/c.sh'].map((path) => file(path));
    expect(listNameMentions({ files, folders: ['hidden'] })).toEqual([
      'hidden/',
      'hidden"',
      "hidden'",
      'a.test',
      'test_b',
      'c.sh',
    ]);
  });
});

describe('a path in a command', () => {
  it.each([
    ['node --test hidden/a.js', true],
    ['FILE=hidden sh -c "./hidden/a.js; (cd ../hidden)"', true],
    ['node --test /work/hidden/a.js', false],
    ['python3 -m unittest hidden.a', false],
    ['echo unhidden', false],
    ['true', true],
  ])('%s: %s', (command, clean) => {
    expect(isReplaceablePath(command, 'hidden', 'hidden')).toBe(clean);
  });
});

describe('the canary', () => {
  const files = ['hidden/a.test.js', 'hidden/canary.test.js'].map((path) => file(path));
  it('gets a name that nobody has seen', () => {
    expect(
      createCanaryNames(files, ['node --test hidden/canary.test.js'], ['node --test hidden/a.test.js'], first),
    ).toEqual({
      'hidden/canary.test.js': 'hidden/bababab.test.js',
    });
  });

  it('leaves the name of an acceptance test that it runs in the place of', () => {
    const canary = ['cp hidden/canary.test.js hidden/a.test.js && node --test hidden/a.test.js'];
    expect(createCanaryNames(files, canary, ['node --test hidden/a.test.js'], first)).toEqual({
      'hidden/canary.test.js': 'hidden/bababab.test.js',
    });
  });
});
