import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { Block, Section } from '../blocks.js';
import { chance, differenceInterval, differenceText, measured } from './measured.js';
import { forest, pairedSection } from './paired.js';

/** Agents against each other and against baselines, task by task; null when there is nothing to compare with. */
export function comparisonsSection({ comparisons, arms }: Analysis): Section | null {
  const shown = comparisons.filter(({ outcomes }) => outcomes[0]?.difference !== null && outcomes[0] !== undefined);
  const [only] = shown;
  if (only === undefined) return null;
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const among = shown.filter(({ base }) => agents.has(base));
  const blocks: Block[] =
    shown.length === 1
      ? [...pairedSection(only).blocks]
      : [
          ...(among.length > 0
            ? [
                forest(
                  among.map(({ base, head, outcomes }) => ({
                    label: `${head} against ${base}`,
                    outcome: outcomes[0]!,
                  })),
                ),
              ]
            : []),
          {
            kind: 'table',
            caption: `${only.outcomes[0]!.label}, paired by task${among.length > 1 ? `; p of agents against each other by Holm over all ${among.length} pairs` : ''}`,
            columns: [
              { head: 'Head' },
              { head: 'Base' },
              ...['Tasks that differ', 'Base', 'Head', 'Difference', 'Interval', 'p', 'p (Holm)'].map((head) => ({
                head,
                align: 'right' as const,
              })),
              { head: 'Head is' },
            ],
            rows: shown.map(({ base, head, outcomes: [first] }) => [
              head,
              base,
              `${first!.differ} of ${first!.pairs}`,
              measured(first!.unit, first!.base),
              measured(first!.unit, first!.head),
              differenceText(first!.unit, first!.difference),
              differenceInterval(first!),
              chance(first!.p),
              chance(first!.p_adjusted),
              `${WORDS[first!.verdict]}: ${first!.why}`,
            ]),
          },
        ];
  return { id: 'comparisons', title: shown.length === 1 ? pairedSection(only).title : 'Agents compared', blocks };
}

const WORDS = { more: 'higher', less: 'lower', equivalent: 'equivalent', 'not decided': 'not decided' } as const;
