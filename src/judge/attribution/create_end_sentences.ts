import type { Event, EventPayload, ExitCause } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { Verdict } from '../../record/verdict/verdict.js';
import { pluralise, toOneLine } from '../rubric/text/to_one_line.js';
import type { AgentStep } from './agent_step.js';
import type { CausalSentence } from './causal_sentence.js';
import { quoteName } from './quote_name.js';

/**
 * Creates sentences on how an attempt ended: its setup, its agent, its patch and its checks.
 *
 * @param steps of the agent; empty where their order is not known
 */
export function createEndSentences(
  events: readonly Event[],
  { checks, agent_exit }: Pick<Verdict, 'checks' | 'agent_exit'>,
  steps: readonly AgentStep[],
): CausalSentence[] {
  const termination = selectEvents(events, 'termination').at(-1);
  const extraction = selectEvents(events, 'workspace_mutation').at(-1);
  const unfinished = checks.filter(({ mandatory, reached, outcome }) => mandatory && reached && outcome !== 'pass');
  return [
    ...createSetupSentences(selectEvents(events, 'setup').at(-1)),
    ...createStopSentences(termination, steps),
    ...(termination?.payload.code === 'finished' ? createExitSentences(agent_exit) : []),
    ...createPatchSentences(extraction, selectEvents(events, 'patch_applied').at(-1)),
    ...createCheckEndSentences(events, new Set(unfinished.map(({ check }) => check))),
  ];
}

/** Creates the sentence on a setup that failed. */
function createSetupSentences(setup: Event<'setup'> | undefined): CausalSentence[] {
  if (setup?.payload.outcome !== 'failed') return [];
  const { fault, detail } = setup.payload;
  const reason = fault === undefined ? '' : ` because of the ${fault}`;
  const why = detail === undefined ? '' : `: ${toOneLine(detail, 120)}`;
  return [{ kind: 'setup', text: `The setup failed${reason} before the agent began${why}.`, seqs: [setup.seq] }];
}

/** Creates the sentence on an agent that did not end by itself, and on what it was about to do. */
function createStopSentences(
  termination: Event<'termination'> | undefined,
  steps: readonly AgentStep[],
): CausalSentence[] {
  if (termination === undefined || termination.payload.code === 'finished') return [];
  const { evidence_seq } = termination.payload;
  const last = steps.at(-1);
  const activity = last === undefined ? '' : formatActivity(last, steps);
  const seqs = [termination.seq, ...(evidence_seq === null ? [] : [evidence_seq])];
  return [
    {
      kind: 'stop',
      text: `${formatStop(termination.payload)}${activity}.`,
      seqs: activity === '' || last === undefined ? seqs : [...seqs, last.seq],
    },
  ];
}

function formatStop({ code, cap, rationale, fault }: EventPayload<'termination'>): string {
  switch (code) {
    case 'resource':
      return `The agent was stopped by the cap ${quoteName(cap ?? rationale)}`;
    case 'safety':
      return `The agent was stopped for safety (${toOneLine(rationale, 120)})`;
    case 'operator':
      return 'The operator stopped the agent';
    case 'signal':
      return 'The attempt was interrupted';
    case 'harness-error':
      return fault === 'code' ? 'A defect of gatebench broke the attempt off' : 'The machine broke the attempt off';
    case 'agent-error':
      return `The agent's program failed (${toOneLine(rationale, 120)})`;
    default:
      return 'The agent ended';
  }
}

/** Formats what the agent did when it was stopped; empty where that says little. */
function formatActivity(last: AgentStep, steps: readonly AgentStep[]): string {
  const { act, was_made, has_end, has_changed, call } = last;
  if (act.form === 'edit' && !was_made && !has_end) return ` while it was changing ${quoteName(act.text)}`;
  if (call?.payload.execution?.cause === 'cancelled') return ` while it ran ${quoteName(act.text)}`;
  const run = steps.findLast((step) => step.act.cycle === 'test' && step.was_made);
  const is_untested = has_changed && run !== undefined && run.ended_ms <= last.started_ms;
  return is_untested ? ' after a change that it had not tested yet' : '';
}

/** Creates the sentence on an agent's own program that ended with an error. */
function createExitSentences(agent_exit: Verdict['agent_exit']): CausalSentence[] {
  if (agent_exit === null || agent_exit === undefined) return [];
  const { seq, exit_code, signal } = agent_exit;
  const end = signal === null ? `exit code ${exit_code}` : `signal ${toOneLine(signal, 20)}`;
  return [{ kind: 'agent-exit', text: `The agent's own program ended with ${end}.`, seqs: [seq] }];
}

/** Creates the sentence on a patch that is empty or does not apply. */
function createPatchSentences(
  extraction: Event<'workspace_mutation'> | undefined,
  application: Event<'patch_applied'> | undefined,
): CausalSentence[] {
  if (application === undefined || ['applied', 'error'].includes(application.payload.outcome)) return [];
  const { outcome, detail } = application.payload;
  if (outcome === 'empty') {
    const { ignored, left_out } = extraction?.payload ?? {};
    const uncounted = (ignored?.count ?? 0) + (left_out?.count ?? 0);
    const rest =
      uncounted === 0 ? '' : `: ${pluralise(uncounted, 'change')} of ignored or too large files do not count`;
    const seqs = extraction === undefined || uncounted === 0 ? [] : [extraction.seq];
    return [{ kind: 'no-change', text: `The agent left no change${rest}.`, seqs: [...seqs, application.seq] }];
  }
  const verb = outcome === 'refused' ? 'was refused' : 'does not apply to the snapshot';
  const why = detail === '' ? '' : `: ${toOneLine(detail, 120)}`;
  return [{ kind: 'patch', text: `The patch ${verb}${why}.`, seqs: [application.seq] }];
}

const ENDS: Record<Exclude<ExitCause, 'exit'>, string> = {
  signal: 'a signal killed it',
  timeout: 'its time was up',
  oom: 'its memory was used up',
  'cpu-limit': 'its processor time was used up',
  'disk-limit': 'its disk was full',
  'output-limit': 'it printed too much',
  cancelled: 'it was cancelled',
  'not-started': 'it could not be started',
};

/** Creates the sentence on the last of some checks that did not end by itself. */
function createCheckEndSentences(events: readonly Event[], checks: ReadonlySet<string>): CausalSentence[] {
  const ended = new Set<string>();
  for (const event of events.toReversed()) {
    if (event.type !== 'acceptance_check' && event.type !== 'build' && event.type !== 'static_check') continue;
    const { check, execution } = event.payload;
    if (execution === undefined || !checks.has(check) || ended.has(check)) continue;
    // The last execution of a check decides.
    ended.add(check);
    if (execution.cause === 'exit') continue;
    const text = `The check ${quoteName(check)} did not end by itself: ${ENDS[execution.cause]}.`;
    return [{ kind: 'check-ended', text, seqs: [event.seq] }];
  }
  return [];
}
