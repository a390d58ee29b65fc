/**
 * Checks of constructor options and arguments, shared by the algorithms.
 */

/** Returns `value` if it is a finite number above zero; throws a TypeError that names it otherwise. */
export function positive(name, value) {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
    throw new TypeError(`${name} must be a positive number, got ${value}`);
  }
  return value;
}

/** Returns `value` if it is an integer above zero; throws a TypeError that names it otherwise. */
export function positiveInteger(name, value) {
  positive(name, value);
  if (!Number.isInteger(value)) {
    throw new TypeError(`${name} must be an integer, got ${value}`);
  }
  return value;
}

/** Checks a request's cost against the most that can ever be admitted at once. */
export function costWithin(limit, cost) {
  positiveInteger('cost', cost);
  if (cost > limit) {
    throw new RangeError(`cost ${cost} can never be admitted: the limit is ${limit}`);
  }
  return cost;
}
