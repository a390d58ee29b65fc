import type { CodexSession } from './read_codex_rollout.js';
import { joinParagraph, SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  joinTexts,
  requireRecord,
  toCallArguments,
  toRecord,
  toText,
} from './trajectory_fault.js';

/**
 * Reads what `codex exec --json` prints. Its items are those of the client, not of the model: where a response ends is
 * not told, so that a step ends at the first result.
 */
export function readCodexEvents(value: unknown): CodexSession {
  const session = new SessionSteps();
  const state: Omit<CodexSession, 'steps' | 'notes'> = { usage: {} };
  for (const { record, path } of session.list(value)) {
    const type = String(record.type);
    if (type === 'thread.started') state.id ??= toText(record.thread_id);
    else if (type === 'turn.started') state.end = undefined;
    else if (type === 'turn.completed' || type === 'turn.failed') {
      state.end = type;
      // It counts all of the session so far.
      state.usage = { ...state.usage, ...toRecord(record.usage) };
      session.addMessage('system', toText(toRecord(record.error).message) ?? toText(record.error) ?? '');
    } else if (type === 'error') session.addMessage('system', toText(record.message) ?? '');
    else if (/^item\.(?:started|updated|completed)$/.test(type))
      readItem(session, requireRecord(record.item, `${path}: item`), path, type === 'item.completed');
    else session.leaveOut(record.type);
  }
  return { ...state, ...session.finish(state.end) };
}

/** Names of calls by the type of their item, with the fields that are their arguments. */
const CALLS: Readonly<Record<string, readonly [name: string, ...fields: string[]]>> = {
  command_execution: ['shell', 'command'],
  file_change: ['apply_patch', 'changes'],
  mcp_tool_call: ['mcp', 'arguments'],
  web_search: ['web_search', 'query', 'action'],
  todo_list: ['update_plan', 'items'],
  collab_tool_call: ['collab', 'prompt', 'receiver_thread_ids'],
};

function readItem(session: SessionSteps, item: ForeignRecord, path: string, is_complete: boolean): void {
  const type = String(item.type);
  const call = Object.hasOwn(CALLS, type) ? CALLS[type] : undefined;
  if (call !== undefined) readCall(session, item, call, toText(item.id) ?? path, is_complete);
  else if (!is_complete) return;
  else if (type === 'agent_message') {
    const step = session.getResponse(undefined, {});
    step.message = joinParagraph(step.message as string, toText(item.text) ?? '');
  } else if (type === 'reasoning') {
    const step = session.getResponse(undefined, {});
    step.reasoning_content = joinParagraph(step.reasoning_content, toText(item.text) ?? '');
  } else if (type === 'error') session.addMessage('system', toText(item.message) ?? '');
  else session.leaveOut(item.type);
}

/** Reads a call that began, or is complete; its id may be that of an earlier one where a session goes on. */
function readCall(
  session: SessionSteps,
  item: ForeignRecord,
  [name, ...fields]: readonly [string, ...string[]],
  id: string,
  is_complete: boolean,
): void {
  if (!session.isOpenCall(id)) {
    const tool = [toText(item.server), toText(item.tool)].filter((part) => part !== undefined).join('.') || name;
    const args =
      name === 'mcp'
        ? toCallArguments(item.arguments)
        : dropAbsent(Object.fromEntries(fields.map((field) => [field, item[field]])));
    session.addCall(session.getResponse(undefined, {}), id, tool, args);
  }
  if (!is_complete) return;
  const { aggregated_output, result, error, status, exit_code } = item;
  const content = toText(toRecord(error).message) ?? joinTexts(aggregated_output ?? toRecord(result).content);
  const extra = dropAbsent({ status, exit_code });
  session.addResult(id, content, Object.keys(extra).length > 0 ? extra : undefined);
}
