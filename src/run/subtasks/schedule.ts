/** How a list of parts is worked at. */
export interface Schedule<Part, Done, State> {
  /** So many at a time. */
  workers: number;
  /** Position of the last part that must be folded in before this one begins; -1 = none. Always before its own. */
  needs(part: Part): number;
  /** Works at a part on what was folded in of those up to the last that it needs: the same state however fast the others are. */
  work(part: Part, state: State): Promise<Done>;
  /** Takes in what came of a part. Parts are folded in as they are listed, not as they end, so that the outcome does not depend on speed. */
  fold(state: State, part: Part, done: Done): Promise<State>;
}

/** Works at parts side by side. A fault is thrown when nothing is under way any more. */
export async function sideBySide<Part, Done, State>(
  parts: readonly Part[],
  start: State,
  { workers, needs, work, fold }: Schedule<Part, Done, State>,
): Promise<State> {
  const inTurn = slots(workers);
  const states: Promise<State>[] = [Promise.resolve(start)];
  const under_way: Promise<unknown>[] = [];
  for (const part of parts) {
    const before = states.at(-1)!;
    const working = states[needs(part) + 1]!.then((state) => inTurn(() => work(part, state)));
    under_way.push(working);
    states.push(Promise.all([before, working]).then(([state, done]) => fold(state, part, done)));
  }
  await Promise.allSettled([...under_way, ...states]);
  return states.at(-1)!;
}

/** Lets so many act at a time; the others wait in line. */
function slots(free: number): <T>(act: () => Promise<T>) => Promise<T> {
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
