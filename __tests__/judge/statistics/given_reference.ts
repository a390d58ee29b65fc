import { readFileSync } from 'node:fs';

/** Reference values that `scripts/reference/NAME.py` has written. */
export function givenReference<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`reference/${name}.json`, import.meta.url), 'utf8')) as T;
}
