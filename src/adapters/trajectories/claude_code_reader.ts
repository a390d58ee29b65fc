import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { AtifDocument, AtifMetrics } from '../../record/trajectory/atif_document.js';
import { addCounts, joinParagraph, MAX_HEAD, SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
  joinTexts,
  requireList,
  requireRecord,
  toCallArguments,
  toCount,
  toList,
  toRecord,
  toText,
  toTimestamp,
  toUsd,
  type UnnumberedStep,
} from './trajectory_fault.js';
import type { TrajectoryReader } from './trajectory_reader.js';

/** Kinds of records that are about the client, not about the work. */
const CLIENT_RECORDS = new Set(
  (
    'summary file-history-snapshot queue-operation last-prompt progress stream_event rate_limit_event custom-title ' +
    'ai-title agent-name tag mode permission-mode tool_progress auth_status keep_alive'
  ).split(' '),
);

/**
 * Reads sessions of Claude Code: its session files, and what it prints as `stream-json` or, with `--verbose`, as `json`.
 * A response comes in one record for each of its blocks. The stream holds no prompt, a session file neither cost nor end.
 */
export const claudeCodeReader: TrajectoryReader = {
  matches(value) {
    const head = toList(value).slice(0, MAX_HEAD).map(toRecord);
    // Another client prints the same form, with calls in records of their own.
    return head.some(isOwnRecord) && !head.some(({ type }) => type === 'tool_call');
  },
  read(value) {
    const session = new SessionSteps();
    const ids = new Set<unknown>();
    const uncounted = new Set<UnnumberedStep>();
    const head: { id?: string; model?: string; version?: string } = {};
    let result: ForeignRecord | undefined;
    let is_stream = false;
    for (const { record, path } of session.list(value)) {
      const { type, uuid } = record;
      // A session that goes on in another file begins with copies of records.
      if (ids.has(uuid)) continue;
      if (uuid !== undefined) ids.add(uuid);
      head.id ??= toText(record.sessionId) ?? toText(record.session_id);
      head.version ??= toText(record.version) ?? toText(record.claude_code_version);
      if (type === 'user') readUserRecord(session, record, path);
      else if (type === 'assistant') {
        const model = readResponse(session, record, path, uncounted);
        head.model ??= model;
      } else if (type === 'result') {
        // Whether it counts what an earlier one counted depends on how the client was started.
        if (result !== undefined) session.leaveOut('earlier result');
        result = record;
      } else if (type === 'system' && record.subtype === 'init') {
        is_stream = true;
        head.model ??= toText(record.model);
      } else if (type === 'system')
        session.addMessage('system', toText(record.content) ?? '', { timestamp: toTimestamp(record.timestamp) });
      else if (type === 'attachment') readAttachment(session, toRecord(record.attachment));
      else if (!CLIENT_RECORDS.has(String(type))) session.leaveOut(type);
    }
    if (result === undefined) for (const _ of uncounted) session.leaveOut('output that was not yet counted');
    const end = result === undefined ? undefined : describeEnd(result);
    return {
      format: 'claude-code',
      format_version: head.version ?? null,
      document: {
        schema_version: 'ATIF-v1.7',
        ...omitUndefined({ session_id: head.id }),
        agent: {
          name: 'claude-code',
          version: head.version ?? 'unknown',
          ...omitUndefined({ model_name: head.model }),
        },
        ...session.finish(is_stream ? end : null),
        ...omitUndefined({ final_metrics: result && readTotals(result) }),
      },
      task: null,
      patch: null,
      exit_status: end ?? null,
    };
  },
};

function isOwnRecord({ type, subtype, message, uuid, ...record }: ForeignRecord): boolean {
  const has_session = typeof record.sessionId === 'string' || typeof record.session_id === 'string';
  if (type === 'system' && subtype === 'init') return has_session;
  if (type !== 'user' && type !== 'assistant') return false;
  return isRecord(message) && 'content' in message && (has_session || typeof uuid === 'string');
}

/** Reads prompts and results of calls. */
function readUserRecord(session: SessionSteps, record: ForeignRecord, path: string): void {
  const { content } = requireRecord(record.message, `${path}: message`);
  const blocks = typeof content === 'string' ? [] : requireList(content, `${path}: message.content`);
  for (const block of blocks.map(toRecord))
    if (block.type === 'tool_result') addResult(session, block);
    else if (!['text', 'image', 'document'].includes(String(block.type))) session.leaveOut(block.type);
  const is_client = [record.isMeta, record.isSynthetic, record.isCompactSummary].includes(true);
  session.addMessage(is_client ? 'system' : 'user', joinTexts(content), describeRecord(record));
}

