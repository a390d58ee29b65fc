import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { ArmClear } from '../../../judge/analysis/clear.js';
import type { Block, Section } from '../blocks.js';
import { elapsed, money, percent } from '../quantities.js';
import { between, figure, outOf } from './figures.js';

const DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'] as const;

/** CLEAR: five dimensions and their weighted sum (G4); null when no arm has a scorable run. */
export function clearSection({ clear, confidence }: Analysis): Section | null {
  const shown = clear.arms.filter(({ tasks }) => tasks > 0);
  if (shown.length === 0) return null;
  const refused = shown.filter(({ overall }) => overall === null);
  const rows = shown.flatMap(({ arm, overall, interval }) =>
    overall === null ? [] : [{ label: arm, value: overall, ...(interval ?? {}) }],
  );
  const x = { label: 'CLEAR score', format: 'number', better: 'more', range: [0, 1] } as const;
  const blocks: Block[] = [
    ...(rows.length === 0 ? [] : [{ kind: 'chart', chart: { kind: 'bars', title: 'CLEAR', x, rows } } as const]),
    {
      kind: 'table',
      caption: `CLEAR: weighted sum of five dimensions in [0, 1], 1 is best; interval (${percent(confidence)}) by bootstrapping tasks`,
      columns: [
        { head: 'Arm' },
        ...[
          'CLEAR',
          'Interval',
          ...DIMENSIONS.map((dimension) => `${capital(dimension)} ×${clear.weights[dimension]}`),
        ].map((head) => ({
          head,
          align: 'right' as const,
        })),
      ],
      rows: shown.map((arm) => [
        arm.arm,
        arm.overall === null ? 'refused' : figure(arm.overall),
        between(arm.interval, (value) => figure(value)),
        ...DIMENSIONS.map((dimension) => figure(arm.dimensions[dimension])),
      ]),
    },
    { kind: 'list', items: [anchors(clear), ...meanings(clear), ...refused.map(refusal)] },
    {
      kind: 'table',
      caption: 'Measures behind the dimensions',
      columns: [
        { head: 'Arm' },
        ...[
          'Cost of an attempt',
          'Cost per success (CPS)',
          'Accuracy per dollar ×100 (CNA)',
          'Wall clock',
          'Within time (SCR)',
          'Policy violations',
          `Score ≥ ${clear.threshold}`,
        ].map((head) => ({ head, align: 'right' as const })),
      ],
      rows: shown.map((arm) => [
        arm.arm,
        money(arm.cost_usd),
        arm.cps === null && arm.cost_usd !== null ? 'no success' : money(arm.cps),
        arm.cna === null ? 'none' : arm.cna.toFixed(1),
        arm.latency_ms === null ? 'unknown' : elapsed(arm.latency_ms),
        percent(arm.scr),
        `${outOf(arm.policy_violations, arm.policy_actions)} actions`,
        outOf(arm.attempts.reached, arm.attempts.scored),
      ]),
      folded: true,
    },
  ];
  return { id: 'clear', title: 'CLEAR', blocks };
}

function anchors({ anchors: { cost, cost_usd, latency, latency_ms } }: Analysis['clear']): string {
  const money_anchor =
    cost === 'none'
      ? 'cost has no anchor, since results without a plan have no budget'
      : cost_usd
        ? `cost from ${money(cost_usd.best)} (1) to ${money(cost_usd.worst)} (0)`
        : 'cost from $0 (1) to the budget of each contract (0)';
  const time_anchor =
    latency === 'none'
      ? 'latency has no anchor'
      : latency_ms
        ? `latency from ${elapsed(latency_ms.best)} (1) to ${elapsed(latency_ms.worst)} (0)`
        : 'latency from 0 (1) to the time that each contract allows (0)';
  return `Anchors, fixed beforehand and never those of other rows: ${money_anchor}; ${time_anchor}.`;
}

function meanings({ k }: Analysis['clear']): string[] {
  return [
    `Efficacy: success rate over scorable runs. Reliability: all of ${k} ${k === 1 ? 'run' : 'runs'} of a task succeed. Assurance: 1 − violations / policy-critical actions (what mechanisms checked, and the patch).`,
  ];
}

const refusal = ({ arm, missing }: ArmClear): string =>
  `${arm}: no overall score, since ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not known; leaving it out would compare different things.`;

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
