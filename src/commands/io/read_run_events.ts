import { lstatSync, readFileSync } from 'node:fs';
import type { Event } from '../../record/events/event.js';

/** Maximum size of a log that a report reads, in bytes. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Reads the events of some types from a log. An unreadable log has none; `verify` says why.
 *
 * @param lines matches the lines of these events: the canonical form puts the type last
 */
export function readRunEvents(path: string, lines: RegExp): Event[] {
  try {
    // Files of another job may be links, or of any size.
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > MAX_LOG_BYTES) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => lines.test(line))
      .map((line) => JSON.parse(line) as Event);
  } catch {
    return [];
  }
}
