import { createGuard } from '../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('what was moved is still what it was: refused where it destroys or exposes', () => {
  it.each([
    'mv ~/Documents /tmp/x && rm -rf /tmp/x',
    'mv src /tmp/old; rm -rf /tmp/old',
    'mv ~/.ssh /tmp/k; rm -rf /tmp/k',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('what was moved is still what it was: allowed where it does neither', () => {
  it.each(['mv dist /tmp/old && rm -rf /tmp/old', 'mv a.txt b.txt && rm -rf dist'])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
