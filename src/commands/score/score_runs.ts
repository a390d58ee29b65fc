import { scoreAttempt as judge, RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { toCanonicalJson } from '../../record/json/compute_digest.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { formatGateVector } from '../../record/verdict/verdict.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';
import { getExitCode } from '../io/get_exit_code.js';

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
    // A verdict of another rubric has other fields: what was decided is compared.
    const sealed_by = report && report.verdict.rubric !== RUBRIC_VERSION ? report.verdict.rubric : undefined;
    const same =
      report !== undefined &&
      (sealed_by === undefined
        ? toCanonicalJson(verdict) === toCanonicalJson(report.verdict)
        : verdict.status === report.verdict.status && verdict.gate_vector === formatGateVector(report.verdict.gates));
    if (report && !same && sealed_by === undefined) differs = true;
    // Another rubric may decide otherwise: that is no contradiction.
    if (report && !same && sealed_by !== undefined) unjudged = true;
    if (!report) unjudged = true;
    if (options.json) out.log(formatInertJson({ run: shown, same: report ? same : null, sealed_by, verdict }));
    else {
      out.log(
        `${safe(shown)}  ${verdict.gate_vector}  ${verdict.status}  ` +
          describeComparison(report !== undefined, same, sealed_by),
      );
      if (report && !same && sealed_by === undefined)
        for (const line of findVerdictDifferences(report.verdict, verdict)) out.log(`  ${safe(line)}`);
    }
  }
  return getExitCode(differs, unjudged);
}

/** Describes how a verdict compares with the sealed one. */
function describeComparison(is_sealed: boolean, same: boolean, sealed_by: string | undefined): string {
  if (!is_sealed) return 'was never sealed';
  if (sealed_by !== undefined)
    return (
      `${same ? 'same gates as' : 'other gates than'} sealed by rubric ${sealed_by}; ` +
      `this is rubric ${RUBRIC_VERSION}`
    );
  return same ? 'same as sealed' : 'DIFFERS from the sealed verdict';
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
