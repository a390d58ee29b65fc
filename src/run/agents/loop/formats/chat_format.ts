import { chat } from '../../../gateway/dialects/chat.js';
import type { Answered } from '../../../gateway/dialects/dialect.js';
import { objectOf, textOf } from '../../../gateway/dialects/fields.js';
import { BASH } from '../prompts.js';
import {
  argumentsOf,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  namedCalls,
} from './loop_format.js';

/** Chat completions: a message for each result. */
export const chatFormat: LoopFormat = {
  dialect: chat,
  headers: {},
  path: () => '/v1/chat/completions',
  body: ({ model, system, history, tools, temperature, max_tokens, stream }: LoopRequest) => ({
    model,
    messages: [{ role: 'system', content: system }, ...history.flatMap(messagesOf)],
    ...(tools ? { tools: [BASH] } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  }),
  reply,
};

function messagesOf(message: LoopMessage): unknown[] {
  if (message.from === 'user') return [{ role: 'user', content: message.text }];
  if (message.from === 'model') return [message.said];
  return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
}

/** What the model thought goes back only where that is wanted: some servers demand it, others refuse it. */
function reply({ message, calls: asked }: Answered, step: number, thoughts: boolean): ModelReply {
  const { content, reasoning_content } = objectOf(message);
  const text = textOf(content) ?? '';
  const calls = namedCalls(asked, step);
  const tool_calls = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(argumentsOf(given)) },
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
