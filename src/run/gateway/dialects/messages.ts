import { answerReader, wholeAnswer } from './answer_reader.js';
import { likenessOf } from './cache_marks.js';
import type { Asked, Dialect, JsonObject, Message, Route, Unreadable } from './dialect.js';
import { isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { parseJson, tooDeep } from './json_text.js';
import { MessagesAnswer } from './messages_answer.js';
import { blockCalls, blockResults } from './messages_blocks.js';
import { areTools, isFlag, isLimit, isList, isText, isTextOrList, parametersOf, type Told } from './parameters.js';
import { anthropicRefusal } from './refusals.js';
import { budgetIn, withinLimit } from './thinking.js';

/** Anthropic's messages, and counting their tokens. */
export const messages: Dialect = {
  name: 'messages',
  readRequest,
  withMaxTokens,
  withUsage: () => undefined,
  readStream: () => answerReader(new MessagesAnswer()),
  readWhole: (body) => wholeAnswer(new MessagesAnswer(), body),
  refusal: anthropicRefusal,
};

const told: Told = {
  model: isText,
  stream: isFlag,
  max_tokens: isLimit,
  system: isTextOrList,
  messages: isList,
  tools: areTools,
};

function readRequest(body: unknown, route: Route): Asked | Unreadable {
  if (!isObject(body)) return { unreadable: 'the body is not a JSON object' };
  if (tooDeep(body)) return { unreadable: 'the body nests too deep' };
  const model = nameOf(body.model);
  if (model === undefined) return { unreadable: 'model is missing' };
  if (!Array.isArray(body.messages)) return { unreadable: 'messages is not a list' };
  const generates = route.operation === 'generate';
  return {
    model,
    stream: generates && body.stream === true,
    max_tokens: generates ? wholeOf(body.max_tokens) : null,
    answers: 1,
    thinking: generates ? budgetIn(body.thinking, 'budget_tokens') : undefined,
    parameters: parametersOf(withoutTokens(body), told),
    messages: [...systemOf(body.system), ...body.messages.map(messageOf)],
    tools: objectsOf(body.tools).map((value) => ({ name: textOf(value.name) ?? textOf(value.type) ?? '', value })),
    session: sessionOf(body.metadata),
  };
}

/** Servers that the provider is to call come with the client's credentials for them, which no rule of redaction need know. */
function withoutTokens(body: JsonObject): JsonObject {
  if (!Array.isArray(body.mcp_servers)) return body;
  const hidden = (server: unknown) =>
    isObject(server) && typeof server.authorization_token === 'string'
      ? { ...server, authorization_token: '[not recorded]' }
      : server;
  return { ...body, mcp_servers: body.mcp_servers.map(hidden) };
}

/** A text, or a message for each block: clients change some of them from request to request, and not the others. */
function systemOf(system: unknown): Message[] {
  const blocks = Array.isArray(system) ? system : textOf(system) === undefined ? [] : [system];
  return blocks.map((value) => ({ role: 'system', value, likeness: likenessOf(value), calls: [], results: [] }));
}

/** Results of tools come in messages of the user; one that brings any counts as the tools'. */
function messageOf(value: unknown): Message {
  const { role, content } = objectOf(value);
  const blocks = objectsOf(content);
  const results = blocks.flatMap(blockResults);
  const likeness = likenessOf(value);
  if (role === 'assistant') return { role, value, likeness, calls: blocks.flatMap(blockCalls), results };
  if (role === 'system') return { role, value, likeness, calls: [], results: [] };
  return { role: results.length > 0 ? 'tool' : 'user', value, likeness, calls: [], results };
}

/** Claude Code puts the session into the id of the user, as `…_session_<id>` or as JSON. */
function sessionOf(metadata: unknown): string | undefined {
  const user = textOf(objectOf(metadata).user_id);
  if (user === undefined) return undefined;
  const { session_id } = objectOf(parseJson(user)) as JsonObject;
  return nameOf(session_id) ?? /_session_([\w-]{1,100})$/.exec(user)?.[1];
}

/** A limit no higher than the budget for thinking is refused by the provider, so both are lowered. */
function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const { thinking } = body;
  const lowered = isObject(thinking)
    ? { thinking: withinLimit(thinking, 'budget_tokens', wholeOf(body.max_tokens), tokens) }
    : {};
  return { ...body, max_tokens: tokens, ...lowered };
}
