import fc from 'fast-check';
import { z } from 'zod';
import { JsonObjectReader } from '../../../../src/record/json/parts/json_object_reader.js';
import { TextBudget } from '../../../../src/record/json/parts/text_cache.js';
import { itInFull } from '../../../extent.js';

const schema = z.strictObject({
  id: z.string(),
  count: z.int(),
  part: z.strictObject({ name: z.string(), note: z.string().optional(), below: z.strictObject({ n: z.number() }) }),
  list: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  steps: z
    .array(z.strictObject({ n: z.int(), what: z.string().optional() }))
    .min(1)
    .max(20),
  more: z.boolean().nullable().optional(),
  filled: z.array(z.string()).default([]),
});

const few = <T>(...values: T[]) => fc.constantFrom(...values);
const objects = fc.record(
  {
    id: fc.oneof(fc.string(), few('a', 'b', '×', '"', '\\', '","count":1', '😀')),
    count: few(0, 1, 12, 123),
    part: fc.record(
      {
        name: few('x', 'y', '−'),
        note: few('', 'n'),
        below: fc.record({ n: fc.oneof(few(0, 1), fc.double({ noNaN: true, noDefaultInfinity: true })) }),
      },
      { requiredKeys: ['name', 'below'] },
    ),
    list: fc.array(fc.dictionary(fc.string(), fc.oneof(fc.string(), few(1, null))), { maxLength: 2 }),
    steps: fc.array(fc.record({ n: few(1, 2), what: few('x', '−') }, { requiredKeys: ['n'] }), { minLength: 1 }),
    more: few(true, false, null),
    filled: few([], ['f']),
  },
  { requiredKeys: ['id', 'count', 'part', 'list', 'steps'] },
);

const toBytes = (text: string) => Buffer.from(text).toString('latin1');
const open = (budget?: TextBudget) => {
  const reader = new JsonObjectReader(schema, ['part', 'part.below', 'list', 'steps.*'], '', budget);
  return (bytes: string) => {
    const value = reader.read(bytes, 0);
    return reader.end === bytes.length ? value : undefined;
  };
};
/** What JSON.parse and the schema make of a text; undefined if it is no such object. */
const parse = (bytes: string): unknown => {
  try {
    return schema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))))
      .data;
  } catch {
    return undefined;
  }
};

describe('an object that is read member by member', () => {
  it('is what JSON.parse and the schema make of its text, in the same order, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(objects, { maxLength: 12 }), fc.constantFrom(40, 400, 1e6), (values, limit) => {
        const read = open(new TextBudget(limit));
        for (const value of values) {
          const bytes = toBytes(JSON.stringify(value));
          const found = read(bytes);
          // A member with a default may be absent: such an object is left to the schema.
          if (found === undefined) expect(value).not.toHaveProperty('filled');
          else expect(JSON.stringify(found)).toBe(JSON.stringify(parse(bytes)));
        }
      }),
    );
  });

  it('is never another one, when bytes of its text are changed', () => {
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.nat(3),
      put: fc.oneof(fc.string(), few('"', '}', ',', '1', '\xff')),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(objects, fc.array(edit, { maxLength: 2 })), { maxLength: 6 }), (given) => {
        const read = open();
        for (const [value, edits] of given) {
          let bytes = toBytes(JSON.stringify(value));
          for (const { at, cut, put } of edits) {
            const from = at % bytes.length;
            bytes = `${bytes.slice(0, from)}${toBytes(put)}${bytes.slice(from + cut)}`;
          }
          const found = read(bytes);
          if (found !== undefined) expect(JSON.stringify(found)).toBe(JSON.stringify(parse(bytes)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is one object for equal texts in a row, and shares equal parts with others', () => {
    const read = open();
    const given = (id: string, n: number) =>
      read(
        JSON.stringify({
          ...{ id, count: 1, part: { name: 'x', below: { n } } },
          ...{ list: [{ a: 'b' }], steps: [{ n: 7 }, { n }], filled: [] },
        }),
      ) as z.output<typeof schema>;
    const [one, same, other, third] = [given('1', 1), given('1', 1), given('2', 1), given('3', 2)];
    expect(same).toBe(one);
    expect([one.id, other.id, third.part.below.n, other.part.below.n]).toEqual(['1', '2', 2, 1]);
    expect(other.part).toBe(one.part);
    expect(third.list).toBe(one.list);
    expect(other.steps).toBe(one.steps);
    expect(third.steps[0]).toBe(one.steps[0]);
    expect(third.steps).toEqual([{ n: 7 }, { n: 2 }]);
  });

  const good = '{"id":"a","count":1,"part":{"name":"x","below":{"n":1}},"list":[],"steps":[{"n":1}],"filled":[]}';
  it.each([
    ['a name twice', good.replace('"count":1', '"count":1,"count":1')],
    ['another name', good.replace('"count":1', '"count":1,"__proto__":1')],
    ['a name with an escape', good.replace('"count"', '"\\u0063ount"')],
    ['a name that is missing', good.replace('"count":1,', '')],
    ['a number that goes on', good.replace('"count":1', '"count":1x')],
    ['space around members', good.replace('"count"', ' "count"')],
    ['no comma', good.replace('1,"part"', '1"part"')],
    ['a comma too many', good.replace('1,"part"', '1,,"part"')],
    ['a value of another type', good.replace('"count":1', '"count":"1"')],
    ['too short a list', good.replace('[{"n":1}]', '[]')],
    ['too long a list', good.replace('[{"n":1}]', `[${Array(21).fill('{"n":1}')}]`)],
    ['a list without its end', good.replace('[{"n":1}]', '[{"n":1}')],
    ['a comma too many in a list', good.replace('[{"n":1}]', '[{"n":1},]')],
    ['another element', good.replace('[{"n":1}]', '[{"n":1},null]')],
    ['bytes that are no UTF-8', good.replace('"a"', '"\xe2\x88"')],
    ['text behind it', `${good} `],
    ['no end', good.slice(0, -1)],
    ['nothing', ''],
    ['nothing in it', '{}'],
  ])('is none with %s; the next one is read as before', (_what, bytes) => {
    const read = open();
    expect(read(bytes)).toBeUndefined();
    expect(read(good)).toEqual(parse(good));
    expect(read(bytes)).toBeUndefined();
    expect(read(good.replace('"a"', '"b"'))).toEqual({ ...(parse(good) as object), id: 'b' });
  });

  itInFull('does not keep texts of which hardly one comes again, and reads them all the same', () => {
    const read = open();
    for (let n = 0; n < 10_000; n++)
      expect(read(good.replace('"a"', `"${n}"`))).toMatchObject({ id: String(n), part: { below: { n: 1 } } });
  });
});

it('refuses a schema with rules that no member has', () => {
  const equal = z.strictObject({ a: z.int(), b: z.int() }).refine(({ a, b }) => a === b);
  expect(() => new JsonObjectReader(z.strictObject({ p: equal }), ['p'])).toThrow('rules beyond its members');
  expect(() => new JsonObjectReader(z.looseObject({ a: z.int() }), [])).toThrow('rules beyond its members');
});

it('tells -0 from 0, whatever came before', () => {
  const reader = new JsonObjectReader(z.strictObject({ n: z.number() }), []);
  for (const n of ['0', '-0', '0']) expect(Object.is(reader.read(`{"n":${n}}`, 0)!.n, JSON.parse(n))).toBe(true);
});
