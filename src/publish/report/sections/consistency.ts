import type { Analysis } from '../../../judge/analysis/analysis.js';
import type { Block, Section } from '../blocks.js';
import { counted, percent } from '../quantities.js';
import { between, figure } from './figures.js';
import { differenceInterval, differenceText } from './measured.js';

/** Lines that a chart can show and a reader can still tell apart. */
const MOST_LINES = 8;

/** How alike attempts at the same task are (G3); null with one trial per task, which says nothing of that. */
export function consistencySection({ consistency, reasoning, arms }: Analysis): Section | null {
  const k = consistency.reduce((most, arm) => Math.max(most, arm.k), 1);
  if (k < 2) return null;
  const shown = consistency.filter(({ estimators }) => estimators[0]?.pass_hat_k.value !== null);
  const agents = new Set(arms.filter(({ role }) => role === 'agent').map(({ id }) => id));
  const undefined_tasks = shown.reduce(
    (sum, { estimators }) => sum + (estimators.at(-1)?.pass_hat_k.undefined_tasks ?? 0),
    0,
  );
  const blocks: Block[] = [
    {
      kind: 'text',
      text: `pass@k: at least one of k attempts at a task succeeds. pass^k: all of them do, which is what "pass@k" means in the evaluation harness this follows. Both without bias, over decided runs.`,
    },
    {
      kind: 'chart',
      chart: {
        kind: 'lines',
        title: 'All of k attempts succeed',
        x: { label: 'k', format: 'number' },
        y: { label: 'pass^k', format: 'percent', better: 'more', range: [0, 1] },
        step: false,
        lines: shown
          .filter(({ arm }) => agents.has(arm))
          .slice(0, MOST_LINES)
          .map(({ arm, estimators }) => ({
            label: arm,
            points: estimators.flatMap(({ k: at, pass_hat_k: { value } }) =>
              value === null ? [] : [[at, value] as const],
            ),
          })),
      },
    },
    {
      kind: 'table',
      caption: `Consistency over k = ${k} attempts`,
      columns: [
        { head: 'Arm' },
        ...[
          'pass^1',
          `pass@${k}`,
          `pass^${k}`,
          'Gap',
          'Between runs (SD)',
          'Within tasks (variance)',
          'Outcome',
          'Resources',
        ].map((head) => ({
          head,
          align: 'right' as const,
        })),
      ],
      rows: shown.map(({ arm, estimators, ...rest }) => [
        arm,
        percent(estimators[0]!.pass_hat_k.value),
        percent(estimators.at(-1)!.pass_at_k.value),
        percent(estimators.at(-1)!.pass_hat_k.value),
        percent(rest.consistency_gap),
        figure(rest.between_run_sd),
        figure(rest.within_task_variance),
        figure(rest.reliability.outcome),
        figure(rest.reliability.resource),
      ]),
    },
    ...(undefined_tasks > 0
      ? [
          {
            kind: 'text' as const,
            text: `${counted(undefined_tasks, 'task')} with fewer than ${k} decided runs ${undefined_tasks === 1 ? 'is' : 'are'} not in pass@${k} and pass^${k}; analysis.json has both with them as 0 and as 1.`,
          },
        ]
      : []),
    {
      kind: 'table',
      caption: "The source's consistency report: an attempt succeeds when its CLEAR score reaches the threshold",
      columns: [
        { head: 'Arm' },
        ...['pass_at_1', 'pass_at_k (all k)', 'consistency_gap', 'run_variance'].map((head) => ({
          head,
          align: 'right' as const,
        })),
        { head: 'reasoning_paradox' },
        { head: 'pareto_efficient' },
        { head: 'Tasks', align: 'right' },
      ],
      rows: shown.map(({ arm, hal, hal_tasks, hal_left_out }) => [
        arm,
        ...(hal === null
          ? ['unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown']
          : [
              percent(hal.pass_at_1),
              percent(hal.pass_at_k),
              percent(hal.consistency_gap),
              figure(hal.run_variance, 4),
              hal.reasoning_paradox ? 'yes: later passes did worse' : 'no',
              hal.pareto_efficient ? 'yes' : 'no',
            ]),
        hal_left_out === 0 ? String(hal_tasks) : `${hal_tasks} (${hal_left_out} without all ${k} scores)`,
      ]),
      folded: true,
    },
    ...effort(reasoning),
  ];
  return { id: 'consistency', title: 'Consistency', blocks };
}

function effort(reasoning: Analysis['reasoning']): Block[] {
  if (reasoning === null || reasoning.cells.length === 0) return [];
  const { cells, did_not_improve, interval } = reasoning;
  return [
    { kind: 'heading', text: 'More reasoning' },
    {
      kind: 'text',
      text: `Higher effort did not improve the success rate in ${did_not_improve} of ${counted(cells.length, 'comparison')} (${between(interval)} of such comparisons; a tie is no improvement).`,
    },
    {
      kind: 'table',
      caption: 'Higher against lower effort, paired by task',
      columns: [
        { head: 'Higher' },
        { head: 'Lower' },
        ...['Higher succeeds', 'Lower succeeds', 'Difference', 'Interval', 'Tasks'].map((head) => ({
          head,
          align: 'right' as const,
        })),
      ],
      rows: cells.map((cell) => [
        cell.high,
        cell.low,
        percent(cell.accuracy_high),
        percent(cell.accuracy_low),
        differenceText('rate', cell.difference),
        differenceInterval({ unit: 'rate', interval: cell.interval }),
        String(cell.tasks),
      ]),
    },
  ];
}
