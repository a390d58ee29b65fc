import type { Event } from '../events/event.js';

/** Fields whose content comes from agents: an `artifact` key in them does not name a file of the record. */
const AGENT_FIELDS: ReadonlySet<string> = new Set(['arguments', 'transition', 'signals', 'parameters', 'claimed']);

/** Returns the digests of all artifacts that events name: every harness-written field `artifact`, at any depth. */
export function collectArtifactDigests(events: readonly Event[]): Set<string> {
  const named = new Set<string>();
  for (const { payload } of events) collectFrom(payload, named);
  return named;
}

function collectFrom(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collectFrom(element, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (AGENT_FIELDS.has(key)) continue;
      if (key === 'artifact' && typeof element === 'string') into.add(element);
      else collectFrom(element, into);
    }
  }
}
