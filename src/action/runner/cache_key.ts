/** Name of an entry in the cache. Entries of another version are never found. */
export interface CacheKey {
  key: string;
  /** SHA-256 digest (hex) over the form of the content. */
  version: string;
}

/** Largest entry that is saved or restored, in bytes. */
export const MAX_CACHE_BYTES = 2 * 2 ** 30;
