import { pathToFileURL } from 'node:url';
import fc from 'fast-check';

const { divide } = await import(pathToFileURL(`${import.meta.dirname}/sequencer.mjs`).href);

it('shards of one run have each test file once, in whatever order the files are found', () => {
  const files = fc.uniqueArray(fc.record({ path: fc.string(), seconds: fc.nat(100) }), {
    selector: ({ path }) => path,
  });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 9 }), (tests, count) => {
      const seconds = (test: { seconds: number }) => test.seconds;
      const parts: { path: string }[][] = divide(tests, count, seconds);
      const paths = parts.flat().map(({ path }) => path);
      expect(paths.sort()).toEqual(tests.map(({ path }) => path).sort());
      expect(divide([...tests].reverse(), count, seconds)).toEqual(parts);
    }),
  );
});
