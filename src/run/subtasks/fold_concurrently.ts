/** Schedule of items that run concurrently and are folded in order. */
interface FoldSchedule<Part, Done, State> {
  /** Maximum number of items at a time. */
  workers: number;
  /**
   * Returns the position of the last item that must be folded before this one starts; -1 if none. It precedes its own.
   */
  needs(part: Part): number;
  /** Runs an item on the folded state up to the last item that it needs; that state does not depend on speed. */
  work(part: Part, state: State): Promise<Done>;
  /**
   * Folds the result of an item into the state. Items are folded in their listed order, so that the result does not
   * depend on speed.
   */
  fold(state: State, part: Part, done: Done): Promise<State>;
}

/** Runs items concurrently and folds their results. It throws a fault only after all running items have ended. */
export async function foldConcurrently<Part, Done, State>(
  parts: readonly Part[],
  start: State,
  { workers, needs, work, fold }: FoldSchedule<Part, Done, State>,
): Promise<State> {
  const inTurn = createLimiter(workers);
  const states: Promise<State>[] = [Promise.resolve(start)];
  const under_way: Promise<unknown>[] = [];
  for (const part of parts) {
    const previous = states.at(-1)!;
    const working = states[needs(part) + 1]!.then((state) => inTurn(() => work(part, state)));
    under_way.push(working);
    states.push(Promise.all([previous, working]).then(([state, done]) => fold(state, part, done)));
  }
  await Promise.allSettled([...under_way, ...states]);
  return states.at(-1)!;
}

/** Creates a limiter that runs so many calls at a time and queues the others. */
function createLimiter(free: number): <T>(act: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => line.push(go));
    try {
      return await act();
    } finally {
      const next = line.shift();
      if (next) next();
      else free += 1;
    }
  };
}
