import fc from 'fast-check';
import { createRunQueue } from '../../../../src/run/attempt/evaluation/run_queue.js';

/** A run that ends when the test says so, or when it is dropped. */
function givenRun<T>(value: T) {
  let settle = (_end: { value: T } | { error: Error }) => {};
  const ended = new Promise<{ value: T } | { error: Error }>((resolve) => {
    settle = resolve;
  });
  const state = { started: false, dropped: false };
  return {
    state,
    end: () => settle({ value }),
    fail: (error: Error) => settle({ error }),
    async run(signal: AbortSignal): Promise<T> {
      state.started = true;
      signal.addEventListener('abort', () => {
        state.dropped = true;
        settle({ value });
      });
      const end = await ended;
      if ('error' in end) throw end.error;
      return end.value;
    },
  };
}

const givenCores = (cores: number) => {
  const spare = { free: cores };
  return {
    spare,
    take: () => {
      if (spare.free === 0) return undefined;
      spare.free--;
      return () => {
        spare.free++;
      };
    },
  };
};

const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a queue of runs', () => {
  it('makes one run at a time without a spare core', async () => {
    const runs = [1, 2].map(givenRun);
    const queue = createRunQueue(() => undefined);
    const [first, second] = runs.map(({ run }) => queue.add(run));
    expect(runs.map(({ state }) => state.started)).toEqual([true, false]);
    runs[0]!.end();
    expect(await first!.take()).toBe(1);
    // Whoever has the result may drop what comes next before it starts.
    expect(runs[1]!.state.started).toBe(false);
    await nextTurn();
    expect(runs[1]!.state.started).toBe(true);
    runs[1]!.end();
    expect(await second!.take()).toBe(2);
  });

  it('makes as many side by side as there are spare cores, and gives these back', async () => {
    const runs = [1, 2, 3, 4].map(givenRun);
    const { spare, take } = givenCores(2);
    const queue = createRunQueue(take);
    const added = runs.map(({ run }) => queue.add(run));
    expect(runs.map(({ state }) => state.started)).toEqual([true, true, true, false]);
    for (const one of runs) one.end();
    expect(await Promise.all(added.map((one) => one.take()))).toEqual([1, 2, 3, 4]);
    expect(spare.free).toBe(2);
  });

  it('never starts a dropped run, ends one that runs, and may be told twice', async () => {
    const runs = [1, 2, 3].map(givenRun);
    const queue = createRunQueue(() => undefined);
    const added = runs.map(({ run }) => queue.add(run));
    await added[1]!.drop();
    await added[0]!.drop();
    await added[0]!.drop();
    await added[1]!.drop();
    await nextTurn();
    expect(runs.map(({ state }) => [state.started, state.dropped])).toEqual([
      [true, true],
      [false, false],
      [true, false],
    ]);
    await queue.close();
    expect(runs[2]!.state.dropped).toBe(true);
  });

  it('hands an error to whoever takes the run, and to nobody else', async () => {
    const runs = [1, 2].map(givenRun);
    const queue = createRunQueue(() => undefined);
    const [first] = runs.map(({ run }) => queue.add(run));
    runs[0]!.fail(new Error('no workspace'));
    await expect(first!.take()).rejects.toThrow('no workspace');
    await queue.close();
  });

  it('starts runs in order, and ends every one that is taken, whatever is dropped between', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 3 }),
        async (wanted, cores) => {
          const started: number[] = [];
          const { spare, take } = givenCores(cores);
          const queue = createRunQueue(take);
          const added = wanted.map((_, i) =>
            queue.add(async () => {
              started.push(i);
              await nextTurn();
              return i;
            }),
          );
          for (const [i, one] of added.entries())
            if (wanted[i]) expect(await one.take()).toBe(i);
            else await one.drop();
          await queue.close();
          await nextTurn();
          expect(started).toEqual([...started].sort((a, b) => a - b));
          expect(spare.free).toBe(cores);
        },
      ),
    ));
});
