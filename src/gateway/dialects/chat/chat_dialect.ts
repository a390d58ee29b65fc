import {
  type Dialect,
  isJsonObject,
  type JsonObject,
  type ParsedMessage,
  type ParsedRequest,
  type ParseFailure,
  type ToolDeclaration,
  type ToolResult,
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
  isListOrNull,
  isTextOrNull,
  isToolList,
  type KnownFields,
} from '../known_fields.js';
import { openAiRoles } from '../open_ai_roles.js';
import { readRequestHead } from '../read_request_head.js';
import { isThinkingEffort, limitThinkingBudget, readThinkingBudget } from '../scale_thinking_budget.js';
import { createResponseParser, parseWholeResponse } from '../streaming/create_response_parser.js';
import { withoutCacheMarks } from '../without_cache_marks.js';
import { ChatResponseBuilder } from './chat_response_builder.js';
import { parseChatCalls } from './parse_chat_calls.js';

/** Dialect of chat completions, with the functions that preceded tools. */
export const chatDialect: Dialect = {
  name: 'chat',
  readRequest: readChatRequest,
  withMaxTokens,
  withUsage,
  createParser: () => createResponseParser(new ChatResponseBuilder()),
  readWhole: (body) => parseWholeResponse(new ChatResponseBuilder(), body),
  parseCalls: ({ tool_calls, function_call }) => parseChatCalls(tool_calls, function_call),
  formatError: formatOpenAiError,
};

const knownChatFields: KnownFields = {
  model: isTextOrNull,
  stream: isFlagOrNull,
  max_tokens: isLimitOrNull,
  max_completion_tokens: isLimitOrNull,
  messages: isListOrNull,
  tools: isToolList,
  functions: isToolList,
};

function readChatRequest(request: unknown): ParsedRequest | ParseFailure {
  const head = readRequestHead(request);
  if ('unreadable' in head) return head;
  const { body, model } = head;
  if (!Array.isArray(body.messages)) return { unreadable: 'messages is not a list' };
  return {
    model,
    stream: body.stream === true,
    // The server decides which of the limits applies.
    max_tokens: readOutputLimit(body),
    answers: Math.max(1, toWholeNumber(body.n) ?? 1),
    thinking: readLargestBudget(body),
    thinks: isThinkingEffort(body.reasoning_effort ?? toJsonObject(body.reasoning).effort),
    parameters: collectParameters(body, knownChatFields),
    messages: body.messages.map(parseMessage),
    tools: [...toJsonObjects(body.tools), ...toJsonObjects(body.functions)].map(parseTool),
    session: findSession(body),
  };
}

function readOutputLimit(body: JsonObject): number | null {
  const limits = [toWholeNumber(body.max_completion_tokens), toWholeNumber(body.max_tokens)].filter(
    (limit) => limit !== null,
  );
  return limits.length === 0 ? null : Math.max(...limits);
}

/** Thinking budgets of this format: the settings, and the field in them. */
const BUDGETS = [
  ['thinking', 'budget_tokens'],
  ['reasoning', 'max_tokens'],
] as const;
const BUDGET = 'thinking_budget';

function readLargestBudget(body: JsonObject): number | undefined {
  const all = [
    readThinkingBudget(body, BUDGET),
    ...BUDGETS.map(([settings, field]) => readThinkingBudget(body[settings], field)),
  ];
  const budgets = all.filter((budget) => budget !== undefined);
  return budgets.length === 0 ? undefined : Math.max(...budgets);
}

const chatRoles: Readonly<Record<string, ParsedMessage['role']>> = Object.freeze({ ...openAiRoles, function: 'tool' });

function parseMessage(value: unknown): ParsedMessage {
  const { role: role_name, tool_calls, function_call, tool_call_id, name, content } = toJsonObject(value);
  const role =
    (typeof role_name === 'string' && Object.hasOwn(chatRoles, role_name) ? chatRoles[role_name] : undefined) ?? 'user';
  const results: ToolResult[] =
    role === 'tool' ? [{ id: toNonEmptyText(tool_call_id) ?? '', name: toNonEmptyText(name), value: content }] : [];
  const calls = role === 'assistant' ? parseChatCalls(tool_calls, function_call) : [];
  return { role, value, likeness: withoutCacheMarks(value), calls, results };
}

function parseTool(value: JsonObject): ToolDeclaration {
  const names = [toJsonObject(value.function).name, toJsonObject(value.custom).name, value.name, value.type];
  return { name: names.map(toNonEmptyText).find((name) => name !== undefined) ?? '', value };
}

function findSession({ metadata, session_id, prompt_cache_key }: JsonObject): string | undefined {
  const { sessionId, session_id: inMetadata } = toJsonObject(metadata);
  return toShortName(sessionId) ?? toShortName(inMetadata) ?? toShortName(session_id) ?? toShortName(prompt_cache_key);
}

/**
 * Sets the limit under every name that the client used. Without any it uses the later name, since reasoning models
 * refuse `max_tokens`.
 */
function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const names = ['max_tokens', 'max_completion_tokens'].filter((name) => (body[name] ?? null) !== null);
  if (names.length === 0) names.push('max_completion_tokens');
  const client_limit = readOutputLimit(body);
  const lowered = BUDGETS.flatMap(([settings, field]) => {
    const request = body[settings];
    return isJsonObject(request) ? [[settings, limitThinkingBudget(request, field, client_limit, tokens)]] : [];
  });
  return {
    ...limitThinkingBudget(body, BUDGET, client_limit, tokens),
    ...Object.fromEntries([...lowered, ...names.map((name) => [name, tokens])]),
  };
}

function withUsage(body: JsonObject): JsonObject | undefined {
  const options = toJsonObject(body.stream_options);
  if (body.stream !== true || options.include_usage === true) return undefined;
  return { ...body, stream_options: { ...options, include_usage: true } };
}
