import fc from 'fast-check';
import picomatch from 'picomatch';
import { AUTO_LOADED_FILES, restorePackageJson } from '../../../src/run/oracle/restore_package_json.js';

/** Keys of package.json that runners obey. */
const RUNNER_KEYS = 'scripts jest vitest mocha ava tap nyc c8 babel type imports'.split(' ');

const autoLoaded = picomatch([...AUTO_LOADED_FILES], { dot: true });

describe('files that runners load by themselves', () => {
  it.each([
    'conftest.py',
    'a/b/conftest.py',
    'sitecustomize.py',
    'lib/usercustomize.py',
    'x.pth',
    'pytest.ini',
    '.pytest.ini',
    'tox.ini',
    'jest.config.js',
    'packages/a/jest.config.ts',
    'jest.setup.ts',
    'vitest.config.mts',
    'vitest.workspace.json',
    'playwright.config.ts',
    '.mocharc.json',
    '.mocharc.cjs',
    'test/mocha.opts',
    '.npmrc',
    '.env',
    '.nycrc.json',
    '.rspec',
    'phpunit.xml',
  ])('%s is put back', (path) => {
    expect(autoLoaded(path)).toBe(true);
  });

  it.each([
    'src/index.js',
    'conftest.py.txt',
    'docs/jest.md',
    'README.md',
    'my-conftest.py',
    'jest/config.js',
    'package.json',
  ])('%s stays as the patch has it', (path) => {
    expect(autoLoaded(path)).toBe(false);
  });
});

describe('package.json', () => {
  const snapshot = { name: 'x', scripts: { test: 'jest' }, jest: { bail: true }, dependencies: { a: '1' } };
  const text = (value: unknown, indent: number | string = 2) => `${JSON.stringify(value, null, indent)}\n`;

  it('keeps what the patch changed, but for the keys that a runner obeys', () => {
    const patched = {
      ...snapshot,
      scripts: { test: 'true' },
      type: 'module',
      dependencies: { a: '2', b: '1' },
      mocha: { require: 'evil' },
    };
    expect(JSON.parse(restorePackageJson(text(patched), text(snapshot))!)).toEqual({
      ...snapshot,
      dependencies: { a: '2', b: '1' },
    });
  });

  it('gets back keys that the patch removed', () => {
    expect(JSON.parse(restorePackageJson(text({ name: 'x' }), text(snapshot))!)).toEqual({
      name: 'x',
      scripts: snapshot.scripts,
      jest: snapshot.jest,
    });
  });

  it.each<[string, string, string]>([
    ['nothing that a runner obeys changed', text({ ...snapshot, version: '2' }), text(snapshot)],
    ['the snapshot has none that can be read', text(snapshot), 'not JSON'],
  ])('is left alone when %s', (_, patched, before) => {
    expect(restorePackageJson(patched, before)).toBeUndefined();
  });

  it.each(['', 'not JSON', '[]', 'null', '"x"', '{'])("is the snapshot's when the patch left %p", (patched) => {
    expect(restorePackageJson(patched, text(snapshot))).toBe(text(snapshot));
  });

  it('keeps the indentation of the patch', () => {
    expect(restorePackageJson(text({ ...snapshot, scripts: {} }, '\t'), text(snapshot))).toBe(text(snapshot, '\t'));
  });

  it("never leaves a runner's key as the patch had it", () => {
    const some = fc.dictionary(
      fc.constantFrom('name', 'version', ...RUNNER_KEYS, '__proto__'),
      fc.jsonValue({ maxDepth: 1 }),
    );
    fc.assert(
      fc.property(some, some, (patched, before) => {
        const now = JSON.parse(
          restorePackageJson(JSON.stringify(patched), JSON.stringify(before)) ?? JSON.stringify(patched),
        ) as Record<string, unknown>;
        const was = JSON.parse(JSON.stringify(before)) as Record<string, unknown>;
        for (const key of RUNNER_KEYS) expect(JSON.stringify(now[key])).toBe(JSON.stringify(was[key]));
      }),
    );
  });
});
