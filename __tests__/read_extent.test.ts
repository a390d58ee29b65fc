import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LEFT_OUT } from './extent.js';
import { cleanUp, givenRoom, write } from './given.js';

const { readExtent } = (await import(pathToFileURL(join(import.meta.dirname, 'read_extent.mjs')).href)) as {
  readExtent: (root: string, name: string) => 'same' | 'tests' | 'cases';
};

afterAll(cleanUp);

describe('what a test file has more where everything is tested', () => {
  it.each<[string, Record<string, string>, string]>([
    ['nothing', { 'a.test.ts': "import { x } from './x.js';", 'x.ts': '' }, 'same'],
    ['further tests', { 'a.test.ts': "import { itInFull } from './extent.js';" }, 'tests'],
    ['further groups', { 'a.test.ts': "import { describeInFull, itInFullWhere } from './extent.js';" }, 'tests'],
    ['more rows of a table', { 'a.test.ts': "import { itInFull, sampled } from './extent.js';" }, 'cases'],
    ['more cases of a property', { 'a.test.ts': "import fc from 'fast-check';" }, 'cases'],
    [
      'more cases in a helper, whatever it asks',
      { 'a.test.ts': "import { y } from './y.js';", 'y.ts': "import { itInFull } from './extent.js';" },
      'cases',
    ],
  ])('%s', (_, files, extent) => {
    const room = givenRoom();
    write(room, Object.fromEntries(Object.entries(files).map(([name, text]) => [`__tests__/${name}`, text])));
    expect(readExtent(room, '__tests__/a.test.ts')).toBe(extent);
  });
});

it('a test that is left out may be skipped, or be a table, without an error', () => {
  const body = () => expect(true).toBe(false);
  LEFT_OUT('x', body);
  LEFT_OUT.skip('x', body);
  LEFT_OUT.each([1])('%d', body);
  LEFT_OUT.skip.each([1])('%d', body);
});
