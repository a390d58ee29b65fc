import type { Mask } from '../../record/mask.js';
import { searchFor } from './needles.js';

/** Shorter values would be found in innocent text. */
const SHORTEST = 10;

/**
 * A mask over the secrets of whoever runs the harness. None of them reaches a sandbox; should one turn up in a text all the same,
 * it is not stored.
 */
export function callerMask(secrets: readonly string[]): Mask | undefined {
  const values = secrets.filter((value) => value.length >= SHORTEST);
  if (values.length === 0) return undefined;
  const searches = values.map((value) => searchFor(new Map([['secret', value]])));
  return (text) => searches.reduce((masked, search) => search.mask(masked), text);
}
