import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Values that scripts/reference/NAME.py has written, with the versions of what computed them inside. */
export function givenReference<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'reference', `${name}.json`), 'utf8')) as T;
}

/** |got − expected| / |expected|; the distance itself where 0 is expected. */
export function relativeError(got: number, expected: number): number {
  return Math.abs(got - expected) / (expected === 0 ? 1 : Math.abs(expected));
}
