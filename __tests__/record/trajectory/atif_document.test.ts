import fc from 'fast-check';
import { nameSubagent } from '../../../src/record/trajectory/atif_document.js';

const given = (...ids: (string | undefined)[]) => ids.map((trajectory_id) => ({ trajectory_id }));

it('is the path of ids', () => {
  expect(nameSubagent(null, given('a'), 0)).toBe('a');
  expect(nameSubagent('a', given('x', 'b'), 1)).toBe('a/b');
  expect(nameSubagent(null, given(undefined), 0)).toBe('');
});

it('keeps siblings apart that have no id, or the same one', () => {
  expect([0, 1, 2].map((at) => nameSubagent(null, given(undefined, 'a', undefined), at))).toEqual(['', 'a', '~2']);
  expect([0, 1].map((at) => nameSubagent('p', given('a', 'a'), at))).toEqual(['p/a', 'p/a~1']);
});

it('keeps an id with the signs of a path apart from a path', () => {
  expect(nameSubagent(null, given('a/b'), 0)).not.toBe(nameSubagent('a', given('b'), 0));
});

it('gives each trajectory of two levels a name of its own', () => {
  const ids = fc.array(fc.option(fc.string({ unit: fc.constantFrom('a', '/', '~', '1', '%'), maxLength: 3 })), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const siblings = first.map((trajectory_id) => ({ trajectory_id }));
      const children = second.map((trajectory_id) => ({ trajectory_id }));
      const roots = siblings.map((_, at) => nameSubagent(null, siblings, at));
      const all = [...roots, ...roots.flatMap((root) => children.map((_, at) => nameSubagent(root, children, at)))];
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});

it('keeps long ids apart that begin alike, and stays short', () => {
  const long = 'x'.repeat(300);
  const siblings = given(`${long}1`, `${long}2`);
  const [first, second] = [0, 1].map((at) => nameSubagent('p', siblings, at));
  expect(first).not.toBe(second);
  expect(first!.length).toBeLessThan(200);
  expect(nameSubagent(null, given(`${'x'.repeat(159)}\u{1f600}${long}`), 0).isWellFormed()).toBe(true);
});
