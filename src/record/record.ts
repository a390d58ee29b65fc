import type { Event } from './events.js';
import type { Manifest } from './manifest.js';

/**
 * What a verdict may depend on, and all of it: the identities bound before the run and what was observed during it.
 * Readable from `manifest.json` and `events.jsonl` alone.
 */
export interface RunRecord {
  readonly manifest: Manifest;
  /** In log order. A verdict reads up to the seal; the seal itself decides nothing. */
  readonly events: readonly Event[];
}
