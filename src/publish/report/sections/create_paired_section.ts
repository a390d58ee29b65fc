import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { capitalise } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../report_block.js';
import {
  formatChance,
  formatDifference,
  formatDifferenceInterval,
  formatMeasure,
  formatRatio,
} from './format_measure.js';

type Comparison = Analysis['comparisons'][number];
type PairedOutcome = Comparison['outcomes'][number];

/** Creates the section on two arms over the same tasks; the outcome that decides stands first. */
export function createPairedSection(comparison: Comparison): ReportSection {
  const { base, head, tasks, unpaired, outcomes } = comparison;
  const [primary] = outcomes;
  return {
    id: `paired-${base}-${head}`,
    title: `${head} against ${base}`,
    ...omitUndefined({ answer: primary && formatOutcomeSentence(primary, head) }),
    blocks: [
      {
        kind: 'text',
        text: `${formatQuantity(tasks, 'task')} with runs of both, at the same version of the contract.`,
      },
      ...(primary?.difference === null || primary?.difference === undefined
        ? []
        : createDifferenceForest([{ label: head, outcome: primary }])),
      createOutcomeTable(outcomes, base, head),
      ...createUnpairedBlocks(unpaired),
    ],
  };
}

/** Formats one sentence on the outcome that decides. */
export function formatOutcomeSentence(
  { label, verdict, why, unit, difference, base, head }: PairedOutcome,
  name: string,
): string {
  const numbers =
    difference === null
      ? ''
      : ` (${formatMeasure(unit, base)} → ${formatMeasure(unit, head)}, ${formatDifference(unit, difference)})`;
  const label_of_verdict = { more: 'more', less: 'less', equivalent: 'equivalent', 'not decided': 'not decided' }[
    verdict
  ];
  return `${label} of ${name}: ${label_of_verdict}${numbers}. ${capitalise(why)}.`;
}

/** Creates the table of all outcomes of a comparison, without those that never occurred. */
function createOutcomeTable(outcomes: readonly PairedOutcome[], base: string, head: string): ReportTable {
  const shown = outcomes.filter(({ base, head, pairs }, i) => i === 0 || (pairs > 0 && (base !== 0 || head !== 0)));
  return {
    kind: 'table',
    caption: 'Outcomes; the first decides, the others are described, with p by itself',
    columns: createColumns(
      'outcome',
      [base, head, 'difference'],
      'interval',
      ['p'],
      'says',
      'ratio',
      ['tasks that differ'],
      'bounds',
    ),
    rows: shown.map((one) => [
      one.label,
      formatMeasure(one.unit, one.base),
      formatMeasure(one.unit, one.head),
      formatDifference(one.unit, one.difference),
      formatDifferenceInterval(one),
      formatChance(one.p),
      `${one.verdict}: ${one.why}`,
      formatRatio(one.ratio),
      `${one.differ} of ${one.pairs}`,
      one.bounds === null || one.undecided === 0
        ? '–'
        : formatDifferenceInterval({ unit: one.unit, interval: one.bounds }),
    ]),
  };
}

const TONES = { more: 'good', less: 'bad', equivalent: 'doubt', 'not decided': 'doubt' } as const;

/** Creates the chart of one measure of comparisons, if there are any. A point without an interval stands alone. */
export function createDifferenceForest(
  rows: readonly { label: string; outcome: PairedOutcome }[],
  better: 'more' | 'less' = 'more',
): ReportBlock[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { label, unit } = first.outcome;
  const block: ReportBlock = {
    kind: 'chart',
    chart: {
      kind: 'forest',
      title: `Difference of ${label}`,
      x: { label, format: unit === 'rate' ? 'percent' : 'number', better },
      reference: 0,
      rows: rows.flatMap(({ label, outcome: { difference, interval, verdict } }) =>
        difference === null
          ? []
          : [
              {
                label,
                point: difference,
                low: interval?.low ?? difference,
                high: interval?.high ?? difference,
                note: interval === null ? 'no interval' : verdict,
                tone: TONES[verdict],
              } as const,
            ],
      ),
    },
  };
  return [block];
}

/** Returns the primary outcome of a comparison, which is its first. */
export function getPrimaryOutcome({ outcomes: [primary] }: Pick<Comparison, 'outcomes'>): PairedOutcome {
  if (primary === undefined) throw new Error('a comparison has no outcome');
  return primary;
}

/** Creates the folded table of tasks that are not compared; nothing without any. */
export function createUnpairedBlocks(unpaired: Comparison['unpaired']): ReportBlock[] {
  if (unpaired.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: `${formatQuantity(unpaired.length, 'task')} not compared`,
      columns: createColumns('task', 'because'),
      rows: unpaired.map(({ task, because }) => [task, because]),
      folded: true,
    },
  ];
}
