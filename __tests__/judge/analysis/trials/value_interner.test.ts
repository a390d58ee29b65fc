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
});
