import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** docs/requirements.md names files and titles of tests; a rename must not leave it behind. */

const page = readFileSync('docs/requirements.md', 'utf8');
const named = [...page.matchAll(/`([\w/.]+\.test\.ts)`(?:: \*([^*|]+)\*)?/g)].map(([, file, title]) => ({
  file,
  title,
}));

describe('docs/requirements.md', () => {
  it('names tests that exist, by the titles that they have', () => {
    const missing = named.filter(({ file, title = '' }) => {
      const path = `__tests__/${file}`;
      return !existsSync(path) || !readFileSync(path, 'utf8').replaceAll("\\'", "'").includes(title);
    });
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });

  it('speaks of every requirement', () => {
    const ids = Object.entries({ K: 10, R: 17, A: 6, S: 7, G: 11, P: 4 }).flatMap(([letter, most]) =>
      Array.from({ length: most }, (_, i) => `${letter}${i + 1}`),
    );
    // A range such as G1–G11 speaks of all that lie between.
    const ranges = [...page.matchAll(/\b([A-Z])(\d+)–\1(\d+)\b/g)].flatMap(([, letter, from, to]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => `${letter}${Number(from) + i}`),
    );
    const spoken = new Set([...(page.match(/\b[KRASGP]\d+\b/g) ?? []), ...ranges]);
    expect(ids.filter((id) => !spoken.has(id))).toEqual([]);
  });

  it('has every requirement that a comment of src refers to', () => {
    const cited = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join('src', name), 'utf8').matchAll(/\brequirements? ([A-Z]\d+[a-z]?)\b/g)])
      .map(([, id]) => id!);
    const rows = new Set([...page.matchAll(/^\| ([A-Z]\d+[a-z]?)\b/gm)].map(([, id]) => id!));
    expect([...new Set(cited)].filter((id) => !rows.has(id)).sort()).toEqual([]);
    expect(cited.length).toBeGreaterThan(30);
  });
});
