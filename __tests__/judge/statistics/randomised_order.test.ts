import fc from 'fast-check';
import { randomisedOrder } from '../../../src/judge/statistics/randomised_order.js';
import { givenReference } from './reference_values.js';

interface Order {
  tasks: Record<string, string>;
  arms: string[];
  trials: number;
  seed: number;
  rows: [block: number, task: string, stratum: string, trial: number, arm: string][];
}
const numpy = givenReference<{ orders: Order[] }>('randomisation');
const listed = (tasks: Record<string, string>) => Object.entries(tasks).map(([id, stratum]) => ({ id, stratum }));

// Holds G9
describe('the randomised order', () => {
  it.each(numpy.orders)(
    'is the one that NumPy makes: $trials trials, seed $seed',
    ({ tasks, arms, trials, seed, rows }) => {
      const made = randomisedOrder({ tasks: listed(tasks), arms, trials, seed });
      expect(made.map(({ block, task, stratum, trial, arm }) => [block, task, stratum, trial, arm])).toEqual(rows);
    },
  );

  const request = fc.record({
    tasks: fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), stratum: fc.constantFrom('a', 'b', 'c') }), {
      selector: ({ id }) => id,
      maxLength: 12,
    }),
    arms: fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 4 }),
    trials: fc.integer({ min: 1, max: 3 }),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  });

  it('holds every arm once in every block, and every (task, trial) once', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const rows = randomisedOrder(asked);
        expect(rows).toHaveLength(asked.tasks.length * asked.arms.length * asked.trials);
        for (const number of new Set(rows.map(({ block }) => block))) {
          const block = rows.filter((row) => row.block === number);
          expect(block.map(({ arm }) => arm).sort()).toEqual([...asked.arms].sort());
          expect(new Set(block.map(({ task, trial }) => JSON.stringify([task, trial]))).size).toBe(1);
        }
        const made = new Set(rows.map(({ task, trial, arm }) => JSON.stringify([task, trial, arm])));
        expect(made.size).toBe(rows.length);
      }),
    );
  });

  it('does not depend on the order in which tasks and arms are given', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const turned = { ...asked, tasks: asked.tasks.toReversed(), arms: asked.arms.toReversed() };
        expect(randomisedOrder(turned)).toEqual(randomisedOrder(asked));
      }),
    );
  });

  it('holds in every beginning each stratum in its share, within one task', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const order = randomisedOrder({ ...asked, arms: ['a'], trials: 1 });
        for (let end = 1; end <= order.length; end++)
          for (const stratum of ['a', 'b', 'c']) {
            const all = asked.tasks.filter((task) => task.stratum === stratum).length;
            const seen = order.slice(0, end).filter((row) => row.stratum === stratum).length;
            // Each other stratum is at most half a task off its own line.
            expect(Math.abs(seen - (all * end) / order.length)).toBeLessThanOrEqual(1.5);
          }
      }),
    );
  });

  it('refuses ids that are there twice, and no trials', () => {
    const tasks = [
      { id: 'a', stratum: 'x' },
      { id: 'a', stratum: 'y' },
    ];
    expect(() => randomisedOrder({ tasks, arms: ['m'], trials: 1, seed: 1 })).toThrow('task "a" is there twice');
    expect(() => randomisedOrder({ tasks: [], arms: ['m', 'm'], trials: 1, seed: 1 })).toThrow(RangeError);
    expect(() => randomisedOrder({ tasks: [], arms: ['m'], trials: 0, seed: 1 })).toThrow(RangeError);
    expect(randomisedOrder({ tasks: [], arms: ['m'], trials: 1, seed: 1 })).toEqual([]);
  });

  it('sorts as Python does, beyond the basic plane too', () => {
    const strata = ['\u{1f600}', '～', 'ab', 'a', ''];
    const tasks = strata.map((stratum) => ({ id: `task of ${stratum}`, stratum }));
    const order = randomisedOrder({ tasks, arms: ['m'], trials: 1, seed: 1 });
    expect(order.map(({ stratum }) => stratum)).toEqual(['', 'a', 'ab', '～', '\u{1f600}']);
  });
});
