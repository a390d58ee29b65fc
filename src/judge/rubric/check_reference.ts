import { eventsOf } from '../../record/events.js';
import type { RunRecord } from '../../record/record.js';

/** What is known of a check over the reference solution, or over the unchanged repository where there is none. */
export interface CheckReference {
  /** It ended by itself and left a readable report. */
  readable: boolean;
  /** The reference solution passes the check: the proof of the contract says so. */
  proven: boolean;
  on: 'golden' | 'base';
}

/**
 * References by check id. The reference solution is not held against itself, nor the unchanged repository: that one of them does
 * otherwise this time is the oracle's fault.
 */
export function readReferences({ manifest, events }: RunRecord): ReadonlyMap<string, CheckReference> {
  const known = eventsOf(events, 'oracle_reference').at(-1)?.payload;
  const unchanged = eventsOf(events, 'patch_applied').at(-1)?.payload.outcome === 'empty';
  if (!known || (known.on === 'golden' ? manifest.agent.kind === 'golden' : unchanged)) return new Map();
  const proven = known.source === 'lock' && known.on === 'golden';
  return new Map(known.checks.map(({ check, readable }) => [check, { readable, proven, on: known.on }]));
}
