import type { Analysis } from '../../../judge/analysis/analysis.js';
import { capitalise } from '../parts/prose.js';
import type { ReportBlock, ReportSection } from '../report_block.js';
import { createColumns } from '../report_block.js';
import { createDifferenceForest, createPairedSection, getPrimaryOutcome } from './create_paired_section.js';
import { formatChance, formatDifference, formatDifferenceInterval, formatMeasure } from './format_measure.js';

type Comparison = Analysis['comparisons'][number];

/**
 * Creates the section that compares agents with each other and with baselines, task by task.
 *
 * @returns null if there is nothing to compare with
 */
export function createComparisonsSection({ comparisons, arms }: Analysis): ReportSection | null {
  const shown = comparisons.filter(({ outcomes }) => outcomes[0]?.difference !== null && outcomes[0] !== undefined);
  const [only] = shown;
  if (only === undefined) return null;
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const among = shown.filter(({ base }) => agents.has(base));
  if (shown.length === 1) return { ...createPairedSection(only), id: 'comparisons' };
  const blocks: ReportBlock[] = [
    ...createDifferenceForest(
      among.map((pair) => ({ label: `${pair.head} against ${pair.base}`, outcome: getPrimaryOutcome(pair) })),
    ),
    {
      kind: 'table',
      caption:
        `${getPrimaryOutcome(only).label}, paired by ` +
        `task${among.length > 1 ? `; p of agents against each other by Holm over all ${among.length} pairs` : ''}`,
      columns: createColumns(
        'Head',
        'Base',
        ['Tasks that differ', 'Base', 'Head', 'Difference', 'Interval', 'p', 'p (Holm)'],
        'Head is',
      ),
      rows: shown
        .map((pair) => ({ ...pair, first: getPrimaryOutcome(pair) }))
        .map(({ base, head, first }) => [
          head,
          base,
          `${first.differ} of ${first.pairs}`,
          formatMeasure(first.unit, first.base),
          formatMeasure(first.unit, first.head),
          formatDifference(first.unit, first.difference),
          formatDifferenceInterval(first),
          formatChance(first.p),
          formatChance(first.p_adjusted),
          `${VERDICT_LABELS[first.verdict]}: ${first.why}`,
        ]),
    },
  ];
  const answer = summariseComparisons(among.length > 0 ? among : shown);
  return { id: 'comparisons', title: 'Agents compared', answer, blocks };
}

/** Pairs that a summary names of each kind. */
const PAIRS = 5;

/** Summarises in one sentence which arm is higher in the primary outcome, and what is not decided. */
function summariseComparisons(shown: Analysis['comparisons']): string {
  const [label = ''] = shown.map((pair) => getPrimaryOutcome(pair).label);
  const select = (verdict: Comparison['outcomes'][number]['verdict'], format: (pair: Comparison) => string) => {
    const pairs = shown.filter(({ outcomes: [first] }) => first?.verdict === verdict);
    const more = pairs.length > PAIRS ? [`and ${pairs.length - PAIRS} more`] : [];
    return [...pairs.slice(0, PAIRS).map(format), ...more].join(', ');
  };
  const formatHigher = (high: string, low: string, { outcomes: [first] }: Comparison) =>
    `${high} is higher than ${low} (${formatDifference(first!.unit, Math.abs(first!.difference!))}, p ` +
    `${formatChance(first!.p_adjusted ?? first!.p)})`;
  const equivalent = select('equivalent', ({ base, head }) => `${head} and ${base}`);
  const open = select('not decided', ({ base, head, outcomes: [first] }) => {
    const why = shown.length > 1 || first === undefined || first.why === '' ? '' : `, ${first.why}`;
    return `${head} against ${base}${why}`;
  });
  const parts = [
    select('more', (pair) => formatHigher(pair.head, pair.base, pair)),
    select('less', (pair) => formatHigher(pair.base, pair.head, pair)),
    equivalent === '' ? '' : `equivalent: ${equivalent}`,
    open === '' ? '' : `not decided: ${open}`,
  ];
  return `${capitalise(label)}: ${parts.filter((part) => part !== '').join('; ')}.`;
}

const VERDICT_LABELS = {
  more: 'higher',
  less: 'lower',
  equivalent: 'equivalent',
  'not decided': 'not decided',
} as const;
