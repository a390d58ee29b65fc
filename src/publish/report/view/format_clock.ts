import type { AttemptReport } from '../../../record/verdict/attempt_result.js';

/** Formats the declared clock of an attempt, as plain text; '' for the real one. */
export function formatClock(clock: AttemptReport['clock']): string {
  if (clock === undefined) return '';
  return clock.held_by === null
    ? `clock ${clock.at} not held (${clock.because ?? 'unknown why'})`
    : `clock from ${clock.at} (${clock.held_by})`;
}
