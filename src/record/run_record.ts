import type { Event } from './events/event.js';
import type { Manifest } from './manifest/manifest.js';

/**
 * Complete input of a verdict: the identities bound before the run, and the observations made during it. It is read
 * from `manifest.json` and `events.jsonl` alone.
 */
export interface RunRecord {
  readonly manifest: Manifest;
  /** In log order. A verdict uses the events before the seal; the seal itself decides nothing. */
  readonly events: readonly Event[];
}
