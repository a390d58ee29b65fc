import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { Distribution, Spending } from '../../../judge/analysis/spending.js';
import type { SuccessCurves } from '../../../judge/analysis/success_curves.js';
import type { Block, Section, Table } from '../blocks.js';
import { counted, elapsed, money, percent } from '../quantities.js';
import { between, bounded, outOf, sumOfMoney } from './figures.js';

const MOST_LINES = 8;
const right = (...heads: string[]): Table['columns'] => heads.map((head) => ({ head, align: 'right' as const }));

/** What has to be disclosed beside rates (G10; executable contracts §6.3). */
export function standardsSection(analysis: Analysis): Section {
  return {
    id: 'standards',
    title: 'Costs, times, reproducibility',
    blocks: [
      ...undecided(analysis),
      ...costs(analysis.standards.spending),
      ...times(analysis.standards.spending),
      ...curves(analysis),
      ...reproducibility(analysis),
    ],
  };
}

function undecided({ rates, standards: { reasons } }: Analysis): Block[] {
  const shown = rates.arms.filter(({ rate }) => rate.total > rate.decided);
  if (shown.length === 0) return [];
  const { rows, more } = bounded(reasons, 50);
  return [
    {
      kind: 'table',
      caption:
        'Attempts that could not be decided. Success: over decided runs alone; bounds: all undecided as failures, and as successes',
      columns: [
        { head: 'Arm' },
        ...right(
          'Indeterminate rate',
          'Acceptance errors',
          'Invalid',
          'Missing',
          'Success, decided runs',
          'Bounds',
          'Interval of the bounds',
        ),
      ],
      rows: shown.map(({ arm, rate }) => [
        arm,
        percent(rate.indeterminate_rate),
        outOf(rate.indeterminate, rate.scorable),
        String(rate.invalid),
        String(rate.missing),
        percent(rate.complete_case?.point ?? null),
        between(rate.bounds),
        between(rate.outer),
      ]),
    },
    {
      kind: 'table',
      caption: `Why${more}`,
      columns: [{ head: 'Arm' }, { head: 'Reason' }, ...right('Attempts')],
      rows: rows.map(({ arm, reason, attempts }) => [arm, reason, String(attempts)]),
      folded: true,
    },
  ];
}

function costs(spending: readonly Spending[]): Block[] {
  const shown = spending.filter(({ attempts }) => attempts > 0);
  const phases = shown.flatMap((arm) =>
    arm.phases.map((phase) => ({ arm: arm.arm, attempts: arm.attempts, ...phase })),
  );
  return [
    {
      kind: 'table',
      caption: 'Costs. Parts without a declared price are unknown, not free; the total is of those that have one',
      columns: [
        { head: 'Arm' },
        ...right(
          'Total',
          'Models',
          'Execution',
          'People',
          'Overhead',
          'Infrastructure',
          'Per success',
          'Tokens per task',
          'Failure modes seen',
        ),
      ],
      rows: shown.map((arm) => [
        arm.arm,
        sumOfMoney(arm.total, arm.attempts),
        ...[arm.parts.models, arm.parts.execution, arm.parts.people, arm.parts.overhead].map((part) =>
          sumOfMoney(part, arm.attempts),
        ),
        `${sumOfMoney(arm.infrastructure.usd, arm.attempts)}, ${arm.infrastructure.execution_minutes.toFixed(1)} min`,
        arm.usd_per_success === null && arm.total.unknown === 0 ? 'no success' : money(arm.usd_per_success),
        tokens(arm),
        String(arm.failure_modes),
      ]),
    },
    ...(phases.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            caption: 'Costs by phase',
            columns: [{ head: 'Arm' }, { head: 'Phase' }, ...right('Models', 'Tokens', 'Execution')],
            rows: phases.map((phase) => [
              phase.arm,
              phase.phase,
              sumOfMoney(phase.models, phase.attempts),
              String(phase.tokens),
              `${phase.execution_minutes.toFixed(2)} min`,
            ]),
            folded: true,
          },
        ]),
  ];
}

function tokens({ tokens_per_task: { count, mean, median }, tokens: { unmetered } }: Spending): string {
  if (count === 0 || mean === null || median === null) return unmetered > 0 ? 'not metered' : 'none';
  return `mean ${Math.round(mean)}, median ${Math.round(median)}`;
}

