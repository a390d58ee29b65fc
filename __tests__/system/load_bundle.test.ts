import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { givenCompiled } from '../compiled.js';
import { cleanUp, givenRoom } from '../given.js';

const compiled = givenCompiled('system');
afterAll(() => {
  cleanUp();
  rmSync(compiled, { recursive: true });
});

const BUNDLE = `'use strict';
exports.answer = [1, 2, 3].map((x) => x * 2).join('\\u00d7');
exports.file = __filename;
exports.path = require('node:path').sep;
exports.later = () => __import('node:os').then(({ EOL }) => EOL);
`;

/** A bundle, and a process that loads it with a home folder of its own. */
function givenBundle(text = BUNDLE, then = '') {
  const room = givenRoom();
  const [file, home] = [join(room, 'bundle.cjs'), join(room, 'home')];
  writeFileSync(file, text);
  mkdirSync(home);
  const program = `import { loadBundle } from ${JSON.stringify(pathToFileURL(join(compiled, 'lib/system/load_bundle.js')).href)};
import { openCodeCache } from ${JSON.stringify(pathToFileURL(join(compiled, 'lib/system/open_code_cache.js')).href)};
const { answer, file, path, later } = loadBundle(${JSON.stringify(pathToFileURL(file).href)}, { profile: 'run', cache: openCodeCache(process.env) });
import { limitYoungGeneration } from ${JSON.stringify(pathToFileURL(join(compiled, 'lib/system/load_bundle.js')).href)};
${then}
console.log(JSON.stringify([answer, file, path, await later()]));`;
  const load = (env: Record<string, string> = { HOME: home }) =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8', cwd: room }),
    );
  const folder = join(home, '.cache', 'gatebench-code');
  const kept = () => {
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      return [];
    }
  };
  return { load, kept, folder, file, home, room, expected: ['2×4×6', file, '/', '\n'] };
}

/** The same code, for another file: with a sum that is right. */
function otherFacts(bytes: Buffer): Buffer {
  const kept = Buffer.from(bytes.subarray(0, -4).toString('latin1').replace('bundle.cjs', 'carpet.cjs'), 'latin1');
  let sum = kept.length;
  for (let at = 0; at + 4 <= kept.length; at += 256) sum = (Math.imul(sum, 31) + kept.readInt32LE(at)) >>> 0;
  return Buffer.concat([kept, Buffer.from(new Uint32Array([sum]).buffer)]);
}

describe('a bundle of the package', () => {
  it('is loaded like a CommonJS module, and its compiled code is kept for the next process', () => {
    const { load, kept, expected } = givenBundle();
    expect(load()).toEqual(expected);
    const [entry] = kept();
    const bytes = readFileSync(entry!);
    expect(load()).toEqual(expected);
    expect(kept()).toEqual([entry]);
    expect(readFileSync(entry!).equals(bytes)).toBe(true);
    expect(statSync(join(entry!, '..')).mode & 0o777).toBe(0o700);
  });

  it('is not compiled anew after a process that limited its young generation', () => {
    const limit = 'limitYoungGeneration(0); await new Promise((resume) => setTimeout(resume, 5));';
    const { load, kept, expected } = givenBundle(BUNDLE, limit);
    load();
    const [entry] = kept();
    const { ino } = statSync(entry!); // what is written anew is another file
    expect(load()).toEqual(expected);
    expect(statSync(entry!).ino).toBe(ino);
  });

  it('is compiled anew when it changes, also to one of the same length', () => {
    const { load, kept, file, expected } = givenBundle();
    load();
    writeFileSync(file, BUNDLE.replace('x * 2', 'x * 3'));
    expect(load()).toEqual(['3×6×9', ...expected.slice(1)]);
    expect(kept()).toHaveLength(2);
  });

  it.each([
    ['cut off', (path: string) => truncateSync(path, 100)],
    ['without a sector', (path: string) => writeFileSync(path, readFileSync(path).fill(0, 512, 1024))],
    ['of another file', (path: string) => writeFileSync(path, otherFacts(readFileSync(path)))],
    ['empty', (path: string) => truncateSync(path, 0)],
  ])('is compiled where what was kept is %s', (_, spoil) => {
    const { load, kept, expected } = givenBundle();
    load();
    const [entry] = kept();
    const whole = readFileSync(entry!);
    spoil(entry!);
    expect(load()).toEqual(expected);
    expect(readFileSync(entry!).length).toBe(whole.length);
  });

  it('takes no code that others could have written', () => {
    const { load, kept, folder, expected } = givenBundle();
    load();
    const [entry] = kept();
    chmodSync(entry!, 0o666);
    const before = statSync(entry!).mtimeMs;
    expect(load()).toEqual(expected);
    expect(statSync(entry!).mtimeMs).not.toBe(before); // written anew, under this user's mode
    expect(statSync(entry!).mode & 0o022).toBe(0);
    chmodSync(folder, 0o777);
    const untouched = statSync(entry!).mtimeMs;
    truncateSync(entry!, 0);
    expect(load()).toEqual(expected);
    expect(statSync(entry!).size).toBe(0);
    expect(untouched).toBeGreaterThan(0);
  });

  it('does not follow a link to a folder of others', () => {
    const { load, home, room, folder, expected } = givenBundle();
    const elsewhere = join(room, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(home, '.cache'));
    symlinkSync(elsewhere, folder);
    expect(load()).toEqual(expected);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.each([
    ['there is no home folder', {}],
    ['the home folder is relative', { HOME: 'home' }],
    ['the home folder cannot be written', { HOME: '/proc' }],
  ])('is loaded where %s', (_, env) => {
    const { load, kept, expected } = givenBundle();
    expect(load(env as Record<string, string>)).toEqual(expected);
    expect(kept()).toEqual([]);
  });
});

it('the engine is loaded from the bundle beside its loader', () => {
  const engine = new URL('../../dist/engine/', import.meta.url);
  const code = readFileSync(new URL('engine.cjs', engine), 'latin1');
  expect(/[^\0-\x7f]/.test(code)).toBe(false);
  expect(code.startsWith("'use strict';\n")).toBe(true);
  const out = execFileSync(
    process.execPath,
    [fileURLToPath(new URL('../../dist/cli/index.js', import.meta.url)), 'schema', '--help'],
    {
      encoding: 'utf8',
      env: {},
    },
  );
  expect(out).toContain('schema');
});
