import type { AtifDocument, AtifMetrics } from '../../record/trajectory/atif_document.js';
import { joinParagraph, SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  requireRecord,
  toCallArguments,
  toCount,
  toRecord,
  toText,
  toTimestamp,
} from './trajectory_fault.js';

/** Session of Codex, as far as its form holds it. */
export interface CodexSession extends Pick<AtifDocument, 'steps' | 'notes'> {
  id?: string | undefined;
  model?: string | undefined;
  version?: string | undefined;
  /** Tokens of all of the session, as counted last. */
  usage: ForeignRecord;
  end?: string | undefined;
}

/** Records and items that are about the client, not about the work. */
const CLIENT_RECORDS = new Set(['world_state', 'token_usage_record', 'ghost_snapshot', 'compaction']);

/**
 * Reads a rollout of Codex. Its items are those of the responses format; items of one response are one step, which ends
 * where tokens are counted, or at the first result. Events repeat the items: only counts, faults and ends are taken.
 */
export function readCodexRollout(value: unknown): CodexSession {
  const session = new SessionSteps();
  const state: RolloutState = { usage: {} };
  for (const { record, path } of session.list(value)) {
    const { type, timestamp } = record;
    // Records of the first versions are the items themselves.
    const is_item = !('payload' in record);
    const payload = is_item ? record : requireRecord(record.payload, `${path}: payload`);
    const time = toTimestamp(timestamp);
    if (is_item && type === undefined) {
      if ('instructions' in record) readMeta(session, state, record);
      else if (!('record_type' in record)) session.leaveOut(type);
    } else if (type === 'session_meta') readMeta(session, state, payload);
    else if (type === 'turn_context') state.model = toText(payload.model) ?? state.model;
    else if (type === 'event_msg') readEvent(session, state, payload);
    else if (type === 'compacted') session.addMessage('system', toText(payload.message) ?? '', { timestamp: time });
    else if (is_item || type === 'response_item') readItem(session, state, payload, path, time);
    else if (!CLIENT_RECORDS.has(String(type))) session.leaveOut(type);
  }
  const { counts_first: _, next: __, ...facts } = state;
  return { ...facts, ...session.finish(state.end) };
}

interface RolloutState extends Omit<CodexSession, 'steps' | 'notes'> {
  /** Older versions count the tokens of a response before its items; undefined = nothing was counted yet. */
  counts_first?: boolean;
  /** Tokens of the response that follows. */
  next?: AtifMetrics | undefined;
}

/** Reads the head of a session. That of a session which it continues may follow, and is not its own. */
function readMeta(session: SessionSteps, state: RolloutState, meta: ForeignRecord): void {
  if (state.id !== undefined) return;
  state.id = toText(meta.id);
  state.version = toText(meta.cli_version);
  session.addMessage('system', toText(toRecord(meta.base_instructions).text) ?? toText(meta.instructions) ?? '', {
    timestamp: toTimestamp(meta.timestamp),
  });
}

function readItem(
  session: SessionSteps,
  state: RolloutState,
  item: ForeignRecord,
  path: string,
  timestamp: string | undefined,
): void {
  const type = String(item.type);
  const getStep = () => {
    const metrics = state.next;
    state.next = undefined;
    return session.getResponse(undefined, { timestamp, model_name: state.model, metrics });
  };
  const id = toText(item.call_id) ?? toText(item.id) ?? path;
  if (type === 'message' && item.role === 'assistant') {
    const step = getStep();
    step.message = joinParagraph(step.message as string, joinTexts(item.content));
  } else if (type === 'message')
    session.addMessage(item.role === 'user' ? 'user' : 'system', joinTexts(item.content), { timestamp });
  else if (type === 'reasoning') {
    const step = getStep();
    const thoughts = [joinTexts(item.summary), joinTexts(item.content)].filter((text) => text !== '').join('\n');
    if (thoughts !== '') step.reasoning_content = joinParagraph(step.reasoning_content, thoughts);
  } else if (type.endsWith('_call')) {
    const args = toCallArguments(item.arguments ?? item.input ?? item.action);
    session.addCall(getStep(), id, toText(item.name) ?? type.slice(0, -'_call'.length), args);
    // The service itself makes such calls, and keeps what they gave.
    if (!/^(?:function|custom_tool|local_shell|tool_search)_call$/.test(type)) session.closeCall(id);
  } else if (type.endsWith('_output')) session.addResult(toText(item.call_id), readOutput(item.output ?? item.tools));
  else if (!CLIENT_RECORDS.has(type)) session.leaveOut(item.type);
}

/** Reads an output: a text, a list of parts, or an object with either. */
function readOutput(output: unknown): string {
  if (!isRecord(output)) return joinTexts(output);
  return 'content' in output ? joinTexts(output.content) : JSON.stringify(output);
}

function readEvent(session: SessionSteps, state: RolloutState, event: ForeignRecord): void {
  const { type } = event;
  if (type === 'task_started' || type === 'turn_started') state.end = undefined;
  else if (type === 'task_complete' || type === 'turn_complete') state.end = type;
  else if (type === 'turn_aborted') state.end = ['turn_aborted', toText(event.reason) ?? []].flat().join(': ');
  else if (type === 'error') session.addMessage('system', toText(event.message) ?? '');
  else if (type === 'token_count' && isRecord(event.info)) readCount(session, state, event.info);
}

/** Reads tokens that are counted after a response; the same count is repeated where a limit changes. */
function readCount(session: SessionSteps, state: RolloutState, info: ForeignRecord): void {
  const total = toRecord(info.total_token_usage);
  const is_new = JSON.stringify(total) !== JSON.stringify(state.usage);
  state.usage = total;
  if (!is_new) return;
  const step = session.getLastResponse();
  const last = toRecord(info.last_token_usage);
  const metrics = dropAbsent({
    prompt_tokens: toCount(last.input_tokens),
    completion_tokens: toCount(last.output_tokens),
    cached_tokens: toCount(last.cached_input_tokens),
  });
  state.counts_first ??= step === undefined;
  if (state.counts_first) state.next = metrics;
  else if (step !== undefined) step.metrics ??= metrics;
  session.closeResponse();
}
