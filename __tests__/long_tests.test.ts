import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { LONG_TESTS, isLong } = (await import(pathToFileURL(join(import.meta.dirname, 'long_tests.mjs')).href)) as {
  LONG_TESTS: { what: string; held_by: string[]; files: string[] }[];
  isLong: (name: string) => boolean;
};

describe.each(LONG_TESTS)('long tests: $what', ({ held_by, files }) => {
  it('are files that exist, and what they repeat is held by others that run every time', () => {
    const missing = [...files, ...held_by].filter((path) => !existsSync(join(import.meta.dirname, path)));
    expect(missing).toEqual([]);
    expect(held_by.length).toBeGreaterThan(0);
    expect(held_by.filter((path) => isLong(`__tests__/${path}`))).toEqual([]);
  });
});
