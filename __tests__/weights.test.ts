import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cleanUp, givenRoom } from './given.js';

interface Source {
  lines: number;
}
interface House {
  files: Map<string, Source>;
  importers: Map<string, Set<string>>;
}
interface MeasureHouse {
  readHouse: (root: string) => House;
  countLines: (house: House) => Record<string, number>;
  findDoors: (house: House) => Record<string, string[]>;
  listPlaces: (house: House) => Record<string, string[]>;
  collectClosure: (house: House, path: string) => Set<string>;
}

const root = join(import.meta.dirname, '..');
const { readHouse, countLines, findDoors, listPlaces, collectClosure } = (await import(
  pathToFileURL(join(root, 'scripts/house/measure-house.mjs')).href
)) as MeasureHouse;

const house = readHouse(join(root, 'src'));

afterAll(cleanUp);

describe('weights.json holds what src may weigh', () => {
  const weights = JSON.parse(readFileSync(join(root, 'weights.json'), 'utf8')) as Record<
    'lines' | 'doors' | 'places',
    Record<string, number>
  >;

  it('no room has more lines: take something away, or raise the number and say why in the commit', () => {
    expect(excess(countLines(house), weights.lines)).toEqual([]);
  });

  it('no room has more doors, which are files that other rooms import', () => {
    expect(excess(count(findDoors(house)), weights.doors)).toEqual([]);
  });

  it('no aim of the house has more places that miss it (node scripts/house-figures.mjs --list)', () => {
    expect(excess(count(listPlaces(house)), weights.places)).toEqual([]);
  });
});

const count = (lists: Record<string, string[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));

/** Names what is more than it may be; what has no number may not be at all. */
const excess = (figures: Record<string, number>, limits: Record<string, number>): string[] =>
  Object.entries(figures)
    .filter(([name, figure]) => figure > (limits[name] ?? 0))
    .map(([name, figure]) => `${name}: ${figure}, at most ${limits[name] ?? 0}`);

describe('the house is measured', () => {
  const given = (files: Record<string, string>): House => {
    const folder = givenRoom();
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return readHouse(folder);
  };

  it('counts lines by room, a file of the root as one', () => {
    expect(countLines(given({ 'cli.ts': 'a;\n', 'run/a.ts': 'a;\nb;\n', 'run/b/c.ts': 'a;\n' }))).toEqual({
      cli: 1,
      run: 3,
    });
  });

  it('finds doors and folders that are roof and foundation, and counts imports of types as imports', () => {
    const house = given({
      'run/a.ts': `import type { B } from './deep/b.js'; export type A = B;`,
      'run/deep/b.ts': `import { c } from '../c.js'; export type B = typeof c;`,
      'run/c.ts': 'export const c = 1;',
      'cli.ts': `import { type A } from './run/a.js'; export type D = A;`,
    });
    expect(findDoors(house)).toEqual({ run: ['run/a.ts'] });
    expect(listPlaces(house)['folders that are roof and foundation']).toEqual(['run']);
    expect([...collectClosure(house, 'cli.ts')]).toEqual(['cli.ts']);
    expect([...collectClosure(house, 'run/deep/b.ts')]).toEqual(['run/deep/b.ts', 'run/c.ts']);
  });

  it('finds long functions, wide lines, locals that name nothing, and forms that are hard to read, each at its line', () => {
    const text = [
      "const umlaut = 'äöü€';",
      `export const long = () => {\n${'  umlaut;\n'.repeat(78)}};`,
      `export function longer() {\n${'  umlaut;\n'.repeat(79)}\n}`,
      `// ${'x'.repeat(118)}`,
      'export function f(own: string[], at?: number) {',
      '  const said = own[0]!.length;',
      '  const { of } = { ...(at ? { of: 1 } : {}), ...[], said };',
      '  return at ? 1 : of ? 2 : 3;',
      '}',
    ].join('\n');
    const places = listPlaces(given({ 'run/a.ts': text }));
    expect(places['functions over 80 lines']).toEqual(['run/a.ts:82 longer: 82 lines']);
    expect(places['lines over 120 columns']).toEqual(['run/a.ts:164']);
    expect(places['locals named by pronoun, preposition or participle']).toEqual([
      'run/a.ts:166 said',
      'run/a.ts:167 of',
    ]);
    expect(places['! after an index']).toEqual(['run/a.ts:166']);
    expect(places['conditional spreads']).toEqual(['run/a.ts:167']);
    expect(places['nested ?:']).toEqual(['run/a.ts:168']);
  });
});

describe('the README of a room', () => {
  const doors = findDoors(house);
  const rooms = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'engine')
    .map(({ name }) => name);
  const read = (room: string) => readFileSync(join(root, 'src', room, 'README.md'), 'utf8');

  it.each(rooms)('is there, has at most 40 lines, and says how to test the room alone: %s', (room) => {
    expect(read(room)).toMatch(new RegExp(`^# ${room}\\n[\\s\\S]*npm test -- ${room}`));
    expect(read(room).trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  // A room of more than twenty doors has no list yet: weights.json bounds their number.
  it.each(rooms.filter((room) => doors[room] !== undefined && doors[room].length <= 20))(
    'lists its doors, which are the files that other rooms import: %s',
    (room) => {
      const [, list] = /\n## Doors\n([\s\S]*?)(?:\n## |$)/.exec(read(room)) ?? [];
      const listed = [...(list ?? '').matchAll(/`([\w/]+\.ts)`/g)].map(([, path]) => `${room}/${path}`);
      expect(listed.sort()).toEqual([...doors[room]!].sort());
    },
  );
});
