import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { addCounts, joinParagraph, MAX_HEAD, SessionSteps } from './session_steps.js';
import {
  dropAbsent,
  type ForeignRecord,
  isRecord,
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

/** Parts of messages that are about the client, not about the work. */
const CLIENT_PARTS = new Set(['step-start', 'snapshot', 'patch', 'file', 'agent', 'compaction', 'retry']);

/** Reads sessions of OpenCode: what `opencode export` writes, and what `run --format json` prints without the prompt. */
export const opencodeReader: TrajectoryReader = {
  matches: (value) =>
    isRecord(value)
      ? isRecord(value.info) && toList(value.messages).some((one) => Array.isArray(toRecord(one).parts))
      : toList(value).slice(0, MAX_HEAD).map(toRecord).some(isEvent),
  read(value) {
    const session = new SessionSteps();
    const { id, model, version, end } = isRecord(value) ? readExport(session, value) : readEvents(session, value);
    return {
      format: 'opencode',
      format_version: version ?? null,
      document: {
        schema_version: 'ATIF-v1.7',
        ...omitUndefined({ session_id: id }),
        agent: { name: 'opencode', version: version ?? 'unknown', ...omitUndefined({ model_name: model }) },
        ...session.finish(end),
      },
      task: null,
      patch: null,
      exit_status: end ?? null,
    };
  },
};

/** Facts that a session states of itself. */
interface SessionFacts {
  id?: string | undefined;
  model?: string | undefined;
  version?: string | undefined;
  end?: string | undefined;
}

const isEvent = ({ sessionID, part, error }: ForeignRecord): boolean =>
  typeof sessionID === 'string' && sessionID.startsWith('ses') && (isRecord(part) || isRecord(error));

function readExport(session: SessionSteps, root: ForeignRecord): SessionFacts {
  const info = toRecord(root.info);
  const facts: SessionFacts = { id: toText(info.id), version: toText(info.version) };
  for (const { record, path } of session.list(requireList(root.messages, 'messages'))) {
    const message = requireRecord(record.info, `${path}: info`);
    const parts = requireList(record.parts, `${path}: parts`).map(toRecord);
    const timestamp = toTime(toRecord(message.time).created);
    if (message.role === 'user') {
      for (const { type, text, synthetic } of parts)
        if (type === 'text')
          session.addMessage(synthetic === true ? 'system' : 'user', toText(text) ?? '', { timestamp });
      continue;
    }
    const model = toText(message.modelID);
    facts.model ??= model;
    facts.end = toText(toRecord(message.error).name) ?? toText(message.finish);
    const responses = createResponses(session, toText(message.id) ?? path, { timestamp, model_name: model });
    for (const [index, part] of parts.entries()) readPart(session, responses, part, `${path}.${index}`);
  }
  return facts;
}

function readEvents(session: SessionSteps, value: unknown): SessionFacts {
  const facts: SessionFacts = {};
  const messages = new Map<string, MessageResponses>();
  for (const { record, path } of session.list(value)) {
    facts.id ??= toText(record.sessionID);
    const error = toRecord(record.error);
    if (record.type === 'error') {
      facts.end = toText(error.name) ?? 'error';
      session.addMessage('system', toText(toRecord(error.data).message) ?? toText(error.message) ?? facts.end);
    } else if (!isRecord(record.part)) session.leaveOut(record.type);
    else {
      const key = toText(record.part.messageID) ?? path;
      const responses = messages.get(key) ?? createResponses(session, key, { timestamp: toTime(record.timestamp) });
      messages.set(key, responses);
      readPart(session, responses, record.part, path);
      if (record.part.type === 'step-finish') facts.end = toText(record.part.reason);
    }
  }
  return facts;
}

/** Responses of one message, which older versions make of several. */
interface MessageResponses {
  get(): UnnumberedStep;
  begin(): void;
}

function createResponses(session: SessionSteps, key: string, rest: Partial<UnnumberedStep>): MessageResponses {
  let number = 0;
  return { get: () => session.getResponse(`${key}/${number}`, rest), begin: () => void number++ };
}

function readPart(session: SessionSteps, responses: MessageResponses, part: ForeignRecord, path: string): void {
  const type = String(part.type);
  if (type === 'step-start') responses.begin();
  else if (type === 'text') {
    const step = responses.get();
    step.message = joinParagraph(step.message as string, toText(part.text) ?? '');
  } else if (type === 'reasoning') {
    const step = responses.get();
    step.reasoning_content = joinParagraph(step.reasoning_content, toText(part.text) ?? '');
  } else if (type === 'tool') readTool(session, responses.get(), part, path);
  else if (type === 'step-finish') responses.get().metrics = readTokens(part);
  else if (!CLIENT_PARTS.has(type)) session.leaveOut(part.type);
}

function readTool(session: SessionSteps, step: UnnumberedStep, part: ForeignRecord, path: string): void {
  const { status, input, output, error, metadata } = toRecord(part.state);
  const id = toText(part.callID) ?? path;
  session.addCall(step, id, toText(part.tool) ?? 'unknown', toCallArguments(input));
  if (status !== 'completed' && status !== 'error') return;
  const { exit } = toRecord(metadata);
  const failed = status === 'error' ? { is_error: true } : undefined;
  session.addResult(id, toText(output) ?? toText(error) ?? '', typeof exit === 'number' ? { exit_code: exit } : failed);
}

function readTokens({ tokens, cost }: ForeignRecord) {
  const { input, output, reasoning, cache } = toRecord(tokens);
  const { read, write } = toRecord(cache);
  return dropAbsent({
    prompt_tokens: addCounts(toCount(input), toCount(read), toCount(write)),
    completion_tokens: addCounts(toCount(output), toCount(reasoning)),
    cached_tokens: toCount(read),
    cost_usd: toUsd(cost),
  });
}

/** Converts a time in milliseconds. */
const toTime = (value: unknown): string | undefined =>
  typeof value === 'number' ? toTimestamp(value / 1000) : undefined;
