import { TextBudget, TextCache } from '../../../../src/record/json/parts/text_cache.js';

describe('a cache of values by their text', () => {
  it('gives one value for one text, and none for another', () => {
    const cache = new TextCache<object>(new TextBudget(100));
    const value = {};
    cache.set('{"a":1}', value);
    expect(cache.get('{"a":1}')).toMatchObject({ text: '{"a":1}' });
    expect(cache.get('{"a":1}')!.value).toBe(value);
    expect(cache.get('{"a":2}')).toBeUndefined();
  });

  it('keeps what is in use, and forgets what was not asked for since its budget was used up twice', () => {
    const cache = new TextCache<number>(new TextBudget(100));
    cache.set('in use', 1);
    cache.set('left', 2);
    for (let n = 0; n < 100; n++) {
      cache.set(`text number ${n}`, n);
      expect(cache.get('in use')?.value).toBe(1);
    }
    expect(cache.get('left')).toBeUndefined();
    expect(cache.get('text number 1')).toBeUndefined();
  });

  it('shares its budget with the others', () => {
    const budget = new TextBudget(100);
    const [one, other] = [new TextCache<number>(budget), new TextCache<number>(budget)];
    one.set('a', 1);
    for (let n = 0; n < 3; n++) other.set(`${n}`.padEnd(99), n);
    expect(one.get('a')).toBeUndefined();
  });
});
