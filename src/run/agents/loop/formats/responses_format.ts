import type { Answered, JsonObject } from '../../../gateway/dialects/dialect.js';
import { objectsOf, textOf } from '../../../gateway/dialects/fields.js';
import { responses } from '../../../gateway/dialects/responses.js';
import { itemCalls } from '../../../gateway/dialects/responses_items.js';
import { BASH } from '../prompts.js';
import {
  argumentsOf,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  namedCalls,
} from './loop_format.js';

/**
 * Responses, with nothing stored at the server: the items of each answer go back. What the model thought goes back in the encrypted form
 * that only the server can read.
 */
export const responsesFormat: LoopFormat = {
  dialect: responses,
  headers: {},
  path: () => '/v1/responses',
  body: ({ model, system, history, tools, temperature, max_tokens, stream, sealed_thoughts }: LoopRequest) => ({
    model,
    instructions: system,
    input: history.flatMap(itemsOf),
    ...(tools ? { tools: [{ type: 'function', ...BASH.function, strict: false }] } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_output_tokens: max_tokens }),
    store: false,
    ...(sealed_thoughts ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(stream ? { stream } : {}),
  }),
  reply,
  // Models that do not think refuse to be asked for it.
  lesser: (request, refusal) =>
    request.sealed_thoughts && /\binclude\b|encrypted/i.test(refusal)
      ? { ...request, sealed_thoughts: false }
      : undefined,
};

function itemsOf(message: LoopMessage): unknown[] {
  if (message.from === 'user') return [{ role: 'user', content: message.text }];
  if (message.from === 'model') return message.said as unknown[];
  return message.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
}

function reply({ message }: Answered, step: number, thoughts: boolean): ModelReply {
  const items = objectsOf(message);
  const calls = namedCalls(items.filter(isCall).flatMap(itemCalls), step);
  const ids = calls.map(({ id, arguments: given }) => ({ call_id: id, arguments: JSON.stringify(argumentsOf(given)) }));
  const kept = items.filter((item) => isCall(item) || isText(item) || isThought(item, thoughts));
  // Without what was thought before them calls and texts stand for themselves: by their ids a server would ask for it.
  const whole = kept.some(({ type }) => type === 'reasoning');
  let call = 0;
  const said = kept.map((item) => {
    const { id: _, ...without } = item;
    const own = whole ? item : without;
    return isCall(item) ? { ...own, ...ids[call++] } : own;
  });
  const text = items.filter(isText).flatMap(({ content }) => objectsOf(content).map((part) => textOf(part.text) ?? ''));
  return { said, text: text.join(''), calls };
}

const isCall = ({ type }: JsonObject): boolean => type === 'function_call';

const isText = ({ type, role }: JsonObject): boolean => type === 'message' && role === 'assistant';

const isThought = ({ type, encrypted_content }: JsonObject, thoughts: boolean): boolean =>
  type === 'reasoning' && (thoughts || typeof encrypted_content === 'string');
