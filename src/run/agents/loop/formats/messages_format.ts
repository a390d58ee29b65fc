import {
  type JsonObject,
  type ParsedResponse,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../../../../gateway/dialects/dialect.js';
import { getDialect } from '../../../../gateway/get_dialect.js';
import {
  assignCallIds,
  EMPTY_ANSWER,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type LoopTool,
  type ModelReply,
  toArgumentObject,
  toNonEmptyList,
} from './loop_format.js';

/** Default limit of an answer, which the format requires; no current model has a lower limit. */
const DEFAULT_MAX_TOKENS = 8192;

/** Mark at the end of the stable part, so that the provider reads it from its cache. */
const CACHE_MARK = { cache_control: { type: 'ephemeral' } } as const;

const dialect = getDialect('messages');

/** Format of Anthropic's messages. Results go back in one user message, thoughts with their signatures. */
export const messagesFormat: LoopFormat = {
  dialect,
  headers: { 'anthropic-version': '2023-06-01' },
  path: () => '/v1/messages',
  body: ({ model, system, history, tools, temperature, max_tokens = DEFAULT_MAX_TOKENS, stream }: LoopRequest) => ({
    model,
    max_tokens,
    system: [{ type: 'text', text: system, ...CACHE_MARK }],
    messages: history.map((message, i) => toMessage(message, i === history.length - 1)),
    tools: toNonEmptyList(tools.map(toTool)),
    temperature,
    stream: stream || undefined,
  }),
  reply: parseReply,
};

const toTool = ({ function: { name, description, parameters } }: LoopTool) => ({
  name,
  description,
  input_schema: parameters,
});

function toMessage(message: LoopMessage, is_last: boolean): unknown {
  if (message.from === 'model') return { role: 'assistant', content: message.said };
  const blocks: JsonObject[] =
    message.from === 'user'
      ? [{ type: 'text', text: message.text }]
      : message.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text }));
  const content = is_last ? blocks.with(-1, { ...blocks.at(-1)!, ...CACHE_MARK }) : blocks;
  return { role: 'user', content };
}

/** Parses an answer. Its blocks go back unchanged, except for empty texts, which servers refuse. */
function parseReply({ message }: ParsedResponse, step: number): ModelReply {
  const blocks = toJsonObjects(toJsonObject(message).content);
  const calls = assignCallIds(blocks.filter(isCall).flatMap(dialect.parseCalls), step);
  let call = 0;
  const sendable = blocks
    .filter((block) => block.type !== 'text' || (toNonEmptyText(block.text) ?? '').trim() !== '')
    .map((block): JsonObject => {
      if (!isCall(block)) return block;
      const { id, arguments: callArguments } = calls[call++]!;
      return { ...block, id, input: toArgumentObject(callArguments) };
    });
  const text = blocks.flatMap(({ type, text: part }) => (type === 'text' ? (toNonEmptyText(part) ?? '') : [])).join('');
  return { said: sendable.length === 0 ? [{ type: 'text', text: EMPTY_ANSWER }] : sendable, text, calls };
}

const isCall = ({ type }: JsonObject): boolean => type === 'tool_use';
