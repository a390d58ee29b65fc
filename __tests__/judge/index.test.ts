import * as source from '../../src/library.js';

const built: Record<string, unknown> = await import(new URL('../../dist/analysis/index.js', import.meta.url).href);

describe('the library of statistics', () => {
  it('is built from the index, name by name', () => {
    expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort());
  });

  it('computes what its source does', () => {
    const { wilson } = built as typeof source;
    expect(wilson(0.75, 60)).toEqual(source.wilson(0.75, 60));
  });
});
