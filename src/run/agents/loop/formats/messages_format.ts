import type { Answered, JsonObject } from '../../../gateway/dialects/dialect.js';
import { objectOf, objectsOf, textOf } from '../../../gateway/dialects/fields.js';
import { messages } from '../../../gateway/dialects/messages.js';
import { blockCalls } from '../../../gateway/dialects/messages_blocks.js';
import { BASH } from '../prompts.js';
import {
  argumentsOf,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  NOTHING_SAID,
  namedCalls,
} from './loop_format.js';

/** The format demands a limit on each answer; no model that is sold today has a lower one of its own. */
const DEFAULT_MAX_TOKENS = 8192;

/** Marks the end of what is the same in the next request, so that the provider reads it from its cache. */
const CACHED = { cache_control: { type: 'ephemeral' } } as const;

/** Anthropic's messages: results come in one message of the user, thoughts go back as they were signed. */
export const messagesFormat: LoopFormat = {
  dialect: messages,
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  body: ({ model, system, history, tools, temperature, max_tokens = DEFAULT_MAX_TOKENS, stream }: LoopRequest) => ({
    model,
    max_tokens,
    system: [{ type: 'text', text: system, ...CACHED }],
    messages: history.map((message, i) => messageOf(message, i === history.length - 1)),
    ...(tools ? { tools: [toolOf(BASH.function)] } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stream ? { stream } : {}),
  }),
  reply,
};

const toolOf = ({ name, description, parameters }: typeof BASH.function) => ({
  name,
  description,
  input_schema: parameters,
});

function messageOf(message: LoopMessage, is_last: boolean): unknown {
  if (message.from === 'model') return { role: 'assistant', content: message.said };
  const blocks: JsonObject[] =
    message.from === 'user'
      ? [{ type: 'text', text: message.text }]
      : message.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text }));
  const content = is_last ? blocks.with(-1, { ...blocks.at(-1)!, ...CACHED }) : blocks;
  return { role: 'user', content };
}

/** Blocks go back as they came, but for empty texts, which are refused. */
function reply({ message }: Answered, step: number): ModelReply {
  const blocks = objectsOf(objectOf(message).content);
  const calls = namedCalls(blocks.filter(isCall).flatMap(blockCalls), step);
  let call = 0;
  const kept = blocks
    .filter((block) => block.type !== 'text' || (textOf(block.text) ?? '').trim() !== '')
    .map((block): JsonObject => {
      if (!isCall(block)) return block;
      const { id, arguments: given } = calls[call++]!;
      return { ...block, id, input: argumentsOf(given) };
    });
  const text = blocks.flatMap(({ type, text: part }) => (type === 'text' ? (textOf(part) ?? '') : [])).join('');
  return { said: kept.length === 0 ? [{ type: 'text', text: NOTHING_SAID }] : kept, text, calls };
}

const isCall = ({ type }: JsonObject): boolean => type === 'tool_use';
