import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { createMutants } from '../../../src/run/validation/create_mutants.js';
import { formatPatchSections, parsePatchSections } from '../../../src/run/validation/patch_section.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';

afterAll(cleanUp);
const room = givenRoom();
const git = (...args: string[]) => execFileSync('git', ['-c', 'core.autocrlf=false', ...args], { cwd: room });

/** A patch from one set of files to another, made by git in the room; the room is left at the first. */
function patchBetween(before: GivenFiles, after: GivenFiles): Buffer {
  rmSync(join(room, '.git'), { recursive: true, force: true });
  git('init', '-q');
  const commit = () => {
    git('add', '-A');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x');
  };
  for (const name of Object.keys({ ...before, ...after })) rmSync(join(room, name), { force: true });
  write(room, before);
  commit();
  for (const name of Object.keys(before)) rmSync(join(room, name), { force: true });
  write(room, after);
  git('add', '-A');
  const patch = git('diff', '--cached', '--binary', 'HEAD');
  git('reset', '-q', '--hard', 'HEAD');
  return patch;
}

/** The files as a patch leaves them; throws when it does not apply. */
function applied(patch: Uint8Array, ...names: string[]): string[] {
  execFileSync('git', ['apply', '--index', '-'], { cwd: room, input: patch });
  const texts = names.map((name) => git('show', `:${name}`).toString());
  git('reset', '-q', '--hard', 'HEAD');
  return texts;
}

const TEN = Array.from({ length: 20 }, (_, i) => `line(${i});`);
const text = (lines: string[]) => `${lines.join('\n')}\n`;

describe('mutants of a reference solution', () => {
  const before = { 'src/a.js': text(TEN), 'README.md': 'old\n', 'test/a.test.js': 'old();\n' };
  const after = {
    'src/a.js': text(TEN.with(2, 'if (a === b) x();').with(15, 'const limit = 3;')),
    'src/b.js': 'export const ready = true;\n',
    'README.md': 'new 1\n',
    'test/a.test.js': 'fresh(1);\n',
  };

  it('are of every kind, leave tests and prose alone, and say what was changed where', () => {
    const mutants = createMutants(patchBetween(before, after), 1, 100);
    expect(mutants.map(({ file, line, change }) => `${file}:${line ?? '*'} ${change}`).sort()).toEqual([
      'src/a.js:* the whole file left out',
      // A line that is all of its hunk is left out with it.
      'src/a.js:1 one hunk left out',
      'src/a.js:13 one hunk left out',
      'src/a.js:16 3 → 4 in: const limit = 3;',
      'src/a.js:3 === → !== in: if (a === b) x();',
      'src/b.js:* the whole file left out',
      'src/b.js:1 true → false in: export const ready = true;',
    ]);
  });

  it('are the same for the same seed, others for another, and never more than asked for', () => {
    const golden = patchBetween(before, after);
    const names = (seed: number, limit: number) => createMutants(golden, seed, limit).map(({ name }) => name);
    expect(names(1, 4)).toEqual(names(1, 4));
    expect(names(1, 4)).toHaveLength(4);
    expect(names(1, 7)).toEqual(expect.arrayContaining(names(1, 4)));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => names(seed, 4).join())).size).toBeGreaterThan(1);
    expect(names(1, 0)).toEqual([]);
  });

  it('take a replaced line back to what it was', () => {
    const golden = patchBetween(
      { 'a.js': text(['a();', 'b();', 'c();']) },
      { 'a.js': text(['one();', 'two();', 'c();']) },
    );
    const reverts = createMutants(golden, 1, 100).filter(({ change }) => change.startsWith('line left out'));
    expect(reverts.map(({ patch }) => applied(patch, 'a.js')[0]).sort()).toEqual([
      'a();\ntwo();\nc();\n',
      'one();\nb();\nc();\n',
    ]);
  });

  it('all apply, and none is the reference itself', () => {
    const line = fc.constantFrom(
      'a();',
      'if (a < b) c();',
      '',
      'x = 1 + 2;',
      '// note',
      '}',
      'return !a && b;',
      "say('ü');",
    );
    const file = fc.array(line, { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(file, file, file, (one, two, three) => {
        const golden = patchBetween(
          { 'a.js': text(one), 'b.js': text(three) },
          { 'a.js': text(two), 'b.js': text(two) },
        );
        fc.pre(golden.length > 0);
        const whole = applied(golden, 'a.js', 'b.js').join('\0');
        for (const { patch, name } of createMutants(golden, 7, 12))
          expect([name, applied(patch, 'a.js', 'b.js').join('\0') === whole]).toEqual([name, false]);
      }),
      { numRuns: 6 },
    );
  });
});

