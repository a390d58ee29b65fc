import type { StateTransition } from '../../../record/events/act_payloads.js';
import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import type { TeamMetrics } from '../../../record/verdict/safety_metrics.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';

/** Most paths that a verdict lists. */
const MOST_PATHS = 200;

/** Work or part of the task that was planned, with the agents behind it. */
interface Milestone {
  reached: boolean;
  by: Set<string>;
}

/** Handoffs by id: who wrote each, to whom it was delivered, and who has read it. */
type HandoffLedger = Map<number, { from: string; to: readonly string[]; read: Set<string> }>;

/**
 * Computes how agents worked together, from recorded events alone: milestones with those who reached them, and shares
 * of what was planned and told.
 *
 * @returns null if no work was submitted, no handoff written and the task was not split
 */
export function computeTeamMetrics({ record: { events } }: AttemptTrace): TeamMetrics | null {
  const operations = selectEvents(events, 'coordination').map(({ payload }) => payload);
  const transitions = operations.flatMap(({ transition }) => transition ?? []);
  const handoffs = collectHandoffs(transitions);
  const works = collectWorks(transitions);
  const parts = collectParts(events, handoffs);
  const planned = [...works.values(), ...parts.values()];
  if (planned.length === 0 && handoffs.size === 0) return null;
  const reached = planned.filter((one) => one.reached);
  const deliveries = [...handoffs.values()].flatMap(({ to, read }) => to.map((agent) => read.has(agent)));
  const planning = divide(reached.length, planned.length);
  const communication = divide(deliveries.filter(Boolean).length, deliveries.length);
  const known_shares = [planning, communication].filter((share) => share !== null);
  const workers = selectEvents(events, 'subtask').map(({ payload }) => payload.agent);
  const members = computeMembers(operations, transitions, handoffs, reached, workers);
  const shares = Object.values(members).map(({ share }) => share ?? 0);
  return {
    method: 'recorded-events',
    planned: planned.length,
    milestones: reached.length,
    kpi: reached.length === 0 ? null : divide(sum(shares), shares.length),
    planning,
    communication,
    coordination: divide(sum(known_shares), known_shares.length),
    members,
    paths: collectPaths(transitions, handoffs),
  };
}

const divide = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function collectHandoffs(transitions: readonly StateTransition[]): HandoffLedger {
  const handoffs: HandoffLedger = new Map();
  for (const transition of transitions) {
    if (transition.kind === 'handoff_written')
      handoffs.set(transition.id, { from: transition.agent, to: transition.recipients, read: new Set() });
    if (transition.kind === 'handoff_read')
      for (const id of transition.ids) handoffs.get(id)?.read.add(transition.agent);
  }
  return handoffs;
}

/** Collects work items: one is reached when it is completed as done, by the agent that did it. */
function collectWorks(transitions: readonly StateTransition[]): Map<string, Milestone> {
  const works = new Map<string, Milestone>();
  for (const transition of transitions) {
    if (transition.kind === 'work_submitted') works.set(transition.id, { reached: false, by: new Set() });
    if (transition.kind === 'work_completed' && transition.outcome === 'done') {
      const work = works.get(transition.id);
      if (work) works.set(transition.id, { reached: true, by: work.by.add(transition.agent) });
    }
  }
  return works;
}

/**
 * Collects parts of the task, each as it ended last. One without a change is reached if somebody has read what its
 * agent handed over.
 */
function collectParts(events: readonly Event[], handoffs: HandoffLedger): Map<string, Milestone> {
  const senders = new Set([...handoffs.values()].filter(({ read }) => read.size > 0).map(({ from }) => from));
  const parts = new Map<string, Milestone>();
  for (const { payload } of selectEvents(events, 'subtask')) {
    const { id, agent, outcome } = payload;
    const reached = outcome === 'merged' || (outcome === 'empty' && senders.has(agent));
    parts.set(id, { reached, by: new Set([agent]) });
  }
  return parts;
}

function computeMembers(
  operations: readonly Event<'coordination'>['payload'][],
  transitions: readonly StateTransition[],
  handoffs: HandoffLedger,
  reached: readonly Milestone[],
  workers: readonly string[],
): TeamMetrics['members'] {
  // A profile stands beside agents of the contract only: others cannot name rows.
  const profiled_agents = operations.filter(({ profile }) => profile !== null).map(({ agent }) => agent);
  const readers = [...handoffs.values()].flatMap(({ read }) => [...read]);
  const members = [...new Set([...workers, ...profiled_agents])].sort().map((agent) => {
    const count = (kind: StateTransition['kind']) =>
      transitions.filter((one) => one.kind === kind && one.agent === agent).length;
    const milestones = reached.filter(({ by }) => by.has(agent)).length;
    return [
      agent,
      {
        milestones,
        share: divide(milestones, reached.length),
        work_submitted: count('work_submitted'),
        work_done: transitions.filter(
          (one) => one.kind === 'work_completed' && one.outcome === 'done' && one.agent === agent,
        ).length,
        handoffs_written: count('handoff_written'),
        handoffs_read: readers.filter((reader) => reader === agent).length,
        refused: operations.filter((one) => one.agent === agent && isWithoutPath(one)).length,
      },
    ] as const;
  });
  return Object.fromEntries(members);
}

/** Tells whether the topology refused an operation. */
const isWithoutPath = ({ stages }: Event<'coordination'>['payload']): boolean =>
  stages.some(({ outcome, rule }) => outcome === 'denied' && rule === 'topology');

function collectPaths(transitions: readonly StateTransition[], handoffs: HandoffLedger): TeamMetrics['paths'] {
  const paths = new Map<string, TeamMetrics['paths'][number]>();
  const add = (from: string, to: string, kind: 'handoffs' | 'work') => {
    if (from === to) return;
    const path = paths.get(`${from} ${to}`) ?? { from, to, handoffs: 0, work: 0 };
    path[kind] += 1;
    paths.set(`${from} ${to}`, path);
  };
  for (const { from: sender, to: receivers } of handoffs.values())
    for (const agent of receivers) add(sender, agent, 'handoffs');
  const submitted = new Map<string, string>();
  for (const transition of transitions) {
    if (transition.kind === 'work_submitted') submitted.set(transition.id, transition.agent);
    if (transition.kind === 'work_completed' && transition.outcome === 'done')
      add(submitted.get(transition.id) ?? transition.agent, transition.agent, 'work');
  }
  return [...paths.values()].slice(0, MOST_PATHS);
}
