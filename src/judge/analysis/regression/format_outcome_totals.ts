import type { OutcomeTotals } from './outcome_totals.js';

/** Formats how many decided runs succeeded, then those that were not decided, and those that were not made. */
export function formatOutcomeTotals({ successes, failures, undecided, missing = 0 }: OutcomeTotals): string {
  const open = undecided - missing;
  const remarks = [...(open > 0 ? [`${open} undecided`] : []), ...(missing > 0 ? [`${missing} not made`] : [])];
  return `${successes} of ${successes + failures} succeeded${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
}
