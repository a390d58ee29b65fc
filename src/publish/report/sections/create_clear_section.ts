import type { Analysis } from '../../../judge/analysis/analysis.js';
import { formatDuration, formatPercent, formatUsd } from '../../text/format_quantity.js';
import { capitalise, listIf } from '../parts/prose.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { formatFigure, formatFraction, formatInterval, joinAlike } from './format_figure.js';

const DIMENSIONS = ['cost', 'latency', 'efficacy', 'assurance', 'reliability'] as const;

/**
 * Creates the section on CLEAR: five dimensions and their weighted sum.
 *
 * @returns null if no arm has a scorable run
 */
export function createClearSection({ clear, confidence, arms }: Analysis): ReportSection | null {
  const shown = clear.arms.filter(({ tasks }) => tasks > 0);
  if (shown.length === 0) return null;
  const refused = shown.filter(({ overall }) => overall === null);
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const is_assurance_apart = refused.some(({ arm, missing }) => agents.has(arm) && missing.join() === 'assurance');
  const blocks: ReportBlock[] = [
    ...createScoreChart(shown, is_assurance_apart),
    {
      kind: 'table',
      caption:
        `CLEAR: weighted sum of five dimensions in [0, 1], 1 is best; interval (${formatPercent(confidence)}) by ` +
        'bootstrapping tasks',
      columns: createColumns('Arm', [
        'CLEAR',
        'Interval',
        ...listIf(is_assurance_apart, 'Without assurance'),
        ...DIMENSIONS.map((dimension) => `${capitalise(dimension)} ×${clear.weights[dimension]}`),
      ]),
      rows: shown.map((arm) => [
        arm.arm,
        arm.overall === null ? 'refused' : formatFigure(arm.overall),
        formatInterval(arm.interval, (value) => formatFigure(value)),
        ...listIf(is_assurance_apart, formatFigure(arm.without_assurance)),
        ...DIMENSIONS.map((dimension) => formatFigure(arm.dimensions[dimension])),
      ]),
    },
    { kind: 'list', items: [formatAnchors(clear), ...formatMeanings(clear), ...joinAlike(refused.map(createRefusal))] },
    {
      kind: 'table',
      caption: 'Measures behind the dimensions',
      columns: createColumns('Arm', [
        'Cost of an attempt',
        'Cost per success (CPS)',
        'Accuracy per dollar ×100 (CNA)',
        'Wall clock',
        'Within time (SCR)',
        'Policy violations',
        `Score ≥ ${clear.threshold}`,
      ]),
      rows: shown.map((arm) => [
        arm.arm,
        formatUsd(arm.cost_usd),
        arm.cps === null && arm.cost_usd !== null ? 'no success' : formatUsd(arm.cps),
        arm.cna === null ? 'none' : arm.cna.toFixed(1),
        arm.latency_ms === null ? 'unknown' : formatDuration(arm.latency_ms),
        formatPercent(arm.scr),
        `${formatFraction(arm.policy_violations, arm.policy_actions)} actions`,
        formatFraction(arm.attempts.reached, arm.attempts.scored),
      ]),
      folded: true,
    },
  ];
  return { id: 'clear', title: 'CLEAR', blocks, background: true };
}

/** Creates the chart of scores: of all five dimensions, or of four where an agent's assurance is unknown. */
function createScoreChart(arms: Analysis['clear']['arms'], is_assurance_apart: boolean): readonly ReportBlock[] {
  const rows = arms.flatMap(({ arm, overall, interval, without_assurance }) => {
    const value = is_assurance_apart ? without_assurance : overall;
    return value === null ? [] : [{ label: arm, value, ...((!is_assurance_apart && interval) || {}) }];
  });
  const title = is_assurance_apart ? 'CLEAR without assurance' : 'CLEAR';
  const x = {
    label: is_assurance_apart ? title : 'CLEAR score',
    format: 'number',
    better: 'more',
    range: [0, 1],
  } as const;
  return listIf<ReportBlock>(rows.length > 0, { kind: 'chart', chart: { kind: 'bars', title, x, rows } });
}

type ClearAnchors = Analysis['clear']['anchors'];

const formatAnchors = ({ anchors }: Analysis['clear']): string =>
  `Anchors, fixed beforehand and never those of other rows: ${formatCostAnchor(anchors)}; ` +
  `${formatLatencyAnchor(anchors)}.`;

function formatCostAnchor({ cost, cost_usd }: ClearAnchors): string {
  if (cost === 'none') return 'cost has no anchor, since results without a plan have no budget';
  if (!cost_usd) return 'cost from $0 (1) to the budget of each contract (0)';
  return `cost from ${formatUsd(cost_usd.best)} (1) to ${formatUsd(cost_usd.worst)} (0)`;
}

function formatLatencyAnchor({ latency, latency_ms }: ClearAnchors): string {
  if (latency === 'none') return 'latency has no anchor';
  if (!latency_ms) return 'latency from 0 (1) to the time that each contract allows (0)';
  return `latency from ${formatDuration(latency_ms.best)} (1) to ${formatDuration(latency_ms.worst)} (0)`;
}

function formatMeanings({ k }: Analysis['clear']): string[] {
  return [
    `Efficacy: success rate over scorable runs. Reliability: all of ${k} ${k === 1 ? 'run' : 'runs'} of a task ` +
      'succeed. Assurance: 1 − violations / policy-critical actions (what mechanisms checked, and the patch).',
  ];
}

const createRefusal = ({ arm, missing }: Analysis['clear']['arms'][number]) => ({
  arm,
  text:
    `no overall score, since ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not known; leaving ` +
    'it out would compare different things.',
});
