/**
 * Remembers the promise of `make` for all later calls, whatever their arguments. A rejected one is forgotten, so that
 * the next call tries again.
 */
export function rememberPromise<Args extends unknown[], T>(make: (...args: Args) => Promise<T>) {
  let known: Promise<T> | undefined;
  return (...args: Args): Promise<T> => {
    if (known) return known;
    const made = make(...args);
    known = made;
    made.catch(() => {
      known = undefined;
    });
    return made;
  };
}
