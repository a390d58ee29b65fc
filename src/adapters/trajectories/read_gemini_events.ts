import type { AtifDocument } from '../../record/trajectory/atif_document.js';
import { SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  toCallArguments,
  toCount,
  toRecord,
  toText,
  toTimestamp,
} from './trajectory_fault.js';

/** Session of the Gemini command line, as far as its form holds it. */
export interface GeminiSession extends Pick<AtifDocument, 'steps' | 'notes' | 'final_metrics'> {
  id?: string | undefined;
  model?: string | undefined;
  end?: string | undefined;
}

/** Reads what the Gemini command line prints as `stream-json`. A text may come in pieces, and a step ends at a result. */
export function readGeminiEvents(value: unknown): GeminiSession {
  const session = new SessionSteps();
  const state: Omit<GeminiSession, 'steps' | 'notes'> = {};
  for (const { record, path } of session.list(value)) {
    const { type, role } = record;
    const time = { timestamp: toTimestamp(record.timestamp) };
    const text = toText(record.content) ?? '';
    if (type === 'init') {
      state.id ??= toText(record.session_id);
      state.model ??= toText(record.model);
    } else if (type === 'message' && role === 'assistant') {
      const step = session.getResponse(undefined, time);
      step.message += text;
    } else if (type === 'message') session.addMessage(role === 'user' ? 'user' : 'system', text, time);
    else if (type === 'tool_use') {
      const id = toText(record.tool_id) ?? path;
      const name = toText(record.tool_name) ?? 'unknown';
      session.addCall(session.getResponse(undefined, time), id, name, toCallArguments(record.parameters));
    } else if (type === 'tool_result') readResult(session, record);
    else if (type === 'error') session.addMessage('system', toText(record.message) ?? '', time);
    else if (type === 'result') {
      state.end = toText(record.status);
      state.final_metrics = readTotals(toRecord(record.stats));
    } else session.leaveOut(type);
  }
  return { ...state, ...session.finish(state.end) };
}

function readResult(session: SessionSteps, { tool_id, output, error, status }: ForeignRecord): void {
  const content = toText(output) ?? toText(toRecord(error).message) ?? '';
  session.addResult(toText(tool_id), content, status === 'error' ? { is_error: true } : undefined);
}

/** Reads the sums. The total holds the thoughts, which the count of the output leaves out. */
function readTotals({ total_tokens, input_tokens, output_tokens, cached }: ForeignRecord) {
  const [total, input] = [toCount(total_tokens), toCount(input_tokens)];
  return dropAbsent({
    total_prompt_tokens: input,
    total_completion_tokens:
      total === undefined || input === undefined ? toCount(output_tokens) : toCount(total - input),
    total_cached_tokens: toCount(cached),
  });
}
