import type { Comparison } from '../../../judge/analysis/paired.js';
import type { PairedOutcome } from '../../../judge/analysis/paired_outcome.js';
import type { Block, Section, Table } from '../blocks.js';
import { counted } from '../quantities.js';
import { chance, differenceInterval, differenceText, measured, ratioText } from './measured.js';

/** Two arms over the same tasks: what decides first, then the rest. */
export function pairedSection(comparison: Comparison): Section {
  const { base, head, tasks, unpaired, outcomes } = comparison;
  const [primary] = outcomes;
  return {
    id: `paired-${base}-${head}`,
    title: `${head} against ${base}`,
    blocks: [
      {
        kind: 'text',
        text: `${counted(tasks, 'task')} with runs of both, at the same version of the contract. ${primary ? sentence(primary, head) : ''}`,
      },
      ...(primary?.difference === null || primary?.difference === undefined
        ? []
        : [forest([{ label: head, outcome: primary }])]),
      outcomeTable(outcomes, base, head),
      ...unpairedBlocks(unpaired),
    ],
  };
}

/** One sentence about the endpoint that decides. */
export function sentence({ label, verdict, why, unit, difference, base, head }: PairedOutcome, name: string): string {
  const numbers =
    difference === null
      ? ''
      : ` (${measured(unit, base)} → ${measured(unit, head)}, ${differenceText(unit, difference)})`;
  const said = { more: 'more', less: 'less', equivalent: 'equivalent', 'not decided': 'not decided' }[verdict];
  return `${label} of ${name}: ${said}${numbers}. ${capital(why)}.`;
}

/** All outcomes of a comparison; those that were nowhere seen are left out. */
export function outcomeTable(outcomes: readonly PairedOutcome[], base: string, head: string): Table {
  const seen = outcomes.filter(({ base, head, pairs }, i) => i === 0 || (pairs > 0 && (base !== 0 || head !== 0)));
  return {
    kind: 'table',
    caption: 'Outcomes; the first decides, the others are described, with p by itself',
    columns: [
      { head: 'outcome' },
      { head: base, align: 'right' },
      { head, align: 'right' },
      { head: 'difference', align: 'right' },
      { head: 'interval' },
      { head: 'p', align: 'right' },
      { head: 'says' },
      { head: 'ratio' },
      { head: 'tasks that differ', align: 'right' },
      { head: 'bounds' },
    ],
    rows: seen.map((one) => [
      one.label,
      measured(one.unit, one.base),
      measured(one.unit, one.head),
      differenceText(one.unit, one.difference),
      differenceInterval(one),
      chance(one.p),
      `${one.verdict}: ${one.why}`,
      ratioText(one.ratio),
      `${one.differ} of ${one.pairs}`,
      one.bounds === null || one.undecided === 0 ? '–' : differenceInterval({ unit: one.unit, interval: one.bounds }),
    ]),
  };
}

/** Estimates of one measure of several comparisons, one under the other. Without an interval the point stands alone. */
export function forest(
  rows: readonly { label: string; outcome: PairedOutcome }[],
  better: 'more' | 'less' = 'more',
): Block {
  const { label, unit } = rows[0]!.outcome;
  return {
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
                tone: verdict === 'more' ? 'good' : verdict === 'less' ? 'bad' : 'doubt',
              } as const,
            ],
      ),
    },
  };
}

export function unpairedBlocks(unpaired: Comparison['unpaired']): Block[] {
  if (unpaired.length === 0) return [];
  return [
    {
      kind: 'table',
      caption: `${counted(unpaired.length, 'task')} not compared`,
      columns: [{ head: 'task' }, { head: 'because' }],
      rows: unpaired.map(({ task, because }) => [task, because]),
      folded: true,
    },
  ];
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
