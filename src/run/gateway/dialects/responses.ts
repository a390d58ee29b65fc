import { answerReader, wholeAnswer } from './answer_reader.js';
import type { Asked, Dialect, JsonObject, Message, Route, Tool, Unreadable } from './dialect.js';
import { isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { tooDeep } from './json_text.js';
import { areTools, isFlag, isLimit, isText, isTextOrList, parametersOf, type Told } from './parameters.js';
import { openAiRefusal } from './refusals.js';
import { ResponsesAnswer } from './responses_answer.js';
import { itemCalls, itemResults, itemRole } from './responses_items.js';
import { thinksHard } from './thinking.js';

/**
 * Responses. A request that goes on from `previous_response_id` or a stored conversation brings only what is new: its messages are those in the body,
 * and what the server adds to them is seen in the usage only.
 */
export const responses: Dialect = {
  name: 'responses',
  readRequest,
  withMaxTokens: (body, tokens) => ({ ...body, max_output_tokens: tokens }),
  withUsage: () => undefined,
  readStream: () => answerReader(new ResponsesAnswer()),
  readWhole: (body) => wholeAnswer(new ResponsesAnswer(), body),
  refusal: openAiRefusal,
};

const told: Told = {
  model: isText,
  stream: isFlag,
  max_output_tokens: isLimit,
  instructions: isTextOrList,
  input: isTextOrList,
  tools: areTools,
};

function readRequest(body: unknown, route: Route): Asked | Unreadable {
  if (!isObject(body)) return { unreadable: 'the body is not a JSON object' };
  if (tooDeep(body)) return { unreadable: 'the body nests too deep' };
  const model = nameOf(body.model);
  if (model === undefined) return { unreadable: 'model is missing' };
  const generates = route.operation === 'generate';
  return {
    model,
    stream: generates && body.stream === true,
    max_tokens: generates ? wholeOf(body.max_output_tokens) : null,
    answers: 1,
    thinks: generates && thinksHard(objectOf(body.reasoning).effort),
    parameters: parametersOf(body, told),
    messages: [...messagesOf(body.instructions, 'system'), ...messagesOf(body.input, 'user')],
    tools: objectsOf(body.tools).flatMap((tool) => toolsOf(tool)),
    session: sessionOf(body),
  };
}

/** A text is one message; a list has one per item. */
function messagesOf(value: unknown, role: Message['role']): Message[] {
  if (Array.isArray(value)) return value.map((item) => itemMessage(item, role));
  return textOf(value) === undefined ? [] : [{ role, value, calls: [], results: [] }];
}

function itemMessage(value: unknown, role: Message['role']): Message {
  if (!isObject(value)) return { role, value, calls: [], results: [] };
  return { role: itemRole(value) ?? role, value, calls: itemCalls(value), results: itemResults(value) };
}

/** Tools in a namespace are told as `namespace.name`. A tool of the provider's is named after its type. */
function toolsOf(value: JsonObject, namespace = ''): Tool[] {
  const name = textOf(value.name) ?? textOf(value.server_label) ?? textOf(value.type) ?? '';
  if (value.type !== 'namespace') return [{ name: `${namespace}${name}`, value }];
  return objectsOf(value.tools).flatMap((tool) => toolsOf(tool, `${namespace}${name}.`));
}

function sessionOf({ conversation, client_metadata, prompt_cache_key }: JsonObject): string | undefined {
  const { session_id, thread_id } = objectOf(client_metadata);
  const known = [conversation, objectOf(conversation).id, thread_id, session_id, prompt_cache_key];
  return known.map(nameOf).find((name) => name !== undefined);
}
