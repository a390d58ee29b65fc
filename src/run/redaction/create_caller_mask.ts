import { createSecretMatcher, type Mask } from '../../record/redaction/mask.js';

/**
 * Minimum length for encoded forms; shorter values would match innocent text. A short value that is only named like a
 * secret is not masked.
 */
const SHORTEST = 10;

/**
 * Creates a mask over the secrets of the harness's user. No secret reaches a sandbox; the mask keeps them out of stored
 * texts too.
 *
 * @param keys known secrets; short ones are masked in their plain form
 */
export function createCallerMask(secrets: readonly string[], keys: readonly string[] = []): Mask | undefined {
  const long = [...new Set([...secrets, ...keys])].filter((value) => value.length >= SHORTEST);
  const short = keys.filter((value) => value.length < SHORTEST);
  if (long.length + short.length === 0) return undefined;
  const searches = long.map((value) => createSecretMatcher(new Map([['secret', value]])));
  return (text) => {
    const masked = searches.reduce((masked, search) => search.mask(masked), text);
    return short.reduce((masked, value) => masked.replaceAll(value, '[secret]'), masked);
  };
}
