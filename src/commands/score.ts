import { score as judge, RUBRIC_VERSION } from '../judge/rubric/score.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { canonical } from '../record/canonical.js';
import { verifyRun } from '../record/verify.js';
import type { RunOutput } from './orders.js';
import { findRuns } from './records.js';

/**
 * `score`: judges recorded attempts again, from manifest and events alone, and compares with the sealed verdict (S1).
 * 0 the same · 1 differs · 3 a record that cannot be judged.
 */
export function score(
  names: readonly string[],
  options: { json: boolean },
  out: RunOutput,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  let differs = false;
  let unjudged = false;
  for (const { path, shown, published } of findRuns(names, cwd)) {
    const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
    if (!manifest || standing === 'tampered') {
      const unjudged_because = faults[0]?.what ?? made_by ?? 'there is no manifest';
      if (options.json) out.log(jsonText({ run: shown, same: null, verdict: null, unjudged: unjudged_because }));
      else out.log(`${safe(shown)}  cannot be judged: ${safe(unjudged_because)}`);
      unjudged = true;
      continue;
    }
    // The sealed verdict was made before the seal was in the log.
    const verdict = judge({ manifest, events: events.filter((event) => event.type !== 'sealed') });
    const same = report !== undefined && canonical(verdict) === canonical(report.verdict);
    if (report && !same) differs = true;
    if (!report) unjudged = true;
    if (options.json) out.log(jsonText({ run: shown, same: report ? same : null, verdict }));
    else {
      out.log(
        `${safe(shown)}  ${verdict.gate_vector}  ${verdict.status}  ${report ? (same ? 'same as sealed' : 'DIFFERS from the sealed verdict') : 'was never sealed'}`,
      );
      if (report && !same) for (const line of differences(report.verdict, verdict)) out.log(`  ${safe(line)}`);
    }
  }
  return differs ? 1 : unjudged ? 3 : 0;
}

/** Fields in which two verdicts differ, with both values. */
function differences(sealed: unknown, now: unknown, path = 'verdict'): string[] {
  if (canonical(sealed) === canonical(now)) return [];
  if (typeof sealed !== 'object' || typeof now !== 'object' || sealed === null || now === null)
    return [`${path}: sealed ${canonical(sealed)}, now ${canonical(now)}`];
  const keys = new Set([...Object.keys(sealed), ...Object.keys(now)]);
  return [...keys]
    .flatMap((key) =>
      differences(
        (sealed as Record<string, unknown>)[key] ?? null,
        (now as Record<string, unknown>)[key] ?? null,
        `${path}.${key}`,
      ),
    )
    .slice(0, 20);
}
