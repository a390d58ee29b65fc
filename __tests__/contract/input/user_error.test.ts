import { findNearestName, suggestName } from '../../../src/contract/input/user_error.js';

describe('a mistyped name', () => {
  const known = ['acceptance', 'environment', 'setup', 'policy', 'id'];
  it.each([
    ['acceptence', 'acceptance'],
    ['Environment', 'environment'],
    ['enviroment', 'environment'],
    ['setps', 'setup'],
    ['ids', 'id'],
  ])('%s is near to %s', (typed, meant) => {
    expect(findNearestName(typed, known)).toBe(meant);
  });

  it.each(['flakiness_and_more', 'quux', 'xyz', ''])('%s is near to nothing that is known', (typed) => {
    expect(findNearestName(typed, ['acceptance', 'environment'])).toBeUndefined();
  });

  it('is answered with a question, or with nothing', () => {
    expect(suggestName('polcy', known)).toBe(' – did you mean "policy"?');
    expect(suggestName('quuxquux', known)).toBe('');
    expect(suggestName('anything', [])).toBe('');
  });
});
