import { escapeText as safe } from '../../publish/text/escape_text.js';
import type { Event } from '../../record/events/event.js';
import { BASE_URL_REMEDY } from './probe_upstreams.js';

/** Maximum length of an upstream's message in a warning, in characters. */
const MAX_DETAIL_LENGTH = 300;

/**
 * Creates an event listener that warns once per address when an upstream answers 404 or 405: the base URL may be
 * wrong, or the model unknown.
 *
 * @param say prints one line of a warning
 */
export function createAbsentEndpointListener(say: (line: string) => void): (event: Event) => void {
  const printed = new Set<string>();
  return ({ type, payload }) => {
    if (type !== 'response' || payload.code !== 'upstream-status') return;
    if (payload.status !== 404 && payload.status !== 405) return;
    const address = /^POST \S+(?=:)/.exec(payload.detail)?.[0] ?? '';
    if (printed.has(address)) return;
    printed.add(address);
    const detail = safe(payload.detail.replace(/\s+/g, ' ')).slice(0, MAX_DETAIL_LENGTH);
    say(`a model's server answered status ${payload.status}. ${detail}`);
    say(`  ${BASE_URL_REMEDY}`);
  };
}