describe('a patch that is taken apart and put together', () => {
  it.each<[string, GivenFiles, GivenFiles]>([
    ['changes', { 'a.js': text(TEN) }, { 'a.js': text(TEN.with(3, 'x').with(17, 'y')) }],
    ['a new and a deleted file', { 'a.js': 'a\n' }, { 'b.js': 'b\n' }],
    ['no line break at the end', { 'a.js': 'a\nb' }, { 'a.js': 'a\nc' }],
    ['bytes', { 'a.bin': Buffer.from([0, 255, 1]) }, { 'a.bin': Buffer.from([0, 254]) }],
    ['a mode alone', { 'a.sh': 'a\n' }, { 'a.sh': { content: 'a\n', executable: true } }],
    ['lines that look like headers', { 'a.js': '-- a\n' }, { 'a.js': '-- a\n++ b\n@@ -1 +1 @@\n' }],
  ])('is what it was: %s', (_, before, after) => {
    const patch = patchBetween(before, after);
    const names = Object.keys(after);
    expect(applied(formatPatchSections(parsePatchSections(patch)), ...names)).toEqual(applied(patch, ...names));
  });
});

describe('mutants leave tests alone', () => {
  const list = (after: GivenFiles, isTest?: (path: string) => boolean) =>
    createMutants(patchBetween({ 'src/limit.js': 'export const limit = 1;\n' }, after), 1, 50, isTest);
  const tested = 'test(() => {\n  if (limit === 2) check(3);\n});\n';

  it.each([
    'src/test-limit.js',
    'src/limit_test.js',
    'src/limit.tests.ts',
    'src/limit-spec.ts',
    'src/__mocks__/limit.js',
    'lib/limit_spec.rb',
    'limit_test.go',
    'app/tests.py',
    'test_limit.py',
    'conftest.py',
    'Limit.Tests/Limit.cs',
    'core/LimitTest.java',
    'src/testFixtures/java/Limit.java',
    'src/androidTest/kotlin/Limit.kt',
    'cypress/limit.cy.js',
    'limit.bats',
  ])('%s of the patch has no fault', (path) => {
    const mutants = list({ 'src/limit.js': 'export const limit = 2;\n', [path]: tested });
    expect([...new Set(mutants.map(({ file }) => file))]).toEqual(['src/limit.js']);
  });

  it('a file that the contract or the repository calls a test has none, whatever its name', () => {
    const after = { 'src/limit.js': 'export const limit = 2;\n', 'src/limit.check.js': tested };
    expect(list(after).some(({ file }) => file === 'src/limit.check.js')).toBe(true);
    expect(list(after, (path) => path.endsWith('.check.js')).map(({ file }) => file)).not.toContain(
      'src/limit.check.js',
    );
  });

  it('the tests at the end of a source file have none', () => {
    const before = { 'src/lib.rs': 'pub fn limit() -> u8 { 1 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n' };
    const after = {
      'src/lib.rs':
        'pub fn limit() -> u8 { 2 }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn is_two() {\n        assert!(limit() == 2);\n    }\n}\n',
    };
    const changes = createMutants(patchBetween(before, after), 1, 50).map(({ change }) => change);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter((change) => /is_two|assert|#\[test\]/.test(change))).toEqual([]);
  });
});
