import type { Event } from './events.js';

/** Fields whose content agents make up: an `artifact` in there is a word of theirs, and none of our files. */
const OF_AGENTS: ReadonlySet<string> = new Set(['arguments', 'transition', 'signals', 'parameters']);

/** Collects the digests of all artifacts that events name: every field of ours called `artifact`, wherever it stands. */
export function namedArtifacts(events: readonly Event[]): Set<string> {
  const named = new Set<string>();
  for (const { payload } of events) collect(payload, named);
  return named;
}

function collect(value: unknown, into: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, into);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, element] of Object.entries(value)) {
      if (OF_AGENTS.has(key)) continue;
      if (key === 'artifact' && typeof element === 'string') into.add(element);
      else collect(element, into);
    }
  }
}
