import type { Event } from '../../../record/events/event.js';
import { selectEvents } from '../../../record/events/select_events.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import type { EvidenceGap } from '../trace/evidence_gap.js';
import { isAgentStageName } from '../trace/is_agent_stage_name.js';

/**
 * Finds gaps between the agent's commands and the recorded acts. Acts are numbered without gaps and recorded once,
 * every outcome belongs to an act, and every command that ran through gatebench was watched where guardrails were on
 * (requirement R7).
 */
export function findActGaps(trace: AttemptTrace): EvidenceGap[] {
  const { events } = trace.record;
  const acts = selectEvents(events, 'act');
  const sights = selectEvents(events, 'act_outcome');
  const gaps: EvidenceGap[] = [];
  const gap = (what: string, { seq }: Event) => gaps.push({ what, evidence: { seq } });

  const act_numbers = new Set<number>();
  let expected = 1;
  for (const event of acts) {
    const { act } = event.payload;
    if (act_numbers.has(act)) gap(`act ${act} is told twice`, event);
    else if (act !== expected) gap(`act ${act} where ${expected} is expected`, event);
    act_numbers.add(act);
    expected = act + 1;
  }
  for (const sight of sights)
    if (!act_numbers.has(sight.payload.act))
      gap(`what came of act ${sight.payload.act} is told, but not the act`, sight);
  return [...gaps, ...findUnwatchedCalls(trace, [...acts, ...sights])];
}

/** Finds executed commands of the agent that no act records. */
function findUnwatchedCalls(
  { record: { events, manifest } }: AttemptTrace,
  told: readonly Event<'act' | 'act_outcome'>[],
): EvidenceGap[] {
  if (!manifest.mechanisms.guardrails) return [];
  const watched = new Set(told.map(({ payload }) => payload.of_seq));
  const missed = new Set(
    selectEvents(events, 'road_unobserved')
      .filter(({ payload }) => payload.road === 'call')
      .map(({ payload }) => payload.stage),
  );
  return selectEvents(events, 'tool_invocation').flatMap(({ seq, actor, stage, payload }) => {
    const { execution } = payload;
    if (actor !== 'agent' || execution === undefined || execution.cause === 'not-started') return [];
    // An empty command line does nothing.
    if (execution.command.trim() === '') return [];
    if (stage === null || !isAgentStageName(stage) || missed.has(stage) || watched.has(seq)) return [];
    const gap = `no act tells of a command that the agent ran (${toOneLine(execution.command, 80)})`;
    return [{ what: gap, evidence: { seq } }];
  });
}
