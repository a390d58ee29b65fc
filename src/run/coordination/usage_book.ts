import { type Event, eventsOf } from '../../record/events.js';
import type { Usage } from '../safety/profiles.js';
import { insideWorkspace } from './workspace_path.js';

/** What every agent has used up of its profile's limits. */
export interface UsageBook {
  of(agent: string): Usage;
  /** Counts an operation that was asked for. */
  called(agent: string): void;
  /** A file counts from when its edit is admitted. Returns what takes that back, for an edit that failed. */
  edited(agent: string, path: string): () => void;
}

/**
 * @param now milliseconds since run start
 * @param events of the log so far; what a process used up before it died counts
 */
export function openUsageBook(now: () => number, events: readonly Event[]): UsageBook {
  const books = new Map<string, { calls: number; files: Set<string>; first_ms: number }>();
  const bookOf = (agent: string, at_ms: number) => {
    const known = books.get(agent) ?? { calls: 0, files: new Set(), first_ms: at_ms };
    books.set(agent, known);
    return known;
  };
  for (const { t, payload } of eventsOf(events, 'coordination')) {
    const book = bookOf(payload.agent, t / 1e6 - payload.wall_ms);
    book.calls += 1;
    const path = payload.operation === 'edit_file' && payload.outcome === 'done' && pathIn(payload.arguments);
    if (path) book.files.add(path);
  }
  return {
    of(agent) {
      const at = now();
      const { calls, files, first_ms } = books.get(agent) ?? { calls: 0, files: new Set(), first_ms: at };
      return { calls, files, elapsed_ms: at - first_ms };
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

function pathIn(given: unknown): string | undefined {
  const path = typeof given === 'object' && given !== null && 'path' in given ? given.path : undefined;
  return typeof path === 'string' ? insideWorkspace(path) : undefined;
}
