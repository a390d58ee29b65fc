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
import { formatGeminiError } from '../format_open_ai_error.js';
import {
  collectParameters,
  FUNCTION_DECLARATIONS,
  isGeminiToolList,
  isLimitOrNull,
  isTextOrNull,
  type KnownFields,
  mergeParameters,
} from '../known_fields.js';
import { readRequestHead } from '../read_request_head.js';
import { limitThinkingBudget, readThinkingBudget } from '../scale_thinking_budget.js';
import { createResponseParser, parseWholeResponse } from '../streaming/create_response_parser.js';
import { GeminiResponseBuilder } from './gemini_response_builder.js';
import { parsePartCalls, parsePartResults } from './parse_part_calls.js';

/**
 * Dialect of Gemini's `generateContent`, whose path names model and streaming. Fields may have both spellings:
 * `camelCase` and `snake_case`.
 */
export const geminiDialect: Dialect = {
  name: 'gemini',
  readRequest: readGeminiRequest,
  withMaxTokens,
  withUsage: () => undefined,
  createParser: () => createResponseParser(new GeminiResponseBuilder()),
  readWhole: (body) => parseWholeResponse(new GeminiResponseBuilder(), body),
  parseCalls: parsePartCalls,
  formatError: formatGeminiError,
};

/** Creates the checks of fields that are recorded under a typed property. */
const createKnownFields = (config: JsonObject, model: string): KnownFields => ({
  model: (value) => value === model || value === `models/${model}`,
  contents: () => true,
  systemInstruction: isInstruction,
  system_instruction: isInstruction,
  tools: isGeminiToolList,
  generationConfig: (value) => value === config,
  generation_config: (value) => value === config,
});

const isInstruction = (value: unknown): boolean => isTextOrNull(value) || isJsonObject(value);

const knownSettings: KnownFields = { maxOutputTokens: isLimitOrNull, max_output_tokens: isLimitOrNull };

/** Collects the parameters of settings and request; if a token count wraps the request, also those around it. */
function collectAllParameters(body: JsonObject, request: JsonObject, config: JsonObject, model: string) {
  const known_fields = createKnownFields(config, model);
  const parameters = mergeParameters(
    collectParameters(config, knownSettings),
    'generationConfig',
    collectParameters(request, known_fields),
  );
  if (request === body) return parameters;
  const isRequest = (value: unknown) => value === request;
  const around = { model: known_fields.model!, generateContentRequest: isRequest, generate_content_request: isRequest };
  return mergeParameters(parameters, 'generateContentRequest', collectParameters(body, around));
}

function readGeminiRequest(given: unknown, route: ModelRoute): ParsedRequest | ParseFailure {
  const head = readRequestHead(
    given,
    ({ model }) => toShortName(route.model) ?? toShortName(model)?.replace(/^models\//, ''),
  );
  if ('unreadable' in head) return head;
  const { body, model } = head;
  const counts = route.operation === 'count-tokens';
  const nested = body.generateContentRequest ?? body.generate_content_request;
  const request = counts && isJsonObject(nested) ? nested : body;
  if (typeof request.contents !== 'string' && !isJsonObject(request.contents) && !Array.isArray(request.contents)) {
    return { unreadable: 'contents is missing' };
  }
  const config = getGenerationConfig(request);
  return {
    model,
    stream: !counts && route.stream === true,
    max_tokens: counts ? null : toWholeNumber(config.maxOutputTokens ?? config.max_output_tokens),
    answers: Math.max(1, toWholeNumber(config.candidateCount ?? config.candidate_count) ?? 1),
    thinking: counts ? undefined : readBudget(config),
    parameters: collectAllParameters(body, request, config, model),
    messages: [
      ...parseSystemPrompt(request.systemInstruction ?? request.system_instruction),
      ...parseContents(request.contents),
    ],
    tools: toJsonObjects(request.tools).flatMap(parseTools),
    session: toShortName(request.session_id),
  };
}

/** Reads the budget in both spellings; -1 leaves it to the model, and 0 means none. */
function readBudget({ thinkingConfig, thinking_config }: JsonObject): number | undefined {
  const settings = thinkingConfig ?? thinking_config;
  return readThinkingBudget(settings, 'thinkingBudget') ?? readThinkingBudget(settings, 'thinking_budget');
}

const getGenerationConfig = (body: JsonObject): JsonObject =>
  toJsonObject(body.generationConfig ?? body.generation_config);

function parseSystemPrompt(value: unknown): ParsedMessage[] {
  return isJsonObject(value) || toNonEmptyText(value) !== undefined
    ? [{ role: 'system', value, calls: [], results: [] }]
    : [];
}

const parseContents = (contents: unknown): ParsedMessage[] =>
  (Array.isArray(contents) ? contents : [contents]).map(parseMessage);

/** Parses a message. A user's message with results of functions counts as a tool message. */
function parseMessage(value: unknown): ParsedMessage {
  const { role, parts } = toJsonObject(value);
  const every = Array.isArray(parts) ? toJsonObjects(parts) : [parts].filter(isJsonObject);
  if (role === 'model') return { role: 'assistant', value, calls: every.flatMap(parsePartCalls), results: [] };
  const results = every.flatMap(parsePartResults);
  return { role: results.length > 0 || role === 'function' ? 'tool' : 'user', value, calls: [], results };
}

/** Parses tools: functions by name, tools of the provider (`googleSearch`, …) by their field. */
function parseTools(tool: JsonObject): ToolDeclaration[] {
  return Object.keys(tool).flatMap((field): ToolDeclaration[] => {
    if (!FUNCTION_DECLARATIONS.test(field)) return [{ name: field, value: { [field]: tool[field] } }];
    return toJsonObjects(tool[field]).map((value) => ({ name: toNonEmptyText(value.name) ?? '', value }));
  });
}

function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const field =
    isJsonObject(body.generation_config) && !isJsonObject(body.generationConfig)
      ? 'generation_config'
      : 'generationConfig';
  const config = toJsonObject(body[field]);
  const limit =
    config.max_output_tokens !== undefined && config.maxOutputTokens === undefined
      ? 'max_output_tokens'
      : 'maxOutputTokens';
  const client_limit = toWholeNumber(config[limit]);
  const lowered = ['thinkingConfig', 'thinking_config'].flatMap((settings) => {
    const limits = config[settings];
    const names = ['thinkingBudget', 'thinking_budget'];
    if (!isJsonObject(limits)) return [];
    return [
      [settings, names.reduce((within, name) => limitThinkingBudget(within, name, client_limit, tokens), limits)],
    ];
  });
  return { ...body, [field]: { ...config, ...Object.fromEntries(lowered), [limit]: tokens } };
}
