import { formatAgentExit, formatAgentLabel } from '../../publish/report/view/attempt_row.js';
import { formatStrength, formatSuspicions, hasStrength } from '../../publish/report/view/format_strength.js';
import { escapeText as safe } from '../../publish/text/escape_text.js';
import { formatDuration, joinRemainders } from '../../publish/text/format_quantity.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';

/** Number of suspicions in one line. */
const MAX_SUSPICIONS = 2;

/**
 * Formats an attempt as one line: gates, time, strength of a pass, suspicions about its patch.
 *
 * @param arm name of its arm in a suite; default: that of its agent
 * @param instead text in place of the time, for an attempt that was not run now
 */
export function formatAttemptLine(result: AttemptResult, arm?: string, instead?: string): string {
  const { contract, trial, verdict, timing } = result;
  return (
    `${contract.id} · ${safe(formatAgentLabel(result, arm))}${trial > 1 ? ` · trial ${trial}` : ''} · ` +
    `${verdict.status === 'invalid' ? 'invalid' : verdict.gate_vector} · ` +
    `${instead ?? formatDuration(timing.wall_ms)}${formatReason(result)}${describeExit(result)}`
  );
}

function formatReason(result: AttemptResult): string {
  const { verdict } = result;
  if (verdict.status === 'success') {
    const strength = hasStrength(result) ? ` · ${safe(formatStrength(verdict.oracle.strength))}` : '';
    return `${strength}${formatSuspicionNote(result)}`;
  }
  const last = verdict.gates.find((gate) => gate.reached && gate.outcome !== 'pass');
  const reason = verdict.status === 'invalid' ? verdict.reason : (last?.why ?? '');
  return ` · ${safe(joinRemainders(reason)).slice(0, 240)}`;
}

function describeExit(result: AttemptResult): string {
  const exit = formatAgentExit(result);
  return exit === '' ? '' : ` · ${safe(exit).slice(0, 240)}`;
}

function formatSuspicionNote(result: AttemptResult): string {
  const all = formatSuspicions(result);
  if (all.length === 0) return '';
  const more = all.length > MAX_SUSPICIONS ? `; and ${all.length - MAX_SUSPICIONS} more` : '';
  return ` · worth a look: ${all.slice(0, MAX_SUSPICIONS).map(safe).join('; ')}${more}`;
}
