import { type ParsedResponse, toJsonObject, toNonEmptyText } from '../../../../gateway/dialects/dialect.js';
import { getDialect } from '../../../../gateway/get_dialect.js';
import {
  assignCallIds,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  toArgumentObject,
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
    ...(tools.length > 0 ? { tools } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined
      ? {}
      : { [as_completion_tokens ? 'max_completion_tokens' : 'max_tokens']: max_tokens }),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
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
  const called = calls.length > 0;
  const said = {
    role: 'assistant',
    content: text === '' && called ? null : text,
    ...(thoughts && typeof reasoning_content === 'string' ? { reasoning_content } : {}),
    ...(called ? { tool_calls } : {}),
  };
  return { said, text, calls };
}
