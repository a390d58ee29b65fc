import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { SuccessRate } from '../../../judge/analysis/rates/success_rate.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection, type ReportTable } from '../report_block.js';
import { formatFraction, formatInterval, formatUndecided, limitRows } from './format_figure.js';

/** Creates the section on success rates: per arm, per stratum, per version of each contract. */
export function createRatesSection({ rates, confidence, missing, unplanned, arms }: Analysis): ReportSection {
  const shown = rates.arms.filter(({ rate }) => rate.total > 0);
  const undecided = shown.reduce((sum, { rate }) => sum + rate.total - rate.decided, 0);
  const total = shown.reduce((sum, { rate }) => sum + rate.total, 0);
  const roles = new Map(arms.map(({ id, role }) => [id, role]));
  const getTone = (arm: string) => (roles.get(arm) === 'agent' ? undefined : 'quiet');
  const versions = rates.mixed_versions.map(({ task, versions }) => `${task} (${versions.length})`);
  const blocks: ReportBlock[] = [
    ...listIf(
      undecided > 0,
      createTextBlock(
        `${undecided} of ${formatQuantity(total, 'attempt')} could not be decided: the bounds say what they ` +
          'could have changed.',
      ),
    ),
    ...(rates.mixed_versions.length > 0
      ? [createTextBlock(`Mixed versions of ${versions.join(', ')}: each version counts as a task of its own.`)]
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
            : [{ label: arm, point, ...interval, ...omitUndefined({ tone: getTone(arm) }) }],
        ),
      },
    },
    {
      kind: 'table',
      caption:
        `Success rate over scorable runs: mean of the task means, Wilson interval (${formatPercent(confidence)}) ` +
        'on the effective number of runs',
      columns: createColumns('Arm', ['Success rate', 'Interval', 'Passed', 'Failed'], 'Undecided', [
        'Bounds',
        'Coverage',
        'Tasks',
      ]),
      rows: shown.map(({ arm, rate }) => [
        arm,
        formatPercent(rate.point),
        formatInterval(rate.interval),
        `${formatFraction(rate.successes, rate.scorable)}`,
        String(rate.failures),
        formatUndecided(rate),
        formatInterval(rate.bounds),
        formatPercent(rate.coverage),
        String(rate.tasks),
      ]),
    },
    ...createStrataTables(rates.strata),
    ...createVersionTables(rates.tasks),
    ...listIf(
      missing + unplanned > 0,
      createTextBlock(
        `${formatQuantity(missing, 'planned attempt')} without a result; ` +
          `${formatQuantity(unplanned, 'attempt')} that the plan does not have, in no figure here.`,
      ),
    ),
  ];
  return { id: 'rates', title: 'Success rates', blocks, background: true };
}

const createTextBlock = (of: string): ReportBlock => ({ kind: 'text', text: of });

/** Creates the tables of strata that separate tasks. */
function createStrataTables(all: Analysis['rates']['strata']): ReportTable[] {
  const values = new Map<string, Set<string>>();
  for (const { stratum, value } of all) values.set(stratum, (values.get(stratum) ?? new Set()).add(value));
  const telling = all.filter(({ stratum }) => values.get(stratum)!.size > 1);
  if (telling.length === 0) return [];
  const { rows, more } = limitRows(telling);
  return [
    {
      kind: 'table',
      caption: `By stratum${more}`,
      columns: createColumns('Stratum', 'Arm', ['Success rate', 'Interval', 'Passed', 'Tasks']),
      rows: rows.map(({ stratum, value, arm, rate }) => [`${stratum}: ${value}`, arm, ...formatRateCells(rate)]),
      folded: true,
    },
    {
      kind: 'table',
      caption: `Cost of an attempt by stratum: n attempts whose cost is known, and quantiles over them${more}`,
      columns: createColumns('Stratum', 'Arm', [
        'n',
        'Unknown',
        'Least',
        '25 %',
        'Median',
        '75 %',
        '90 %',
        'Most',
        'Mean',
        'Median time',
      ]),
      rows: rows.map(({ stratum, value, arm, cost_usd: cost, wall_ms }) => [
        `${stratum}: ${value}`,
        arm,
        String(cost.n),
        String(cost.unknown),
        ...[cost.min, cost.p25, cost.p50, cost.p75, cost.p90, cost.max, cost.mean].map(formatUsd),
        wall_ms.p50 === null ? 'unknown' : formatDuration(wall_ms.p50),
      ]),
      folded: true,
    },
  ];
}

const formatRateCells = (rate: SuccessRate): string[] => [
  formatPercent(rate.point),
  formatInterval(rate.interval),
  formatFraction(rate.successes, rate.scorable),
  String(rate.tasks),
];

/** Creates the table with one row per contract version and arm, the lowest rate first. */
function createVersionTables(all: Analysis['rates']['tasks']): ReportTable[] {
  const share = ({ successes, failures }: (typeof all)[number]) =>
    successes + failures === 0 ? -1 : successes / (successes + failures);
  const { rows, more } = limitRows([...all].sort((a, b) => share(a) - share(b)));
  return [
    {
      kind: 'table',
      caption: `By version of each contract, worst first${more}`,
      columns: createColumns('Contract', 'Version', 'Arm', ['Passed', 'Failed'], 'Undecided'),
      rows: rows.map((row) => [
        row.task,
        row.version.slice(0, 12),
        row.arm,
        formatFraction(row.successes, row.successes + row.failures + row.indeterminate),
        String(row.failures),
        formatUndecided(row),
      ]),
      folded: true,
    },
  ];
}
