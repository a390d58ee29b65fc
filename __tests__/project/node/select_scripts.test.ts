import fc from 'fast-check';
import { selectScripts } from '../../../src/project/node/select_scripts.js';

const part = fc.constantFrom('a', 'b', ':', '.*', 'ab');
const alternative = fc
  .tuple(fc.boolean(), fc.array(part, { maxLength: 5 }), fc.boolean())
  .map(([starts, parts, ends]) => `${starts ? '^' : ''}${parts.join('')}${ends ? '$' : ''}`);
const pattern = fc.array(alternative, { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
const name = fc.array(fc.constantFrom('a', 'b', ':'), { maxLength: 8 }).map((letters) => letters.join(''));

describe('the scripts that a pattern of pnpm selects', () => {
  it('are those that the regular expression matches', () => {
    fc.assert(
      fc.property(
        pattern.filter((text) => text !== ''),
        fc.array(name),
        (text, names) => {
          expect(selectScripts(`/${text}/`, names)).toEqual(names.filter((one) => new RegExp(text).test(one)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('are none for a name, and for a pattern of another kind', () => {
    for (const argument of ['test', '/test', '/(a+)+$/', '/a{2}/', '/[a]/', '//', `/${'a'.repeat(101)}/`])
      expect(selectScripts(argument, ['test', 'a', 'aa'])).toEqual([]);
  });
});
