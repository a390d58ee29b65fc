import { omitUndefined } from '../../../../contract/input/omit_undefined.js';
import { type ParsedResponse, toJsonObject, toNonEmptyText } from '../../../../gateway/dialects/dialect.js';
import { getDialect } from '../../../../gateway/get_dialect.js';
import {
  assignCallIds,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  toArgumentObject,
  toNonEmptyList,
} from './loop_format.js';

/** Format of chat completions: one message per result. */
export const chatFormat: LoopFormat = {
  dialect: getDialect('chat'),
  headers: {},
  path: () => '/v1/chat/completions',
  body: ({
    model,
    system,
    history,
    tools,
    temperature,
    max_tokens,
    as_completion_tokens = false,
    stream,
  }: LoopRequest) => ({
    model,
    messages: [{ role: 'system', content: system }, ...history.flatMap(toMessages)],
    tools: toNonEmptyList(tools),
    temperature,
    [as_completion_tokens ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
    stream: stream || undefined,
    stream_options: stream ? { include_usage: true } : undefined,
  }),
  reply: parseReply,
};

function toMessages(message: LoopMessage): unknown[] {
  if (message.from === 'user') return [{ role: 'user', content: message.text }];
  if (message.from === 'model') return [message.said];
  return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
}

/** Parses an answer. Thoughts go back only if configured: some servers demand them, others refuse them. */
function parseReply({ message, calls: asked }: ParsedResponse, step: number, thoughts: boolean): ModelReply {
  const { content, reasoning_content } = toJsonObject(message);
  const text = toNonEmptyText(content) ?? '';
  const calls = assignCallIds(asked, step);
  const tool_calls = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(toArgumentObject(given)) },
  }));
  const hasCalls = calls.length > 0;
  const reply = {
    role: 'assistant',
    content: text === '' && hasCalls ? null : text,
    ...omitUndefined({
      reasoning_content: thoughts && typeof reasoning_content === 'string' ? reasoning_content : undefined,
      tool_calls: toNonEmptyList(tool_calls),
    }),
  };
  return { said: reply, text, calls };
}
