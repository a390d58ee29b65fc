import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatDuration, formatPercent, formatQuantity, formatUsd } from '../../text/format_quantity.js';
import { listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { formatFraction, formatInterval, formatKnownUsd, limitRows } from './format_figure.js';

type ArmSpending = Analysis['standards']['spending'][number];
type SuccessCurve = Analysis['standards']['curves'][number]['cost_usd'];

const MOST_LINES = 8;

/** Creates the section on figures that must be disclosed beside rates: costs, times, reproducibility. */
export function createStandardsSection(analysis: Analysis): ReportSection {
  return {
    id: 'standards',
    title: 'Costs, times, reproducibility',
    background: true,
    blocks: [
      ...createUndecidedBlocks(analysis),
      ...createCostBlocks(analysis.standards.spending),
      ...createTimeBlocks(analysis.standards.spending),
      ...createCurveBlocks(analysis),
      ...createReproducibilityBlocks(analysis),
    ],
  };
}

function createUndecidedBlocks({ rates, standards: { reasons } }: Analysis): ReportBlock[] {
  const shown = rates.arms.filter(({ rate }) => rate.total > rate.decided);
  if (shown.length === 0) return [];
  const { rows, more } = limitRows(reasons, 50);
  return [
    {
      kind: 'table',
      caption:
        'Attempts that could not be decided. Success: over decided runs alone; bounds: all undecided as ' +
        'failures, and as successes',
      columns: createColumns('Arm', [
        'Indeterminate rate',
        'Acceptance errors',
        'Invalid',
        'Missing',
        'Success, decided runs',
        'Bounds',
        'Interval of the bounds',
      ]),
      rows: shown.map(({ arm, rate }) => [
        arm,
        formatPercent(rate.indeterminate_rate),
        formatFraction(rate.indeterminate, rate.scorable),
        String(rate.invalid),
        String(rate.missing),
        formatPercent(rate.complete_case?.point ?? null),
        formatInterval(rate.bounds),
        formatInterval(rate.outer),
      ]),
    },
    {
      kind: 'table',
      caption: `Why${more}`,
      columns: createColumns('Arm', 'Reason', ['Attempts']),
      rows: rows.map(({ arm, reason, attempts }) => [arm, reason, String(attempts)]),
      folded: true,
    },
  ];
}

function createCostBlocks(spending: readonly ArmSpending[]): ReportBlock[] {
  const shown = spending.filter(({ attempts }) => attempts > 0);
  const phases = shown.flatMap((arm) =>
    arm.phases.map((phase) => ({ arm: arm.arm, attempts: arm.attempts, ...phase })),
  );
  return [
    {
      kind: 'table',
      caption: 'Costs. Parts without a declared price are unknown, not free; the total is of those that have one',
      columns: createColumns('Arm', [
        'Total',
        'Models',
        'Execution',
        'People',
        'Overhead',
        'Infrastructure',
        'Per success',
        'Tokens per task',
        'Failure modes seen',
      ]),
      rows: shown.map((arm) => [
        arm.arm,
        formatKnownUsd(arm.total, arm.attempts),
        ...[arm.parts.models, arm.parts.execution, arm.parts.people, arm.parts.overhead].map((part) =>
          formatKnownUsd(part, arm.attempts),
        ),
        `${formatKnownUsd(arm.infrastructure.usd, arm.attempts)}, ` +
          `${arm.infrastructure.execution_minutes.toFixed(1)} min`,
        arm.usd_per_success === null && arm.total.unknown === 0 ? 'no success' : formatUsd(arm.usd_per_success),
        formatTokens(arm),
        String(arm.failure_modes),
      ]),
    },
    ...listIf<ReportBlock>(phases.length > 0, {
      kind: 'table',
      caption: 'Costs by phase',
      columns: createColumns('Arm', 'Phase', ['Models', 'Tokens', 'Execution']),
      rows: phases.map((phase) => [
        phase.arm,
        phase.phase,
        formatKnownUsd(phase.models, phase.attempts),
        String(phase.tokens),
        `${phase.execution_minutes.toFixed(2)} min`,
      ]),
      folded: true,
    }),
  ];
}

function formatTokens({ tokens_per_task: { count, mean, median }, tokens: { unmetered } }: ArmSpending): string {
  if (count === 0 || mean === null || median === null) return unmetered > 0 ? 'not metered' : 'none';
  return `mean ${Math.round(mean)}, median ${Math.round(median)}`;
}

function createTimeBlocks(spending: readonly ArmSpending[]): ReportBlock[] {
  return [
    {
      kind: 'table',
      caption: 'Wall clock of an attempt by outcome: mean, median, 90th percentile (n)',
      columns: createColumns('Arm', ['Successes', 'Failures', 'Undecided']),
      rows: spending
        .filter(({ attempts }) => attempts > 0)
        .map(({ arm, wall_ms }) => [
          arm,
          formatDistribution(wall_ms.success),
          formatDistribution(wall_ms.failure),
          formatDistribution(wall_ms.undecided),
        ]),
      folded: true,
    },
  ];
}

function formatDistribution({ count, mean, median, p90 }: ArmSpending['tokens_per_task']): string {
  return mean === null || median === null || p90 === null
    ? 'none'
    : `${formatDuration(mean)}, ${formatDuration(median)}, ${formatDuration(p90)} (${count})`;
}

function createCurveBlocks({ standards, arms }: Analysis): ReportBlock[] {
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const shown = standards.curves.filter(
    ({ arm, time_ms }) => agents.has(arm) && time_ms !== null && time_ms.successes > 0,
  );
  if (shown.length === 0) return [];
  const chart = (of: 'cost_usd' | 'time_ms', title: string, format: 'usd' | 'time'): ReportBlock[] => {
    const lines = shown.slice(0, MOST_LINES).flatMap((arm) => {
      const line = arm[of];
      return line === null
        ? []
        : [
            {
              label: arm.arm,
              points: [[0, 0] as const, ...line.steps.map(({ at, success }) => [at, success] as const)],
            },
          ];
    });
    const y = {
      label: 'runs that succeeded',
      format: 'percent' as const,
      better: 'more' as const,
      range: [0, 1] as const,
    };
    return lines.length === 0
      ? []
      : [{ kind: 'chart', chart: { kind: 'lines', title, x: { label: title, format }, y, step: true, lines } }];
  };
  return [
    { kind: 'heading', text: 'Success within a cost, and within a time' },
    ...chart('cost_usd', 'cost of an attempt', 'usd'),
    ...chart('time_ms', 'wall clock of an attempt', 'time'),
    {
      kind: 'table',
      caption:
        'Kaplan–Meier over decided runs; one that was stopped at a cap is censored there. Smallest cost and ' +
        'time within which that share of runs succeeded',
      columns: createColumns('Arm', [
        '25 % by cost',
        '50 % by cost',
        'In the end',
        '25 % by time',
        '50 % by time',
        'Left out (undecided)',
      ]),
      rows: shown.map((arm) => [
        arm.arm,
        formatReached(arm.cost_usd, 0.25, formatUsd),
        formatReached(arm.cost_usd, 0.5, formatUsd),
        formatPercent(arm.time_ms?.steps.at(-1)?.success ?? null),
        formatReached(arm.time_ms, 0.25, formatDuration),
        formatReached(arm.time_ms, 0.5, formatDuration),
        String(arm.undecided),
      ]),
      folded: true,
    },
  ];
}

function formatReached(curve: SuccessCurve, share: number, show: (value: number) => string): string {
  if (curve === null) return 'unknown';
  const step = curve.steps.find(({ success }) => success >= share - 1e-12);
  return step ? show(step.at) : 'never';
}

function createReproducibilityBlocks({ standards, seed, resamples, plan }: Analysis): ReportBlock[] {
  const seeds = standards.seeds.map((one) => `${one.seed} (${formatQuantity(one.attempts, 'attempt')})`);
  const is_mixed = standards.harness_versions.length + standards.rubrics.length > 2;
  const mixed_note = is_mixed ? ': mixed, so figures are not strictly comparable' : '';
  const shown = standards.reproducibility.filter(({ configurations }) => configurations > 0);
  const differing = shown.flatMap(({ arm, differing: own }) => own.map((each) => ({ arm, ...each })));
  const { rows, more } = limitRows(differing, 50);
  return [
    { kind: 'heading', text: 'To do it again' },
    {
      kind: 'table',
      caption: 'Configuration of each arm',
      columns: createColumns('Arm', 'Agent (digest)', 'Model', 'Temperature', 'Sandbox', 'Images', 'Tools', [
        'Lockfiles',
        'Configurations',
      ]),
      rows: shown.map((arm) => [
        arm.arm,
        arm.agent_identities.map((identity) => identity.slice(0, 12)).join(', '),
        arm.models.join(', ') || 'its own choice, or none',
        arm.temperatures.join(', ') || 'default',
        arm.sandbox_classes.join(', '),
        arm.images.join(', ') || 'none',
        arm.tools.join(', ') || 'none declared',
        String(arm.lockfiles),
        String(arm.configurations),
      ]),
      folded: true,
    },
    ...listIf<ReportBlock>(differing.length > 0, {
      kind: 'table',
      caption: `Not the same throughout: attempts that should be alike were not${more}`,
      columns: createColumns('Arm', 'What', 'Where', ['Values']),
      rows: rows.map(({ arm, what, where, values }) => [arm, what.replaceAll('_', ' '), where, String(values)]),
    }),
    {
      kind: 'list',
      items: [
        `Plan: ${plan ?? 'none, so nothing was agreed beforehand'}. Bootstrap: ${resamples} resamples, seed ${seed}.`,
        `Seeds of attempts: ${seeds.join(', ') || 'none'}.`,
        `gatebench ${standards.harness_versions.join(', ') || 'unknown'}, rubric ` +
          `${standards.rubrics.join(', ') || 'unknown'}${mixed_note}.`,
        ...(standards.not_isolated > 0
          ? [`${formatQuantity(standards.not_isolated, 'attempt')} without isolation.`]
          : []),
        ...standards.deviations.map(
          ({ text, attempts }) => `Protocol deviation in ${formatQuantity(attempts, 'attempt')}: ${text}`,
        ),
      ],
    },
  ];
}
