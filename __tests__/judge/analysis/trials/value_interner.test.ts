import { createValueInterner } from '../../../../src/judge/analysis/trials/value_interner.js';

describe('what trials have in common is kept once', () => {
  it('one object stands for all that are written alike, and for itself', () => {
    const { internValue: value } = createValueInterner();
    const first = value({ a: [1, { b: null }] });
    expect(value({ a: [1, { b: null }] })).toBe(first);
    expect(value(first)).toBe(first);
    const other = value({ a: [1, { b: 0 }] });
    expect([other, value({ a: [1, { b: 0 }] }) === other, value(first) === first]).toEqual([
      { a: [1, { b: 0 }] },
      true,
      true,
    ]);
  });

  it('what is derived from one object is derived once, and shared with what is written alike', () => {
    const { internDerived, deriveValue } = createValueInterner();
    let calls = 0;
    const derive = ({ n }: { n: number }) => {
      calls++;
      return { half: n / 2 };
    };
    const source = { n: 2 };
    const first = internDerived(source, derive);
    expect([first, internDerived(source, derive) === first, calls]).toEqual([{ half: 1 }, true, 1]);
    expect([internDerived({ n: 2 }, derive) === first, calls]).toEqual([true, 2]);
    expect(deriveValue(source, ({ n }) => ({ n }))).toEqual({ n: 2 });
  });

  it('sources are forgotten when there are many, and the values stay shared', () => {
    const { internDerived } = createValueInterner();
    const derive = ({ n }: { n: number }) => ({ odd: n % 2 });
    const source = { n: 1 };
    const first = internDerived(source, derive);
    for (let n = 0; n < 5000; n++) internDerived({ n }, derive);
    expect(internDerived(source, derive)).toBe(first);
  });
});
