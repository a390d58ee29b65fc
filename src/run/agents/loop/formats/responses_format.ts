import { omitUndefined } from '../../../../contract/input/omit_undefined.js';
import {
  type JsonObject,
  type ParsedResponse,
  toJsonObjects,
  toNonEmptyText,
} from '../../../../gateway/dialects/dialect.js';
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

const dialect = getDialect('responses');

/**
 * Format of the Responses API, with nothing stored at the server. The items of each answer go back; thoughts are
 * encrypted for the server.
 */
export const responsesFormat: LoopFormat = {
  dialect,
  headers: {},
  path: () => '/v1/responses',
  body: ({ model, system, history, tools, temperature, max_tokens, stream, sealed_thoughts }: LoopRequest) => ({
    model,
    instructions: system,
    input: history.flatMap(toItems),
    tools: toNonEmptyList(tools.map((tool) => ({ type: 'function', ...tool.function, strict: false }))),
    temperature,
    max_output_tokens: max_tokens,
    store: false,
    ...omitUndefined({ include: sealed_thoughts ? ['reasoning.encrypted_content'] : undefined }),
    stream: stream || undefined,
  }),
  reply: parseReply,
  // Models without thoughts refuse this request field.
  lesser: (request, refusal) =>
    request.sealed_thoughts && /\binclude\b|encrypted/i.test(refusal)
      ? { ...request, sealed_thoughts: false }
      : undefined,
};

function toItems(message: LoopMessage): unknown[] {
  if (message.from === 'user') return [{ role: 'user', content: message.text }];
  if (message.from === 'model') return message.said as unknown[];
  return message.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
}

function parseReply({ message }: ParsedResponse, step: number, thoughts: boolean): ModelReply {
  const items = toJsonObjects(message);
  const calls = assignCallIds(items.filter(isCall).flatMap(dialect.parseCalls), step);
  const ids = calls.map(({ id, arguments: given }) => ({
    call_id: id,
    arguments: JSON.stringify(toArgumentObject(given)),
  }));
  const sendable = items.filter((item) => isCall(item) || isText(item) || isThought(item, thoughts));
  // Without their thoughts, calls and texts lose their ids: a server would demand the thoughts for them.
  const whole = sendable.some(({ type }) => type === 'reasoning');
  let call = 0;
  const replyItems = sendable.map((item) => {
    const { id: _, ...anonymous } = item;
    const part = whole ? item : anonymous;
    return isCall(item) ? { ...part, ...ids[call++] } : part;
  });
  const text = items
    .filter(isText)
    .flatMap(({ content }) => toJsonObjects(content).map((part) => toNonEmptyText(part.text) ?? ''));
  return { said: replyItems, text: text.join(''), calls };
}

const isCall = ({ type }: JsonObject): boolean => type === 'function_call';

const isText = ({ type, role }: JsonObject): boolean => type === 'message' && role === 'assistant';

const isThought = ({ type, encrypted_content }: JsonObject, thoughts: boolean): boolean =>
  type === 'reasoning' && (thoughts || typeof encrypted_content === 'string');