/** Reads what was typed, or came from a task in the background, while the agent worked; other attachments are context. */
function readAttachment(session: SessionSteps, { type, prompt, commandMode }: ForeignRecord): void {
  const is_typed = commandMode === undefined || commandMode === 'prompt';
  if (type === 'queued_command') session.addMessage(is_typed ? 'user' : 'system', joinTexts(prompt));
}

const addResult = (session: SessionSteps, { tool_use_id, content, is_error }: ForeignRecord): void =>
  session.addResult(toText(tool_use_id), joinTexts(content), is_error === true ? { is_error } : undefined);

/** Reads blocks of a response. @returns the name of its model */
function readResponse(
  session: SessionSteps,
  record: ForeignRecord,
  path: string,
  uncounted: Set<UnnumberedStep>,
): string | undefined {
  const message = requireRecord(record.message, `${path}: message`);
  // Messages of the client itself have a name in brackets.
  const model = toText(message.model)?.replace(/^<.*>$/, '') || undefined;
  const step = session.getResponse(toText(message.id) ?? path, { model_name: model, ...describeRecord(record) });
  for (const [index, block] of requireList(message.content, `${path}: message.content`).map(toRecord).entries()) {
    const type = String(block.type);
    if (type === 'text') step.message = joinParagraph(step.message as string, toText(block.text) ?? '');
    else if (type === 'thinking')
      step.reasoning_content = joinParagraph(step.reasoning_content, toText(block.thinking) ?? '');
    else if (type.endsWith('tool_use'))
      session.addCall(
        step,
        toText(block.id) ?? `${path}.${index}`,
        toText(block.name) ?? 'unknown',
        toCallArguments(block.input),
      );
    else if (type.endsWith('tool_result')) addResult(session, block);
    else if (type !== 'redacted_thinking') session.leaveOut(block.type);
  }
  const usage = toRecord(message.usage);
  const metrics: AtifMetrics = dropAbsent({
    ...sumTokens(usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens),
    // Until a response has a reason to stop, its output is not yet counted.
    completion_tokens: toText(message.stop_reason) === undefined ? undefined : toCount(usage.output_tokens),
  });
  if (Object.keys(metrics).length > 0) step.metrics = { ...step.metrics, ...metrics };
  if (step.metrics?.completion_tokens === undefined) uncounted.add(step);
  else uncounted.delete(step);
  return model;
}

/** Describes when a record was made, and the subagent that it is of. */
function describeRecord(record: ForeignRecord) {
  const side = record.isSidechain === true ? (toText(record.agentId) ?? 'sidechain') : undefined;
  const subagent = toText(record.parent_tool_use_id) ?? side;
  return { timestamp: toTimestamp(record.timestamp), extra: subagent === undefined ? undefined : { subagent } };
}

const sumTokens = (input: unknown, cache_read: unknown, cache_write: unknown) => ({
  prompt_tokens: addCounts(toCount(input), toCount(cache_read), toCount(cache_write)),
  cached_tokens: toCount(cache_read),
});

/** Reads the sums at the end, of all models where they are told one by one. */
function readTotals({ modelUsage, usage, total_cost_usd }: ForeignRecord): AtifDocument['final_metrics'] {
  const all = Object.values(toRecord(modelUsage)).map(toRecord);
  const whole = toRecord(usage);
  const sum = (model_field: string, field: string) =>
    addCounts(...(all.length > 0 ? all.map((one) => toCount(one[model_field])) : [toCount(whole[field])]));
  const { prompt_tokens, cached_tokens } = sumTokens(
    sum('inputTokens', 'input_tokens'),
    sum('cacheReadInputTokens', 'cache_read_input_tokens'),
    sum('cacheCreationInputTokens', 'cache_creation_input_tokens'),
  );
  return dropAbsent({
    total_prompt_tokens: prompt_tokens,
    total_completion_tokens: sum('outputTokens', 'output_tokens'),
    total_cached_tokens: cached_tokens,
    total_cost_usd: toUsd(total_cost_usd),
  });
}

/** Describes the end: a session that an error of the service ended is called a success, too. */
const describeEnd = ({ subtype, is_error }: ForeignRecord): string | undefined =>
  is_error === true && subtype === 'success' ? 'error' : toText(subtype);