function times(spending: readonly Spending[]): Block[] {
  return [
    {
      kind: 'table',
      caption: 'Wall clock of an attempt by outcome: mean, median, 90th percentile (n)',
      columns: [{ head: 'Arm' }, ...right('Successes', 'Failures', 'Undecided')],
      rows: spending
        .filter(({ attempts }) => attempts > 0)
        .map(({ arm, wall_ms }) => [
          arm,
          inShort(wall_ms.success),
          inShort(wall_ms.failure),
          inShort(wall_ms.undecided),
        ]),
    },
  ];
}

function inShort({ count, mean, median, p90 }: Distribution): string {
  return mean === null || median === null || p90 === null
    ? 'none'
    : `${elapsed(mean)}, ${elapsed(median)}, ${elapsed(p90)} (${count})`;
}

function curves({ standards, arms }: Analysis): Block[] {
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const shown = standards.curves.filter(
    ({ arm, time_ms }) => agents.has(arm) && time_ms !== null && time_ms.successes > 0,
  );
  if (shown.length === 0) return [];
  const chart = (of: 'cost_usd' | 'time_ms', title: string, format: 'usd' | 'time'): Block[] => {
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
        'Kaplan–Meier over decided runs; one that was stopped at a cap is censored there. Smallest cost and time within which that share of runs succeeded',
      columns: [
        { head: 'Arm' },
        ...right('25 % by cost', '50 % by cost', 'In the end', '25 % by time', '50 % by time', 'Left out (undecided)'),
      ],
      rows: shown.map((arm) => [
        arm.arm,
        reached(arm.cost_usd, 0.25, money),
        reached(arm.cost_usd, 0.5, money),
        percent(arm.time_ms?.steps.at(-1)?.success ?? null),
        reached(arm.time_ms, 0.25, elapsed),
        reached(arm.time_ms, 0.5, elapsed),
        String(arm.undecided),
      ]),
    },
  ];
}

function reached(curve: SuccessCurves['cost_usd'], share: number, show: (value: number) => string): string {
  if (curve === null) return 'unknown';
  const step = curve.steps.find(({ success }) => success >= share - 1e-12);
  return step ? show(step.at) : 'never';
}

function reproducibility({ standards, seed, resamples, plan }: Analysis): Block[] {
  const shown = standards.reproducibility.filter(({ configurations }) => configurations > 0);
  const differing = shown.flatMap(({ arm, differing: own }) => own.map((each) => ({ arm, ...each })));
  const { rows, more } = bounded(differing, 50);
  return [
    { kind: 'heading', text: 'To do it again' },
    {
      kind: 'table',
      caption: 'Configuration of each arm',
      columns: [
        { head: 'Arm' },
        { head: 'Agent (digest)' },
        { head: 'Model' },
        { head: 'Temperature' },
        { head: 'Sandbox' },
        { head: 'Images' },
        { head: 'Tools' },
        ...right('Lockfiles', 'Configurations'),
      ],
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
    ...(differing.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            caption: `Not the same throughout: attempts that should be alike were not${more}`,
            columns: [{ head: 'Arm' }, { head: 'What' }, { head: 'Where' }, ...right('Values')],
            rows: rows.map(({ arm, what, where, values }) => [arm, what.replaceAll('_', ' '), where, String(values)]),
          },
        ]),
    {
      kind: 'list',
      items: [
        `Plan: ${plan ?? 'none, so nothing was agreed beforehand'}. Bootstrap: ${resamples} resamples, seed ${seed}.`,
        `Seeds of attempts: ${standards.seeds.map(({ seed: own, attempts }) => `${own} (${counted(attempts, 'attempt')})`).join(', ') || 'none'}.`,
        `gatebench ${standards.harness_versions.join(', ') || 'unknown'}, rubric ${standards.rubrics.join(', ') || 'unknown'}${standards.harness_versions.length + standards.rubrics.length > 2 ? ': mixed, so figures are not strictly comparable' : ''}.`,
        ...(standards.not_isolated > 0 ? [`${counted(standards.not_isolated, 'attempt')} without isolation.`] : []),
        ...standards.deviations.map(
          ({ text, attempts }) => `Protocol deviation in ${counted(attempts, 'attempt')}: ${text}`,
        ),
      ],
    },
  ];
}
