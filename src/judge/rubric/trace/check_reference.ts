import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';

/** Known behaviour of a check with the reference solution, or with the unchanged repository where there is none. */
export interface CheckReference {
  /** True if the check ended by itself and left a readable report. */
  readable: boolean;
  /** True if the contract's proof says that the reference solution passes the check. */
  proven: boolean;
  on: 'golden' | 'base';
}

/**
 * Reads the references by check id. The map is empty for attempts of the reference solution itself or of the unchanged
 * repository: a difference there is the oracle's fault.
 */
export function readCheckReferences({ manifest, events }: RunRecord): ReadonlyMap<string, CheckReference> {
  const reference = selectEvents(events, 'oracle_reference').at(-1)?.payload;
  const unchanged = selectEvents(events, 'patch_applied').at(-1)?.payload.outcome === 'empty';
  if (!reference || (reference.on === 'golden' ? manifest.agent.kind === 'golden' : unchanged)) return new Map();
  const proven = reference.source === 'lock' && reference.on === 'golden';
  return new Map(reference.checks.map(({ check, readable }) => [check, { readable, proven, on: reference.on }]));
}
