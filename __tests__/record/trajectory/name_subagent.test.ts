import { nameSubagent } from '../../../src/record/trajectory/name_subagent.js';

it('is the path of ids', () => {
  expect(nameSubagent(null, 'a', 0)).toBe('a');
  expect(nameSubagent('a', 'b', 3)).toBe('a/b');
  expect(nameSubagent(null, undefined, 0)).toBe('');
});

it('keeps long ids apart that begin alike, and stays short', () => {
  const long = 'x'.repeat(300);
  const [first, second] = [nameSubagent('p', `${long}1`, 0), nameSubagent('p', `${long}2`, 1)];
  expect(first).not.toBe(second);
  expect(first.length).toBeLessThan(200);
  expect(nameSubagent(null, `${'x'.repeat(159)}\u{1f600}${long}`, 0).isWellFormed()).toBe(true);
});
