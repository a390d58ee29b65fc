import { explainEmptyPool, type PlaceSearch } from '../../../../src/run/oracle/challenge/explain_empty_pool.js';

const read = (names: readonly string[], readable = true): PlaceSearch['baseline'][number] => ({
  ...{ check: 'unit', wall_ms: 1, cpu_ms: 1, readable, cases: [], output: '' },
  tests: new Map(names.map((name) => [name, 'passed'])),
});
const search = (rest: Partial<PlaceSearch>): PlaceSearch => ({
  ...{ files: ['test/a.js', 'test/b.js'], places: 3, baseline: [read(['one', 'two'])], found: [] },
  ...rest,
});

const CASES: [what: string, reason: string, search: PlaceSearch][] = [
  ['no file', 'there is no hidden file that could have an expectation', search({ files: [] })],
  [
    'no place',
    'no expectation that can be made wrong is in a, b, c and 1 more: it must compare a value with a literal, in a ' +
      'test and outside of branches',
    search({ files: ['a', 'b', 'c', 'd'], places: 0 }),
  ],
  [
    'no test',
    'none of 3 expectations in test/a.js, test/b.js makes exactly one test fail when it is wrong',
    search({}),
  ],
  [
    'no report',
    'the command of the rounds (oracle.challenge.run) leaves no report that can be read',
    search({ baseline: [read([], false)] }),
  ],
  [
    'other names',
    'the command of the rounds (oracle.challenge.run) names no test as acceptance does: "a › one" there, "one" in ' +
      'acceptance',
    search({ baseline: [read(['a › one'])], found: ['a › one'] }),
  ],
  [
    'other tests',
    'expectations can be made wrong in tests that are not required only: three',
    search({ baseline: [read(['one', 'three'])], found: ['three'] }),
  ],
];

describe('the reason for no strength is the one that is true', () => {
  it.each(CASES)('%s', (_, reason, given) => {
    expect(explainEmptyPool(given, ['one', 'two'])).toBe(reason);
  });
});
