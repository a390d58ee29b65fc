import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attributeFailure, type CausalSummary } from '../../judge/attribution/attribute_failure.js';
import type { AttemptRow } from '../../publish/report/view/attempt_row.js';
import type { Event } from '../../record/events/event.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import type { Verdict } from '../../record/verdict/verdict.js';

/** Maximum size of a log that a report reads, in bytes. */
const MAX_LOG_BYTES = 256 * 1024 * 1024;

/** Lines of events that hold the report of a check. */
export const CHECK_LINE = /"type":"(?:acceptance_check|build|static_check|patch_applied|oracle_reference)"\}$/;

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

/** Attempts whose records are interpreted, and events of all of them. */
const MAX_ATTEMPTS = 50;
const MAX_EVENTS = 200_000;
/** Lines of all events, or of their removal, but of those that are many or large and that no summary rests on. */
const CAUSE_LINE = /"type":"(?!(?:prompt|response|resource_sample|provisioning|challenge)")[a-z_]+"\}$|^\{"erased"/;

/** Reads why attempts probably failed, by attempt. Baselines fail as expected, and unreadable records say nothing. */
export function readCausalSummaries(folder: string, rows: readonly AttemptRow[]): Map<string, CausalSummary> {
  const summaries = new Map<string, CausalSummary>();
  let events_left = MAX_EVENTS;
  const failed = rows.filter(
    ({ status, result }) => status !== 'success' && result.agent.kind !== 'noop' && result.agent.kind !== 'golden',
  );
  for (const { attempt_id, result } of failed.slice(0, MAX_ATTEMPTS)) {
    events_left -= result.events;
    if (events_left < 0) break;
    const summary = interpretRecord(join(folder, result.run, RUN_FILES.events), result.verdict);
    if (summary !== undefined) summaries.set(attempt_id, summary);
  }
  return summaries;
}

function interpretRecord(path: string, verdict: Verdict): CausalSummary | undefined {
  const events = readRunEvents(path, CAUSE_LINE);
  try {
    return events.length === 0 ? undefined : attributeFailure(events, verdict);
  } catch {
    // Events of another job may have any form; `verify` says so.
    return undefined;
  }
}
