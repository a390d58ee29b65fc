import fc from 'fast-check';
import type { BenchmarkRow } from '../../../src/adapters/rows/benchmark_row.js';
import { RowFault, readNames, readRequiredText, readText } from '../../../src/adapters/rows/read_names.js';

const row = (fields: Record<string, unknown>): BenchmarkRow => ({ place: 'rows.jsonl:1', fields });
/** A list as Python prints it. */
const printPython = (names: readonly string[]) =>
  `[${names.map((name) => `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')}'`).join(', ')}]`;

it('reads a list of names alike in every encoding', () => {
  const lists = fc.uniqueArray(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((name) => name.trim() !== ''),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(lists, (names) => {
      const encodings = [
        names,
        JSON.stringify(names),
        JSON.stringify(JSON.stringify(names)),
        printPython(names),
        Object.fromEntries(names.map((name) => [`${name} `, { run: 'FAIL' }])),
      ];
      for (const [at, value] of encodings.entries()) {
        const read = readNames(row({ FAIL_TO_PASS: value }), 'FAIL_TO_PASS');
        // Keys of a map that look like numbers come first.
        if (at === 4) expect(read.map((name) => name.slice(0, -1)).sort()).toEqual([...names].sort());
        else expect(read).toEqual(names);
      }
    }),
  );
});

it.each<[what: string, value: unknown, fault: RegExp]>([
  ['a number', 7, /FAIL_TO_PASS is a number, not a list/],
  ['a list of numbers', [1], /holds a number, not only names/],
  ['a list of lists', [['a']], /holds a list/],
  ['a text that is no list', 'all of them', /is a text that is no list: "all of them"/],
  ['a list that is cut off', "['a', 'b", /is a text that is no list/],
  ['Python with something behind it', "['a'] + x", /is a text that is no list/],
  [
    'JSON in JSON without an end',
    JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(JSON.stringify(['a']))))),
    /is a string, not a list/,
  ],
  ['a name without an end', ['x'.repeat(3000)], /has a name of 3000 characters/],
])('refuses %s as a list of names', (_, value, fault) => {
  expect(() => readNames(row({ FAIL_TO_PASS: value }), 'FAIL_TO_PASS')).toThrow(fault);
  expect(() => readNames(row({ FAIL_TO_PASS: value }), 'FAIL_TO_PASS')).toThrow(RowFault);
});

it('takes nothing for an empty list, and the first name that the row has', () => {
  for (const value of [undefined, null, '', 'None', '[]', []])
    expect(readNames(row({ P2P: value }), 'PASS_TO_PASS', 'P2P')).toEqual([]);
  expect(readNames(row({ P2P: ['a', 'a', ' '] }), 'PASS_TO_PASS', 'P2P')).toEqual(['a']);
});

it('reads texts, and numbers as texts', () => {
  expect(readText(row({ version: 1.5, number: 12n }), 'version')).toBe('1.5');
  expect(readText(row({ number: 12n }), 'number')).toBe('12');
  expect(readText(row({ a: new Date(0) }), 'a')).toBe('1970-01-01T00:00:00.000Z');
  expect(readText(row({ a: null }), 'a')).toBeUndefined();
  expect(() => readText(row({ a: {} }), 'a')).toThrow('a is an object, not a text');
  expect(() => readRequiredText(row({ patch: '  ' }), 'patch')).toThrow('there is no patch');
});
