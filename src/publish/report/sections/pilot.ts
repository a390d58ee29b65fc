import type { PilotReport } from '../../../judge/pilot/pilot_report.js';
import type { Block, Section } from '../blocks.js';
import { counted, money, percent } from '../quantities.js';

/** A pilot: whether it may go on, criteria with their evidence, what was planned against what was done. */
export function pilotSection(report: PilotReport): Section {
  return {
    id: 'pilot',
    title: `Pilot ${report.name}`,
    blocks: [
      { kind: 'text', text: `Protocol ${report.protocol}. ${adviceInWords(report)}` },
      ...criteria(report),
      stages(report),
      ...comparisons(report),
      ...departures(report),
      { kind: 'text', text: powerInWords(report) },
    ],
  };
}

function adviceInWords({ advice: { decision, rule, why } }: PilotReport): string {
  const said = { continue: 'Go on', stop: `Stop (${rule})`, 'not decided': 'Not decided' }[decision];
  return `${said}: ${why}.`;
}

function criteria({ criteria }: PilotReport): Block[] {
  const open = criteria.filter(({ verdict }) => verdict !== 'met');
  return [
    {
      kind: 'table',
      caption: 'Criteria of the stages',
      columns: [{ head: 'criterion' }, { head: 'verdict' }, { head: 'evidence' }],
      rows: criteria.map(({ id, stage, when, verdict, evidence }) => [
        `stage ${stage} ${when}: ${id}`,
        verdict,
        evidence,
      ]),
    },
    ...(open.length === 0
      ? []
      : [
          {
            kind: 'list' as const,
            items: open.map(
              ({ id, verdict, demands, evidence, where }) =>
                `${id}, ${verdict}: ${demands}. ${evidence}${where.length === 0 ? '' : ` (${some(where)})`}`,
            ),
          },
        ]),
  ];
}

function stages({ stages }: PilotReport): Block {
  return {
    kind: 'table',
    caption: 'Planned and done',
    columns: [
      { head: 'stage' },
      { head: 'planned', align: 'right' },
      { head: 'done', align: 'right' },
      { head: 'missing', align: 'right' },
      { head: 'not planned', align: 'right' },
      { head: 'spent', align: 'right' },
      { head: 'cost unknown', align: 'right' },
      { head: 'budget', align: 'right' },
    ],
    rows: stages.map((one) => [
      `${one.stage} ${one.name}`,
      ...[one.planned, one.done, one.missing, one.unplanned].map(String),
      money(one.spent_usd),
      String(one.cost_unknown),
      one.budget_usd === null ? 'none' : money(one.budget_usd),
    ]),
  };
}

function comparisons({ advice }: PilotReport): Block[] {
  if (advice.comparisons.length === 0) return [{ kind: 'text', text: 'No comparison is registered.' }];
  const points = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)}`);
  return [
    {
      kind: 'table',
      caption:
        'Registered comparisons, whole tasks in the order of the plan; the pilot ends early only when all have ended',
      columns: [
        { head: 'comparison' },
        { head: 'tasks', align: 'right' },
        { head: 'difference (points)', align: 'right' },
        { head: 'interval over all looks', align: 'right' },
        { head: 'rule says' },
        { head: 'next look', align: 'right' },
      ],
      rows: advice.comparisons.map(
        ({ base, head, tasks, estimate, low, high, decision, because, next_look, blocked }) => [
          `${head} against ${base}`,
          String(tasks),
          points(estimate),
          low === null ? '–' : `${points(low)} – ${points(high)}`,
          blocked === null
            ? `${decision}${because === null ? '' : ` (${because})`}`
            : `${decision}, held up at ${blocked}`,
          next_look === null ? '–' : String(next_look),
        ],
      ),
    },
  ];
}

function departures({ deviations, removals }: PilotReport): Block[] {
  const removed = removals.map(({ task, because, at }) => `${task}, ${at}: ${because}`);
  return [
    { kind: 'heading', text: 'Deviations' },
    deviations.length === 0
      ? { kind: 'text', text: 'None shows in the records.' }
      : {
          kind: 'list',
          items: deviations.map(({ kind, what, where }) => `${kind}: ${what} (${where.length}: ${some(where)})`),
        },
    ...(removed.length === 0
      ? []
      : [
          { kind: 'heading' as const, text: 'Tasks removed, not replaced' },
          { kind: 'list' as const, items: removed },
        ]),
  ];
}

function powerInWords({ power }: PilotReport): string {
  const { tasks, trials, minimum_detectable_effect: mde, comparisons, alpha, from } = power;
  const basis = from === 'data' ? 'upper ends of the variances that were seen' : 'variances that were assumed';
  return `Power: ${percent(power.power)} to find a difference of ${percent(power.minimum_effect)} with ${counted(tasks, 'task')} and ${counted(trials, 'trial')} each, ${counted(comparisons, 'comparison')} at ${Number(alpha.toPrecision(3))}, by ${basis}; found with ${percent(power.power_wanted)} would be ${mde === null || mde > 1 ? 'no difference at all' : percent(mde)}. The plan ${power.verdict === 'not decided' ? 'cannot be judged' : power.verdict === 'supports' ? 'supports the effect that would matter' : 'does not support the effect that would matter'}.`;
}

function some(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;
}
