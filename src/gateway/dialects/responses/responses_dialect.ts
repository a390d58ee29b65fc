import {
  type Dialect,
  isJsonObject,
  type JsonObject,
  type ModelRoute,
  type ParsedMessage,
  type ParsedRequest,
  type ParseFailure,
  type ToolDeclaration,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
  toShortName,
  toWholeNumber,
} from '../dialect.js';
import { formatOpenAiError } from '../format_open_ai_error.js';
import {
  collectParameters,
  isFlagOrNull,
  isLimitOrNull,
  isTextOrListOrNull,
  isTextOrNull,
  isToolList,
  type KnownFields,
} from '../known_fields.js';
import { readRequestHead } from '../read_request_head.js';
import { isThinkingEffort } from '../scale_thinking_budget.js';
import { createResponseParser, parseWholeResponse } from '../streaming/create_response_parser.js';
import { getItemRole, parseItemCalls, parseItemResults } from './parse_item_calls.js';
import { ResponsesResponseBuilder } from './responses_response_builder.js';

/**
 * Dialect of responses. A request that continues from `previous_response_id` or a stored conversation has only the new
 * messages; what the server adds shows in the usage only.
 */
export const responsesDialect: Dialect = {
  name: 'responses',
  readRequest: readResponsesRequest,
  withMaxTokens: (body, tokens) => ({ ...body, max_output_tokens: tokens }),
  withUsage: () => undefined,
  createParser: () => createResponseParser(new ResponsesResponseBuilder()),
  readWhole: (body) => parseWholeResponse(new ResponsesResponseBuilder(), body),
  parseCalls: parseItemCalls,
  formatError: formatOpenAiError,
};

const knownResponsesFields: KnownFields = {
  model: isTextOrNull,
  stream: isFlagOrNull,
  max_output_tokens: isLimitOrNull,
  instructions: isTextOrListOrNull,
  input: isTextOrListOrNull,
  tools: isToolList,
};

function readResponsesRequest(request: unknown, route: ModelRoute): ParsedRequest | ParseFailure {
  const head = readRequestHead(request);
  if ('unreadable' in head) return head;
  const { body, model } = head;
  const generates = route.operation === 'generate';
  return {
    model,
    stream: generates && body.stream === true,
    max_tokens: generates ? toWholeNumber(body.max_output_tokens) : null,
    answers: 1,
    thinks: generates && isThinkingEffort(toJsonObject(body.reasoning).effort),
    parameters: collectParameters(body, knownResponsesFields),
    messages: [...parseMessages(body.instructions, 'system'), ...parseMessages(body.input, 'user')],
    tools: toJsonObjects(body.tools).flatMap((tool) => parseTools(tool)),
    session: findSession(body),
  };
}

/** Parses a text as one message, or a list as one message per item. */
function parseMessages(value: unknown, role: ParsedMessage['role']): ParsedMessage[] {
  if (Array.isArray(value)) return value.map((item) => parseItem(item, role));
  return toNonEmptyText(value) === undefined ? [] : [{ role, value, calls: [], results: [] }];
}

function parseItem(value: unknown, role: ParsedMessage['role']): ParsedMessage {
  if (!isJsonObject(value)) return { role, value, calls: [], results: [] };
  return { role: getItemRole(value) ?? role, value, calls: parseItemCalls(value), results: parseItemResults(value) };
}

/** Parses tools: in a namespace as `namespace.name`, tools of the provider by their type. */
function parseTools(value: JsonObject, namespace = ''): ToolDeclaration[] {
  const name = toNonEmptyText(value.name) ?? toNonEmptyText(value.server_label) ?? toNonEmptyText(value.type) ?? '';
  if (value.type !== 'namespace') return [{ name: `${namespace}${name}`, value }];
  return toJsonObjects(value.tools).flatMap((tool) => parseTools(tool, `${namespace}${name}.`));
}

function findSession({ conversation, client_metadata, prompt_cache_key }: JsonObject): string | undefined {
  const { session_id, thread_id } = toJsonObject(client_metadata);
  const candidates = [conversation, toJsonObject(conversation).id, thread_id, session_id, prompt_cache_key];
  return candidates.map(toShortName).find((name) => name !== undefined);
}
