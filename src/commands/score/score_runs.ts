import { scoreAttempt as judge, RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';

/**
 * Judges recorded attempts again, from manifest and events alone, and compares with the sealed verdict (`scoreRuns`;
 * requirement S1).
 *
 * @returns 0 if all are the same, 1 if one differs, 3 if a record cannot be judged
 */
export function scoreRuns(
  names: readonly string[],
  options: { json: boolean },
  out: CommandContext,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  let differs = false;
  let unjudged = false;
  for (const { path, shown, published } of findRuns(names, cwd)) {
    const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
    if (!manifest || standing === 'tampered' || standing === 'reduced') {
      const removed = standing === 'reduced' ? 'content was removed from it; its sealed verdict stands' : undefined;
      const unjudged_because = removed ?? faults[0]?.what ?? made_by ?? 'there is no manifest';
      if (options.json) out.log(formatInertJson({ run: shown, same: null, verdict: null, unjudged: unjudged_because }));
      else out.log(`${safe(shown)}  cannot be judged: ${safe(unjudged_because)}`);
      unjudged = true;
      continue;
    }
    // The sealed verdict was made before the seal was in the log.
    const verdict = judge({ manifest, events: events.filter((event) => event.type !== 'sealed') });
    const same = report !== undefined && toCanonicalJson(verdict) === toCanonicalJson(report.verdict);
    if (report && !same) differs = true;
    if (!report) unjudged = true;
    if (options.json) out.log(formatInertJson({ run: shown, same: report ? same : null, verdict }));
    else {
      out.log(
        `${safe(shown)}  ${verdict.gate_vector}  ${verdict.status}  ` +
          `${report ? (same ? 'same as sealed' : 'DIFFERS from the sealed verdict') : 'was never sealed'}`,
      );
      if (report && !same)
        for (const line of findVerdictDifferences(report.verdict, verdict)) out.log(`  ${safe(line)}`);
    }
  }
  return differs ? 1 : unjudged ? 3 : 0;
}

/** Returns the fields in which two verdicts differ, with both values. */
function findVerdictDifferences(sealed: unknown, now: unknown, path = 'verdict'): string[] {
  if (toCanonicalJson(sealed) === toCanonicalJson(now)) return [];
  if (typeof sealed !== 'object' || typeof now !== 'object' || sealed === null || now === null)
    return [`${path}: sealed ${toCanonicalJson(sealed)}, now ${toCanonicalJson(now)}`];
  const keys = new Set([...Object.keys(sealed), ...Object.keys(now)]);
  return [...keys]
    .flatMap((key) =>
      findVerdictDifferences(
        (sealed as Record<string, unknown>)[key] ?? null,
        (now as Record<string, unknown>)[key] ?? null,
        `${path}.${key}`,
      ),
    )
    .slice(0, 20);
}
