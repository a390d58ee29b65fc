import { sha256 } from '../../record/json/compute_digest.js';

/** Text that clients add to a command's output and that changes with each run. */
const CHANGING =
  /(?:\\n|\b)(?:wall[ _]?time|duration(?:_(?:seconds|ms))?|elapsed(?:[ _]time)?|chunk[ _]id|process group pgid|background pids?|pid)\b\\*"?\s*[:=]\s*(?:[^\\"\n,}]|, ?\d)*/gi;

/**
 * Computes the digest of a result as told to a model. It ignores durations and process ids, so that equal results have
 * equal digests.
 */
export function computeResultDigest(result: unknown): string {
  return sha256((JSON.stringify(result) ?? 'null').replace(CHANGING, ''));
}
