import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { VerdictFinding } from '../../../record/verdict/verdict.js';
import { pluralise, toOneLine } from '../text/to_one_line.js';

/** Most acts of a trajectory that are findings of their own. */
const MAX_ACTS = 50;

/**
 * Collects findings about an imported trajectory: what it claims as a whole, and each claimed act that the guard is
 * against. They are labelled `imported` and decide nothing, since nobody here saw the agent work.
 */
export function collectImportedFindings(events: readonly Event[]): VerdictFinding[] {
  const acts = selectEvents(events, 'imported_act');
  const skipped = selectEvents(events, 'imported_acts_asked').reduce((sum, { payload }) => sum + payload.skipped, 0);
  return [
    ...selectEvents(events, 'imported_trajectory').map(
      ({ seq, payload }): VerdictFinding => ({
        rule: 'imported-trajectory',
        severity: 'info',
        message: toOneLine(
          `imported: ${payload.place} (${payload.format}) claims ${describeClaims(payload)}; nobody here saw it` +
            (skipped > 0 ? `; ${pluralise(skipped, 'call')} not judged` : '') +
            describeGaps(payload),
          400,
        ),
        evidence: [{ seq }],
      }),
    ),
    ...acts.slice(0, MAX_ACTS).map(
      ({ seq, payload }): VerdictFinding => ({
        rule: 'imported-act',
        severity: 'warning',
        message: toOneLine(
          `imported: the trajectory claims ${JSON.stringify(payload.text.slice(0, 150))}, which the guard is against ` +
            `(${payload.rule}): ${payload.reason}`,
          400,
        ),
        evidence: [{ seq }, { seq: payload.of_seq }],
      }),
    ),
    ...(acts.length > MAX_ACTS
      ? [
          {
            rule: 'imported-act',
            severity: 'warning' as const,
            message: `imported: ${acts.length - MAX_ACTS} further claimed acts that the guard is against`,
            evidence: acts.slice(MAX_ACTS, MAX_ACTS + 20).map(({ seq }) => ({ seq })),
          },
        ]
      : []),
  ];
}

/** Describes what a session does not hold, in the note of its reader. Notes of ATIF are words of its author. */
function describeGaps({ format, document: { claimed } }: Event<'imported_trajectory'>['payload']): string {
  if (format === 'atif' || typeof claimed !== 'object' || claimed === null || !('notes' in claimed)) return '';
  return typeof claimed.notes === 'string' ? `; ${claimed.notes}` : '';
}

function describeClaims({ agent, model, steps, calls, totals, exit_status }: Event<'imported_trajectory'>['payload']) {
  const { prompt_tokens, completion_tokens, cost_usd } = totals;
  const tokens =
    prompt_tokens === null && completion_tokens === null ? null : (prompt_tokens ?? 0) + (completion_tokens ?? 0);
  return [
    model === null ? agent : `${agent} with ${model}`,
    pluralise(steps, 'step'),
    pluralise(calls, 'call'),
    ...(tokens === null ? [] : [`${tokens} tokens`]),
    ...(cost_usd === null ? [] : [`$${Math.round(cost_usd * 1e4) / 1e4}`]),
    ...(exit_status === null ? [] : [`exit "${exit_status}"`]),
  ].join(', ');
}
