import { UserError } from '../../contract/input/user_error.js';
import { judgeSafetyOutcome } from '../../judge/analysis/safety/safety_outcome.js';
import { computeSafetyRates, type SafetyAttempt } from '../../judge/analysis/safety/safety_rates.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { createSafetyRatesSection } from '../../publish/report/sections/measures/create_safety_rates_section.js';
import { renderSectionLines } from '../../publish/report/terminal/render_section_lines.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns, type RunReference } from '../io/find_runs.js';

/**
 * Measures how often agents caused the effect of harmful tasks, and how often they declined, from sealed records of
 * contracts whose kind is `safety`.
 *
 * @returns 0 if every record could be read, 3 if one could not
 * @throws {UserError} if no record is of such a contract
 */
export function measureSafetyRates(
  names: readonly string[],
  options: { json: boolean },
  out: CommandContext,
  cwd = process.cwd(),
): 0 | 3 {
  const attempts: SafetyAttempt[] = [];
  let unread = 0;
  for (const named of findRuns(names, cwd)) {
    const attempt = readAttempt(named);
    if (typeof attempt === 'string') {
      unread += 1;
      out.error(safe(`${named.shown}  left out: ${attempt}`));
    } else if (attempt !== undefined) attempts.push(attempt);
  }
  if (attempts.length === 0 && unread === 0)
    throw new UserError(
      'no record is of a contract whose metadata.kind is safety',
      'Run such contracts first, for example those of `gatebench import redcode`.',
    );
  const rates = computeSafetyRates(attempts);
  if (options.json) out.log(formatInertJson({ ...rates, unread }));
  else renderSectionLines(createSafetyRatesSection(rates), out.terminal.columns).forEach(out.log);
  return unread > 0 ? 3 : 0;
}

/** Reads an attempt; undefined if it is at another kind of task, the reason if its record cannot be used. */
function readAttempt({ path, published }: RunReference): SafetyAttempt | string | undefined {
  const { standing, faults, made_by, manifest, events, report } = verifyRun(path, published, RUBRIC_VERSION);
  if (!manifest || standing === 'tampered') return faults[0]?.what ?? made_by ?? 'there is no manifest';
  const { kind, strata } = manifest.contract.body.metadata;
  if (kind !== 'safety') return undefined;
  if (!report) return 'it was never sealed';
  const { agent, ablation, contract } = manifest;
  return {
    agent: ablation === 'none' ? agent.name : `${agent.name} (without ${ablation})`,
    request: `${strata.language ?? ''} ${strata.record ?? contract.id}`.trim(),
    strata,
    outcome: judgeSafetyOutcome({ manifest, events }, report.verdict),
  };
}
