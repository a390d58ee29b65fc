import type { Event, EventPayload } from '../../record/events/event.js';
import { isMediatedCall } from '../../record/events/select_events.js';

/** Command or edit of an agent, with what its record shows of it. */
export interface AgentStep {
  act: EventPayload<'act'>;
  /** Event that shows it best: of the call, else of the act. */
  seq: number;
  /** Milliseconds since run start; infinite for a step whose end nobody saw. */
  started_ms: number;
  ended_ms: number;
  was_made: boolean;
  /** Something was seen of what came of it, be it that nobody knows. */
  has_end: boolean;
  /** End of a run of the tests; null = it is none, or unknown. */
  cycle: 'passed' | 'failed' | null;
  /** Git tree id of the workspace afterwards; null = unknown. */
  tree: string | null;
  /** It changed files: the workspace has another tree than before, or the harness made the edit. */
  has_changed: boolean;
  call: Event<'tool_invocation'> | undefined;
}

/** Steps of an agent in their order. */
interface AgentSteps {
  steps: readonly AgentStep[];
  /** Reason why nothing follows from these steps, or from their order; empty = they can be relied on. */
  doubt: string;
}

/** Roads whose acts are no steps of their own: words, checks of the harness, parts of another command. */
const OTHER_ROADS: ReadonlySet<string> = new Set(['plan', 'check', 'program']);

/** Reads the steps of an agent from a log. */
export function readAgentSteps(events: readonly Event[]): AgentSteps {
  const calls = new Map<number, Event<'tool_invocation'>>();
  const sightings = new Map<number, Event<'act_outcome'>[]>();
  // An act is recorded once; the first of a number counts.
  const acts = new Map<number, Event<'act'>>();
  let doubt = '';
  for (const event of events) {
    // The place of an event that was removed has a number alone.
    if (event.payload === undefined) doubt = 'parts of the record were removed';
    else if (event.type === 'tool_invocation') calls.set(event.seq, event);
    else if (event.type === 'act_outcome') {
      const sights = sightings.get(event.payload.act);
      if (sights === undefined) sightings.set(event.payload.act, [event]);
      else sights.push(event);
    } else if (event.type === 'act') {
      if (!acts.has(event.payload.act)) acts.set(event.payload.act, event);
    } else if (event.type === 'coordination') doubt = 'agents may have worked side by side';
    else if (event.type === 'imported_trajectory') doubt = 'the agent ran elsewhere';
    else if (event.type === 'road_unobserved' && UNSEEN_ROADS.has(event.payload.road) && event.stage !== 'evaluation')
      doubt ||= 'not all its commands were watched';
  }
  const steps = [...acts.values()]
    .filter(({ payload: { road, by } }) => !OTHER_ROADS.has(road) && by === undefined)
    .flatMap((act) => toStep(act, sightings.get(act.payload.act) ?? [], calls) ?? []);
  if (steps.some(({ act }) => act.subtask !== undefined)) doubt ||= 'agents may have worked side by side';
  const inner = dropWrappers(steps);
  const inner_set = new Set(inner);
  if (steps.some((step) => step.act.cycle !== null && !inner_set.has(step))) doubt ||= 'it ran tests beside its work';
  const ordered = inner.sort((a, b) => a.ended_ms - b.ended_ms || a.seq - b.seq);
  markChanges(ordered);
  if (ordered.length === 0) doubt ||= 'the record shows no commands of the agent';
  return { steps: ordered, doubt };
}

const UNSEEN_ROADS: ReadonlySet<string> = new Set(['call', 'traffic']);
/** Sights by what they tell: a call that the harness made has times, a tree and an exit status. */
const TELLING_ROADS = ['call', 'traffic', 'program'];

/** Returns undefined for a step that was refused: it was never made. */
function toStep(
  act: Event<'act'>,
  sightings: readonly Event<'act_outcome'>[],
  calls: ReadonlyMap<number, Event<'tool_invocation'>>,
): AgentStep | undefined {
  const executed = sightings.filter(({ payload: { outcome } }) => outcome === 'done' || outcome === 'contained');
  if (executed.length === 0 && sightings.some(({ payload }) => payload.outcome === 'refused')) return undefined;
  const sight = TELLING_ROADS.map((road) => executed.find(({ payload }) => payload.road === road)).find(Boolean);
  const seq = (sight ?? sightings.at(-1))?.payload.of_seq ?? null;
  const call = seq === null ? undefined : calls.get(seq);
  const execution = call !== undefined && isMediatedCall(call) ? call.payload.execution : undefined;
  // What came of a call that a client made is recorded some time after its result was seen.
  const end = sight === undefined ? undefined : (call ?? sight);
  const cycles = new Set(sightings.map(({ payload }) => payload.cycle));
  return {
    act: act.payload,
    seq: call?.seq ?? act.seq,
    started_ms: execution?.started_ms ?? act.t / 1e6,
    ended_ms: execution?.ended_ms ?? (end === undefined ? Number.POSITIVE_INFINITY : end.t / 1e6),
    was_made: sight !== undefined,
    has_end: sightings.length > 0,
    cycle: (['failed', 'passed'] as const).find((end) => cycles.has(end)) ?? null,
    tree: sight?.payload.tree ?? null,
    has_changed: false,
    call,
  };
}

/** Leaves out the command that is the agent's own program: all that the agent does happens while it runs. */
function dropWrappers(steps: readonly AgentStep[]): AgentStep[] {
  const traffic = steps.filter(({ act }) => act.road === 'traffic');
  const first = traffic.reduce((least, { started_ms }) => Math.min(least, started_ms), Number.POSITIVE_INFINITY);
  return steps.filter(
    ({ act, started_ms, ended_ms }) => act.road !== 'call' || !(started_ms < first && ended_ms > first),
  );
}

/** Marks steps that changed files. A client may report an edit as made that failed: there the trees alone tell. */
function markChanges(steps: readonly AgentStep[]): void {
  for (const [i, step] of steps.entries()) {
    if (!step.was_made || step.act.cycle !== null) continue;
    const earlier = steps[i - 1];
    const is_edit = step.act.form === 'edit';
    // One call may make several edits, and has one tree.
    if (earlier?.seq === step.seq) step.has_changed = is_edit && earlier.has_changed;
    else if (earlier !== undefined && earlier.tree !== null && step.tree !== null)
      step.has_changed = earlier.tree !== step.tree;
    else step.has_changed = is_edit && step.call !== undefined && isMediatedCall(step.call);
  }
}
