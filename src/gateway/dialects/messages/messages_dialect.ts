import {
  type Dialect,
  isJsonObject,
  type JsonObject,
  type ModelRoute,
  type ParsedMessage,
  type ParsedRequest,
  type ParseFailure,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
  toShortName,
  toWholeNumber,
} from '../dialect.js';
import { formatAnthropicError } from '../format_open_ai_error.js';
import {
  collectParameters,
  isFlagOrNull,
  isLimitOrNull,
  isListOrNull,
  isTextOrListOrNull,
  isTextOrNull,
  isToolList,
  type KnownFields,
} from '../known_fields.js';
import { parseBoundedJson } from '../parse_bounded_json.js';
import { readRequestHead } from '../read_request_head.js';
import { limitThinkingBudget, readThinkingBudget } from '../scale_thinking_budget.js';
import { createResponseParser, parseWholeResponse } from '../streaming/create_response_parser.js';
import { withoutCacheMarks } from '../without_cache_marks.js';
import { MessagesResponseBuilder } from './messages_response_builder.js';
import { parseBlockCalls, parseBlockResults } from './parse_block_calls.js';

/** Dialect of Anthropic's messages, with token counting. */
export const messagesDialect: Dialect = {
  name: 'messages',
  readRequest: readMessagesRequest,
  withMaxTokens,
  withUsage: () => undefined,
  createParser: () => createResponseParser(new MessagesResponseBuilder()),
  readWhole: (body) => parseWholeResponse(new MessagesResponseBuilder(), body),
  parseCalls: parseBlockCalls,
  formatError: formatAnthropicError,
};

const knownMessagesFields: KnownFields = {
  model: isTextOrNull,
  stream: isFlagOrNull,
  max_tokens: isLimitOrNull,
  system: isTextOrListOrNull,
  messages: isListOrNull,
  tools: isToolList,
};

function readMessagesRequest(request: unknown, route: ModelRoute): ParsedRequest | ParseFailure {
  const head = readRequestHead(request);
  if ('unreadable' in head) return head;
  const { body, model } = head;
  if (!Array.isArray(body.messages)) return { unreadable: 'messages is not a list' };
  const generates = route.operation === 'generate';
  return {
    model,
    stream: generates && body.stream === true,
    max_tokens: generates ? toWholeNumber(body.max_tokens) : null,
    answers: 1,
    thinking: generates ? readThinkingBudget(body.thinking, 'budget_tokens') : undefined,
    compacts_from: generates ? findCompaction(body.context_management) : undefined,
    parameters: collectParameters(hideServerTokens(body), knownMessagesFields),
    messages: [...parseSystemPrompt(body.system), ...body.messages.map(parseMessage)],
    tools: toJsonObjects(body.tools).map((value) => ({
      name: toNonEmptyText(value.name) ?? toNonEmptyText(value.type) ?? '',
      value,
    })),
    session: findSession(body.metadata),
  };
}

/** Tokens of input from which the provider compacts a conversation where the request does not say. */
const USUAL_COMPACTION = 150_000;

/** Finds from how many tokens of input the conversation is compacted; undefined if that was not asked for. */
function findCompaction(context_management: unknown): number | undefined {
  const edits = toJsonObjects(toJsonObject(context_management).edits);
  const compaction = edits.find(({ type }) => toNonEmptyText(type)?.startsWith('compact'));
  return compaction && (toWholeNumber(toJsonObject(compaction.trigger).value) ?? USUAL_COMPACTION);
}

/** Hides the client's credentials for servers that the provider calls; no redaction rule may know them. */
function hideServerTokens(body: JsonObject): JsonObject {
  if (!Array.isArray(body.mcp_servers)) return body;
  const hidden = (server: unknown) =>
    isJsonObject(server) && typeof server.authorization_token === 'string'
      ? { ...server, authorization_token: '[not recorded]' }
      : server;
  return { ...body, mcp_servers: body.mcp_servers.map(hidden) };
}

/** Parses the system prompt: a text, or a message for each block, since clients change some blocks only. */
function parseSystemPrompt(system: unknown): ParsedMessage[] {
  const text = toNonEmptyText(system);
  const blocks = Array.isArray(system) ? system : [text].filter((each) => each !== undefined);
  return blocks.map((value) => ({ role: 'system', value, likeness: withoutCacheMarks(value), calls: [], results: [] }));
}

/** Parses a message. A user's message with tool results counts as a tool message. */
function parseMessage(value: unknown): ParsedMessage {
  const { role, content } = toJsonObject(value);
  const blocks = toJsonObjects(content);
  const results = blocks.flatMap(parseBlockResults);
  const likeness = withoutCacheMarks(value);
  if (role === 'assistant') return { role, value, likeness, calls: blocks.flatMap(parseBlockCalls), results };
  if (role === 'system') return { role, value, likeness, calls: [], results: [] };
  return { role: results.length > 0 ? 'tool' : 'user', value, likeness, calls: [], results };
}

/** Finds the session, which Claude Code puts into the user's id, as `…_session_<id>` or as JSON. */
function findSession(metadata: unknown): string | undefined {
  const user = toNonEmptyText(toJsonObject(metadata).user_id);
  if (user === undefined) return undefined;
  const { session_id } = toJsonObject(parseBoundedJson(user)) as JsonObject;
  return toShortName(session_id) ?? /_session_([\w-]{1,100})$/.exec(user)?.[1];
}

/** Lowers limit and thinking budget together, since the provider refuses a limit that is not above the budget. */
function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const { thinking } = body;
  const lowered = isJsonObject(thinking)
    ? { thinking: limitThinkingBudget(thinking, 'budget_tokens', toWholeNumber(body.max_tokens), tokens) }
    : {};
  return { ...body, max_tokens: tokens, ...lowered };
}
