/**
 * Checks that `value` is a whole number of at least `least`.
 *
 * @throws {RangeError} if it is not
 */
export function requireCount(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
}

/**
 * Checks that 0 ≤ `value` ≤ 1.
 *
 * @throws {RangeError} if it is not
 */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}

/**
 * Checks that 0 < `value` < 1.
 *
 * @throws {RangeError} if it is not
 */
export function requireConfidence(value: number, name = 'confidence'): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} must lie strictly between 0 and 1, not ${value}`);
}

/**
 * Checks that `value` is a finite number of at least 0.
 *
 * @throws {RangeError} if it is not
 */
export function requireAmount(name: string, value: number): void {
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
    throw new RangeError(`${name} must be a finite number of at least 0, not ${value}`);
}

/**
 * Checks that `value` is a finite number above 0.
 *
 * @throws {RangeError} if it is not
 */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}

/**
 * Checks that all `values` are finite numbers.
 *
 * @throws {RangeError} if one is not
 */
export function requireFinite(name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i])) throw new RangeError(`${name}[${i}] must be a finite number, not ${values[i]}`);
}
