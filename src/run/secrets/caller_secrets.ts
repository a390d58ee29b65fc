import type { Mask } from '../../record/mask.js';
import { searchFor } from './needles.js';

/** In other forms shorter values would be found in innocent text; what only looks like a secret by its name is not masked at all then. */
const SHORTEST = 10;

/**
 * A mask over the secrets of whoever runs the harness. None of them reaches a sandbox; should one turn up in a text all the same,
 * it is not stored.
 *
 * @param keys what is known to be a secret: short ones are masked as they are
 */
export function callerMask(secrets: readonly string[], keys: readonly string[] = []): Mask | undefined {
  const long = [...new Set([...secrets, ...keys])].filter((value) => value.length >= SHORTEST);
  const short = keys.filter((value) => value.length < SHORTEST);
  if (long.length + short.length === 0) return undefined;
  const searches = long.map((value) => searchFor(new Map([['secret', value]])));
  return (text) => {
    const masked = searches.reduce((masked, search) => search.mask(masked), text);
    return short.reduce((masked, value) => masked.replaceAll(value, '[secret]'), masked);
  };
}
