import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { Rate } from '../../../judge/analysis/rates.js';
import type { Block, Section, Table } from '../blocks.js';
import { counted, percent } from '../quantities.js';
import { between, bounded, outOf, undecidedInWords } from './figures.js';

/** Success rates: per arm, per stratum, per version of each contract (G1). */
export function ratesSection({ rates, confidence, missing, unplanned, arms }: Analysis): Section {
  const shown = rates.arms.filter(({ rate }) => rate.total > 0);
  const undecided = shown.reduce((sum, { rate }) => sum + rate.total - rate.decided, 0);
  const total = shown.reduce((sum, { rate }) => sum + rate.total, 0);
  const roles = new Map(arms.map(({ id, role }) => [id, role]));
  const blocks: Block[] = [
    ...(undecided > 0
      ? [
          text(
            `${undecided} of ${counted(total, 'attempt')} could not be decided: the bounds say what they could have changed.`,
          ),
        ]
      : []),
    ...(rates.mixed_versions.length > 0
      ? [
          text(
            `Mixed versions of ${rates.mixed_versions.map(({ task, versions }) => `${task} (${versions.length})`).join(', ')}: each version counts as a task of its own.`,
          ),
        ]
      : []),
    {
      kind: 'chart',
      chart: {
        kind: 'forest',
        title: 'Success rate',
        x: { label: 'success rate', format: 'percent', better: 'more', range: [0, 1] },
        reference: 0.5,
        rows: shown.flatMap(({ arm, rate: { point, interval } }) =>
          point === null || interval === null
            ? []
            : [{ label: arm, point, ...interval, ...(roles.get(arm) === 'agent' ? {} : { tone: 'quiet' as const }) }],
        ),
      },
    },
    {
      kind: 'table',
      caption: `Success rate over scorable runs: mean of the task means, Wilson interval (${percent(confidence)}) on the effective number of runs`,
      columns: [
        { head: 'Arm' },
        { head: 'Success rate', align: 'right' },
        { head: 'Interval', align: 'right' },
        { head: 'Passed', align: 'right' },
        { head: 'Failed', align: 'right' },
        { head: 'Undecided' },
        { head: 'Bounds', align: 'right' },
        { head: 'Coverage', align: 'right' },
        { head: 'Tasks', align: 'right' },
      ],
      rows: shown.map(({ arm, rate }) => [
        arm,
        percent(rate.point),
        between(rate.interval),
        `${outOf(rate.successes, rate.scorable)}`,
        String(rate.failures),
        undecidedInWords(rate),
        between(rate.bounds),
        percent(rate.coverage),
        String(rate.tasks),
      ]),
    },
    ...strata(rates.strata),
    ...versions(rates.tasks),
    ...(missing + unplanned > 0
      ? [
          text(
            `${counted(missing, 'planned attempt')} without a result; ${counted(unplanned, 'attempt')} that the plan does not have, in no figure here.`,
          ),
        ]
      : []),
  ];
  return { id: 'rates', title: 'Success rates', blocks };
}

const text = (of: string): Block => ({ kind: 'text', text: of });

/** Strata that tell tasks apart. */
function strata(all: Analysis['rates']['strata']): Table[] {
  const values = new Map<string, Set<string>>();
  for (const { stratum, value } of all) values.set(stratum, (values.get(stratum) ?? new Set()).add(value));
  const telling = all.filter(({ stratum }) => values.get(stratum)!.size > 1);
  if (telling.length === 0) return [];
  const { rows, more } = bounded(telling);
  return [
    {
      kind: 'table',
      caption: `By stratum${more}`,
      columns: [{ head: 'Stratum' }, { head: 'Arm' }, ...numbers('Success rate', 'Interval', 'Passed', 'Tasks')],
      rows: rows.map(({ stratum, value, arm, rate }) => [`${stratum}: ${value}`, arm, ...inShort(rate)]),
      folded: true,
    },
  ];
}

const inShort = (rate: Rate): string[] => [
  percent(rate.point),
  between(rate.interval),
  outOf(rate.successes, rate.scorable),
  String(rate.tasks),
];

/** One row per version of a contract and arm, those that failed most first. */
function versions(all: Analysis['rates']['tasks']): Table[] {
  const share = ({ successes, failures }: (typeof all)[number]) =>
    successes + failures === 0 ? -1 : successes / (successes + failures);
  const { rows, more } = bounded([...all].sort((a, b) => share(a) - share(b)));
  return [
    {
      kind: 'table',
      caption: `By version of each contract, worst first${more}`,
      columns: [
        { head: 'Contract' },
        { head: 'Version' },
        { head: 'Arm' },
        ...numbers('Passed', 'Failed'),
        { head: 'Undecided' },
      ],
      rows: rows.map((row) => [
        row.task,
        row.version.slice(0, 12),
        row.arm,
        outOf(row.successes, row.successes + row.failures + row.indeterminate),
        String(row.failures),
        undecidedInWords(row),
      ]),
      folded: true,
    },
  ];
}

const numbers = (...heads: string[]): Table['columns'] => heads.map((head) => ({ head, align: 'right' as const }));
