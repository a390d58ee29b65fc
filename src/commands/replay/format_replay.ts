import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { ReplayOutcome } from './replay_options.js';

/** Most differences of one replay that are printed; `replay.json` has all. */
const MAX_DIFFERENCES = 10;

/** Formats one replay as lines of the log. */
export function formatReplay(replay: ReplayOutcome): string[] {
  const { run } = replay;
  if ('refused' in replay) return [`${safe(run)}  not replayed: ${safe(replay.refused)}`];
  const { same, differences, checks, comparability, not_replayed } = replay;
  const standing = same === null ? 'no result' : same ? 'same' : 'DIFFERS';
  const more = differences.length - MAX_DIFFERENCES;
  return [
    `${safe(run)}  ${standing}: ${formatQuantity(checks, 'check')} compared, ${formatComparability(comparability)}`,
    ...differences
      .slice(0, MAX_DIFFERENCES)
      .map(({ what, recorded, replayed }) => `  ${safe(what)}: recorded ${safe(recorded)}, now ${safe(replayed)}`),
    ...(more > 0 ? [`  … and ${more} more differences in replay.json`] : []),
    ...comparability.differences.map(
      ({ condition, standing: known, base, head }) =>
        `  condition ${safe(condition)}: ${known === 'unknown' ? 'not recorded, ' : ''}${safe(base.join(', '))} → ${safe(head.join(', '))}`,
    ),
    ...not_replayed.map((what) => `  not replayed: ${safe(what)}`),
  ];
}

function formatComparability({
  comparable,
  differences,
}: {
  comparable: boolean | null;
  differences: readonly unknown[];
}) {
  if (comparable === true) return 'under the same conditions';
  const count = formatQuantity(differences.length, 'condition');
  return comparable === false ? `under other conditions: ${count}` : `not known: ${count}`;
}
