import fc from 'fast-check';
import { foldConcurrently } from '../../../src/run/subtasks/fold_concurrently.js';

interface Part {
  id: number;
  needs: number;
  /** So many turns of the event loop it takes. */
  turns: number;
}

const turn = () => new Promise<void>((resume) => setImmediate(resume));

async function scheduled(parts: Part[], workers: number) {
  let most = 0;
  let busy = 0;
  const began = new Map<number, readonly number[]>();
  const folded = await foldConcurrently<Part, number, readonly number[]>(parts, [], {
    workers,
    needs: ({ needs }) => needs,
    async work({ id, turns }, state) {
      began.set(id, state);
      busy += 1;
      most = Math.max(most, busy);
      for (let i = 0; i < turns; i += 1) await turn();
      busy -= 1;
      return id;
    },
    fold: async (state, part, done) => [...state, done * 10 + part.id],
  });
  return { folded, most, began };
}

const arbitrary = fc
  .array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 5 }), fc.boolean()), { minLength: 1, maxLength: 8 })
  .map((drawn) =>
    drawn.map(([pick, turns, free], id): Part => ({ id, turns, needs: free || id === 0 ? -1 : pick % id })),
  );

describe('parts side by side', () => {
  it('are folded in as listed, however fast they are; each begins with those up to the last that it needs, never more at a time than workers', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.integer({ min: 1, max: 4 }), async (parts, workers) => {
        const { folded, most, began } = await scheduled(parts, workers);
        const all = parts.map(({ id }) => id * 11);
        expect(folded).toEqual(all);
        for (const { id, needs } of parts) expect(began.get(id)).toEqual(all.slice(0, needs + 1));
        expect(most).toBeLessThanOrEqual(workers);
      }),
      { numRuns: 100 },
    );
  });

  it('use all workers that there are', async () => {
    const parts = [0, 1, 2, 3].map((id) => ({ id, needs: -1, turns: 3 }));
    expect((await scheduled(parts, 3)).most).toBe(3);
  });

  it('throw a fault when nothing is under way any more', async () => {
    let ended = false;
    const outcome = foldConcurrently([0, 1], 0, {
      workers: 2,
      needs: () => -1,
      async work(part) {
        if (part === 0) throw new Error('a fault');
        for (let i = 0; i < 5; i += 1) await turn();
        ended = true;
      },
      fold: async () => 0,
    });
    await expect(outcome).rejects.toThrow('a fault');
    expect(ended).toBe(true);
  });
});
