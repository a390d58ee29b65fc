/** Returns a function that computes the result for a key once; `known` is a WeakMap for keys that may be forgotten. */
export function memoize<Key, Result>(
  compute: (key: Key) => Result,
  known: { get(key: Key): Result | undefined; set(key: Key, result: Result): unknown } = new Map<Key, Result>(),
): (key: Key) => Result {
  return (key) => {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const result = compute(key);
    known.set(key, result);
    return result;
  };
}
