import { didYouMean, nearest } from '../../src/contract/suggest.js';

describe('a mistyped name', () => {
  const known = ['acceptance', 'environment', 'setup', 'policy', 'id'];
  it.each([
    ['acceptence', 'acceptance'],
    ['Environment', 'environment'],
    ['enviroment', 'environment'],
    ['setps', 'setup'],
    ['ids', 'id'],
  ])('%s is near to %s', (typed, meant) => {
    expect(nearest(typed, known)).toBe(meant);
  });

  it.each(['flakiness_and_more', 'quux', 'xyz', ''])('%s is near to nothing that is known', (typed) => {
    expect(nearest(typed, ['acceptance', 'environment'])).toBeUndefined();
  });

  it('is answered with a question, or with nothing', () => {
    expect(didYouMean('polcy', known)).toBe(' – did you mean "policy"?');
    expect(didYouMean('quuxquux', known)).toBe('');
    expect(didYouMean('anything', [])).toBe('');
  });
});
