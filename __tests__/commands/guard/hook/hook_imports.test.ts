import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const SRC = join(import.meta.dirname, '../../../../src');
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^;']*?\sfrom\s)?'([^']+)'/gm;

/** The files and packages that are loaded with a file; types and what is loaded on demand are none of them. */
function loadedWith(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (path.endsWith('.json')) return seen;
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(IMPORT)) {
    if (!name.startsWith('.')) seen.add(name);
    else loadedWith(resolve(dirname(path), name.replace(/\.js$/, '.ts')), seen);
  }
  return seen;
}

it('the hook loads the guard and little else, since a client waits for it', () => {
  const loaded = ['commands/guard/hook/run_hook.ts', 'hook.ts'].flatMap((path) => [...loadedWith(join(SRC, path))]);
  const packages = loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'));
  expect([...new Set(packages)].sort()).toEqual(['fastest-levenshtein', 'unbash']);
  const files = loaded.filter((name) => name.startsWith('/')).map((name) => name.slice(SRC.length + 1));
  const others = files.filter((name) => !/^(guard|commands\/guard\/hook|contract\/input)\/|^hook\.ts$/.test(name));
  expect([...new Set(others)].sort()).toEqual([
    'run/safety/find_written_paths.ts',
    'system/load_bundle.ts',
    'system/open_code_cache.ts',
    'system/read_regular_file.ts',
    'system/write_atomically.ts',
  ]);
});
