/**
 * What statistics refuse to compute on. A bad argument is a mistake of the caller and throws; a number that the data cannot give is null.
 */

/** @throws RangeError unless `value` is a whole number of at least `least` */
export function requireCount(name: string, value: number, least = 0): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name} must be a whole number of at least ${least}, not ${value}`);
}

/** @throws RangeError unless 0 ≤ `value` ≤ 1 */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be between 0 and 1, not ${value}`);
}

/** @throws RangeError unless 0 < `value` < 1 */
export function requireConfidence(value: number, name = 'confidence'): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} must lie strictly between 0 and 1, not ${value}`);
}

/** @throws RangeError unless `value` is a finite number of at least 0 */
export function requireAmount(name: string, value: number): void {
  if (!(value >= 0 && value < Number.POSITIVE_INFINITY))
    throw new RangeError(`${name} must be a finite number of at least 0, not ${value}`);
}

/** @throws RangeError unless `value` is a finite number above 0 */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new RangeError(`${name} must be a finite number above 0, not ${value}`);
}

/** @throws RangeError where one of `values` is not a finite number */
export function requireFinite(name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(values[i])) throw new RangeError(`${name}[${i}] must be a finite number, not ${values[i]}`);
}
