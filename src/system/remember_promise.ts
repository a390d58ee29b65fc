/**
 * Remembers the promise of `make` for all later calls, whatever their arguments. A rejected one is forgotten, so that
 * the next call tries again.
 */
export function rememberPromise<Args extends unknown[], T>(make: (...args: Args) => Promise<T>) {
  let remembered: Promise<T> | undefined;
  return (...args: Args): Promise<T> => {
    if (remembered) return remembered;
    const promise = make(...args);
    remembered = promise;
    promise.catch(() => {
      remembered = undefined;
    });
    return promise;
  };
}
