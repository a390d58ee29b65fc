import fc from 'fast-check';
import { KeyedHeap } from '../../../../src/run/coordination/state/keyed_heap.js';

const key = fc.constantFrom(...'abcdefghijkl');

describe('a heap with keys', () => {
  it('has first what sorting would have first, whatever was put in, moved and taken out', () => {
    const step = fc.oneof(fc.record({ set: key, rank: fc.nat(5), place: fc.nat(3) }), fc.record({ delete: key }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const heap = new KeyedHeap();
        const model = new Map<string, { key: string; rank: number; place: number }>();
        for (const one of steps) {
          if ('set' in one) {
            heap.set(one.set, one.rank, one.place);
            model.set(one.set, { key: one.set, rank: one.rank, place: one.place });
          } else {
            heap.delete(one.delete);
            model.delete(one.delete);
          }
          const [first] = [...model.values()].sort(
            (a, b) => a.rank - b.rank || a.place - b.place || (a.key < b.key ? -1 : 1),
          );
          expect([heap.first(), heap.size]).toEqual([first, model.size]);
        }
      }),
    );
  });
});
