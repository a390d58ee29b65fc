import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Transcript, transcriptOf } from '../publish/report/transcript.js';
import type { Event } from '../record/events.js';
import type { Result } from '../record/result.js';
import { FILES } from '../record/run_directory.js';

/** Characters of all transcripts in a page, and of one. */
const PAGE = 4_000_000;
const ATTEMPT = 200_000;
/** Bytes of a log that is read for it. */
const LOG = 256 * 1024 * 1024;
/** How lines of those events end: the canonical form puts the type last. */
const SAID = /"type":"(?:prompt|response|tool_invocation)"\}$/;

/** What agents and models said to each other, by attempt, for the page. A record that cannot be read has no transcript; `verify` says why. */
export function transcripts(folder: string, results: readonly Result[]): Map<string, Transcript> {
  const asked = results.filter(({ verdict }) => verdict.model !== null);
  const characters = Math.min(ATTEMPT, Math.floor(PAGE / Math.max(1, asked.length)));
  return new Map(
    asked.flatMap(({ attempt_id, run }): [string, Transcript][] => {
      const events = eventsIn(join(folder, run, FILES.events));
      return events.length === 0 ? [] : [[attempt_id, transcriptOf(events, characters)]];
    }),
  );
}

function eventsIn(path: string): Event[] {
  try {
    // What comes from another job may be a link, or of any size.
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > LOG) return [];
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => SAID.test(line))
      .map((line) => JSON.parse(line) as Event);
  } catch {
    return [];
  }
}
