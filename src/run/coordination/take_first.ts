/** Returns the first values of an iterable without iterating over the rest. */
export function takeFirst<T>(values: Iterable<T>, count: number): T[] {
  const found: T[] = [];
  for (const value of values) {
    if (found.length === count) break;
    found.push(value);
  }
  return found;
}
