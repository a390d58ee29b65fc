import { terminal as safe } from '../publish/report/escape.js';
import type { Event } from '../record/events.js';
import { BASE_REMEDY } from './probe_upstreams.js';

/** So much is shown of what an upstream says. */
const SHOWN = 300;

/**
 * Returns a listener that says, once for each address, that an upstream has nothing there: its base URL may be wrong, or the model
 * unknown. The agent was told the same in the upstream's own words.
 */
export function absentEndpoints(say: (line: string) => void): (event: Event) => void {
  const told = new Set<string>();
  return ({ type, payload }) => {
    if (type !== 'response' || payload.code !== 'upstream-status') return;
    if (payload.status !== 404 && payload.status !== 405) return;
    const address = /^POST \S+(?=:)/.exec(payload.detail)?.[0] ?? '';
    if (told.has(address)) return;
    told.add(address);
    const detail = safe(payload.detail.replace(/\s+/g, ' ')).slice(0, SHOWN);
    say(`a model's server answered status ${payload.status}. ${detail}`);
    say(`  ${BASE_REMEDY}`);
  };
}
