import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanUp, givenRoom } from '../given.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
afterAll(cleanUp);

const build = (folder: string) =>
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A copy of all that a build reads and writes, without the packages: a build cannot succeed there. */
const copy = givenRoom();
beforeAll(() => {
  const files = ['tsconfig.json', 'tsconfig.library.json', 'tsconfig.page.json', 'package.json', 'package-lock.json'];
  for (const name of ['src', 'data', 'scripts', 'schema', 'dist', ...files])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  cpSync(join(root, 'node_modules/acorn'), join(copy, 'node_modules/acorn'), { recursive: true });
});

describe('a build that is asked for if something changed', () => {
  it('is left out where dist/ was built from what is there', () => {
    expect(build(copy)).toBe('dist/ is built from what is here\n');
  });

  it.each([
    ['a source', 'src/cli.ts'],
    ['a rule of the guard', 'data/guard/rules/git.yml'],
    ['a version of a package', 'package-lock.json'],
    ['a bundle', 'dist/engine/index.js'],
    ['a schema', 'schema/contract.json'],
  ])('is tried where %s is not the same', (_, name) => {
    appendFileSync(join(copy, name), '\n');
    expect(() => build(copy)).toThrow(/Command failed/);
    cpSync(join(root, name), join(copy, name));
  });

  it('is tried where a bundle is missing', () => {
    rmSync(join(copy, 'dist/cli/index.js'));
    expect(() => build(copy)).toThrow(/Command failed/);
  });
});
