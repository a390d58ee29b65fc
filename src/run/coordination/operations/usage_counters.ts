import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { ProfileUsage } from '../../safety/check_profile.js';
import { normalizeWorkspacePath } from './normalize_workspace_path.js';

/** Counters of the limits of profiles, per agent. */
export interface UsageCounters {
  of(agent: string): ProfileUsage;
  /** Counts a requested operation. */
  called(agent: string): void;
  /**
   * Counts a file whose edit is admitted.
   *
   * @returns a function that takes the count back, for a failed edit
   */
  edited(agent: string, path: string): () => void;
}

/**
 * Creates the counters.
 *
 * @param now returns milliseconds since run start
 * @param events log so far; use by an earlier process counts
 */
export function createUsageCounters(now: () => number, events: readonly Event[]): UsageCounters {
  const books = new Map<string, { calls: number; files: Set<string>; first_ms: number }>();
  const bookOf = (agent: string, at_ms: number) => {
    const usage = books.get(agent) ?? { calls: 0, files: new Set(), first_ms: at_ms };
    books.set(agent, usage);
    return usage;
  };
  for (const { t, payload } of selectEvents(events, 'coordination')) {
    const book = bookOf(payload.agent, t / 1e6 - payload.wall_ms);
    book.calls += 1;
    const path = payload.operation === 'edit_file' && payload.outcome === 'done' && getEditedPath(payload.arguments);
    if (path) book.files.add(path);
  }
  return {
    of(agent) {
      const time_ms = now();
      const { calls, files, first_ms } = books.get(agent) ?? { calls: 0, files: new Set(), first_ms: time_ms };
      return { calls, files, elapsed_ms: time_ms - first_ms };
    },
    called(agent) {
      bookOf(agent, now()).calls += 1;
    },
    edited(agent, path) {
      const { files } = bookOf(agent, now());
      if (files.has(path)) return () => {};
      files.add(path);
      return () => void files.delete(path);
    },
  };
}

function getEditedPath(given: unknown): string | undefined {
  const path = typeof given === 'object' && given !== null && 'path' in given ? given.path : undefined;
  return typeof path === 'string' ? normalizeWorkspacePath(path) : undefined;
}
