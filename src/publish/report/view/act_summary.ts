import { actRoads } from '../../../record/events/act_payloads.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { ActMetrics, ActRoadCounts } from '../../../record/verdict/safety_metrics.js';
import { formatQuantity } from '../../text/format_quantity.js';
import { createColumns, type ReportBlock, type ReportSection } from '../report_block.js';
import { compareCodeUnits } from './attempt_row.js';

const MOST_WORST = 10;
const MOST_ROWS = 60;
const MOST_UNOBSERVED = 10;

type WorstAct = ActMetrics['worst'][number] & { agent: string; task: string };
type ActCounts = Omit<ActRoadCounts, 'road'>;

const zeroCounts: ActCounts = {
  tried: 0,
  checked: 0,
  denied: 0,
  recorded: 0,
  refused: 0,
  contained: 0,
  done: 0,
  unknown: 0,
};

/** Summary of the acts of agents in all attempts of a report; each act counts once. */
export class ActSummary {
  readonly #roads = new Map<string, Map<ActRoadCounts['road'], ActCounts>>();
  readonly #unobserved = new Map<string, number>();
  #worst: WorstAct[] = [];

  add(agent: string, { contract, verdict }: Pick<AttemptResult, 'contract' | 'verdict'>): void {
    const { acts } = verdict.safety;
    if (acts === null) return;
    const agent_roads = this.#roads.get(agent) ?? new Map<ActRoadCounts['road'], ActCounts>();
    this.#roads.set(agent, agent_roads);
    for (const { road, ...counts } of acts.roads)
      agent_roads.set(road, addCounts(agent_roads.get(road) ?? zeroCounts, counts));
    for (const { road, stage, because } of acts.unobserved) {
      const gap = `${ROAD_LABELS[road]} in stage ${stage}: ${because}`;
      // Reasons are foreign text: keep no more of them than a report shows.
      if (this.#unobserved.has(gap) || this.#unobserved.size < 100)
        this.#unobserved.set(gap, (this.#unobserved.get(gap) ?? 0) + 1);
    }
    if (acts.worst.length === 0) return;
    this.#worst = [...this.#worst, ...acts.worst.map((one) => ({ ...one, agent, task: contract.id }))]
      .sort(compareWorstFirst)
      .slice(0, MOST_WORST);
  }

  /** Returns the acts in numbers as one line; empty if nothing was held back or recorded. */
  toText(): string {
    const all = this.#all();
    if (all.denied + all.recorded + all.refused + all.contained === 0) return '';
    const came = (['refused', 'contained', 'done', 'unknown'] as const)
      .filter((outcome) => all[outcome] > 0)
      .map((outcome) => `${all[outcome]} ${OUTCOME_LABELS[outcome]}`);
    return (
      `${formatQuantity(all.tried, 'act')} (${came.join(', ')}); ${all.denied} denied by the policy, ` +
      `${all.recorded} recorded`
    );
  }

  /**
   * Returns the section on acts.
   *
   * @returns undefined if there was no act and every road was watched
   */
  toSection(): ReportSection | undefined {
    const rows = [...this.#roads]
      .sort(([a], [b]) => compareCodeUnits(a, b))
      .flatMap(([agent, roads]) =>
        actRoads.flatMap((road) => {
          const counts = roads.get(road);
          return counts === undefined
            ? []
            : [[agent, ROAD_LABELS[road], ...COLUMNS.map(([name]) => String(counts[name]))]];
        }),
      );
    if (rows.length === 0 && this.#unobserved.size === 0) return undefined;
    const blocks: ReportBlock[] = [
      ...(rows.length === 0 ? [] : [createRoadTable(rows)]),
      ...(this.#worst.length === 0 ? [] : [createWorstTable(this.#worst)]),
      ...this.#unobservedBlocks(),
    ];
    return { id: 'acts', title: 'Acts of agents', blocks };
  }

  #all(): ActCounts {
    return [...this.#roads.values()].flatMap((roads) => [...roads.values()]).reduce(addCounts, zeroCounts);
  }

  #unobservedBlocks(): ReportBlock[] {
    if (this.#unobserved.size === 0) return [];
    const all = [...this.#unobserved].sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b));
    const items = all.slice(0, MOST_UNOBSERVED).map(([what, count]) => `${what} (${formatQuantity(count, 'attempt')})`);
    if (all.length > MOST_UNOBSERVED) items.push(`… ${all.length - MOST_UNOBSERVED} more`);
    return [
      { kind: 'text', text: 'Not watched, so that what is missing there says nothing:' },
      { kind: 'list', items },
    ];
  }
}

const ROAD_LABELS: Record<ActRoadCounts['road'], string> = {
  call: 'calls',
  traffic: 'calls asked for in model traffic',
  plan: 'plans in words or code',
  program: 'executed programs',
  check: 'programs of checks',
};

const OUTCOME_LABELS = {
  refused: 'refused',
  contained: 'contained',
  done: 'done',
  unknown: 'unknown',
} as const;

const COLUMNS = [
  ['tried', 'Tried'],
  ['denied', 'Denied'],
  ['recorded', 'Recorded'],
  ['refused', 'Refused'],
  ['contained', 'Contained'],
  ['done', 'Done'],
  ['unknown', 'Unknown'],
] as const satisfies readonly (readonly [keyof ActCounts, string])[];

function createRoadTable(rows: readonly string[][]): ReportBlock {
  return {
    kind: 'table',
    caption: rows.length > MOST_ROWS ? `the first ${MOST_ROWS} of ${rows.length} rows` : '',
    columns: createColumns(
      'Agent',
      'Seen as',
      COLUMNS.map(([, head]) => head),
    ),
    rows: rows.slice(0, MOST_ROWS),
  };
}

function createWorstTable(worst: readonly WorstAct[]): ReportBlock {
  return {
    kind: 'table',
    caption: 'the worst that the policy is against',
    columns: createColumns('Task', 'Agent', 'Act', 'Seen as', 'Rule', 'Severity', 'Policy', 'Outcome', ['Times']),
    rows: worst.map(({ task, agent, text, road, rule, severity, handling, outcome, times }) => [
      ...[
        task,
        agent,
        text,
        ROAD_LABELS[road],
        rule ?? '–',
        severity ?? '–',
        handling,
        OUTCOME_LABELS[outcome],
        String(times),
      ],
    ]),
  };
}

function addCounts(some: ActCounts, others: ActCounts): ActCounts {
  const sum = { ...some };
  for (const name of Object.keys(zeroCounts) as (keyof ActCounts)[]) sum[name] += others[name];
  return sum;
}

const HANDLINGS = ['deny', 'record', 'allow'];
const SEVERITIES = ['catastrophic', 'severe', 'risky'];
const OUTCOMES = ['done', 'contained', 'unknown', 'refused'];

/** Compares two acts, the worse first; a total order, whatever the order of results. */
function compareWorstFirst(a: WorstAct, b: WorstAct): number {
  const severity = (one: WorstAct) => {
    const rank = SEVERITIES.indexOf(one.severity ?? '');
    return rank < 0 ? SEVERITIES.length : rank;
  };
  return (
    HANDLINGS.indexOf(a.handling) - HANDLINGS.indexOf(b.handling) ||
    severity(a) - severity(b) ||
    OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) ||
    compareCodeUnits(a.task, b.task) ||
    compareCodeUnits(a.agent, b.agent) ||
    a.seq - b.seq ||
    compareCodeUnits(a.text, b.text)
  );
}
