import { answerReader, wholeAnswer } from './answer_reader.js';
import type { Asked, Dialect, JsonObject, Message, Route, Tool, Unreadable } from './dialect.js';
import { isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { GeminiAnswer } from './gemini_answer.js';
import { partCalls, partResults } from './gemini_parts.js';
import { tooDeep } from './json_text.js';
import { areKindsOfTools, beside, DECLARATIONS, isLimit, isText, parametersOf, type Told } from './parameters.js';
import { geminiRefusal } from './refusals.js';
import { budgetIn, withinLimit } from './thinking.js';

/** Gemini's `generateContent`, whose path says model and stream. Fields are read in both spellings that servers take: `camelCase` and `snake_case`. */
export const gemini: Dialect = {
  name: 'gemini',
  readRequest,
  withMaxTokens,
  withUsage: () => undefined,
  readStream: () => answerReader(new GeminiAnswer()),
  readWhole: (body) => wholeAnswer(new GeminiAnswer(), body),
  refusal: geminiRefusal,
};

/** What of a request is told elsewhere, given its settings and the model that it is for. */
const toldOf = (config: JsonObject, model: string): Told => ({
  model: (value) => value === model || value === `models/${model}`,
  contents: () => true,
  systemInstruction: isInstruction,
  system_instruction: isInstruction,
  tools: areKindsOfTools,
  generationConfig: (value) => value === config,
  generation_config: (value) => value === config,
});

const isInstruction = (value: unknown): boolean => isText(value) || isObject(value);

const toldSettings: Told = { maxOutputTokens: isLimit, max_output_tokens: isLimit };

/** Settings and fields of the request side by side; where a count of tokens has the request within, what is around it as well. */
function everyParameter(body: JsonObject, request: JsonObject, config: JsonObject, model: string) {
  const told = toldOf(config, model);
  const within = beside(parametersOf(config, toldSettings), 'generationConfig', parametersOf(request, told));
  if (request === body) return within;
  const isRequest = (value: unknown) => value === request;
  const around = { model: told.model!, generateContentRequest: isRequest, generate_content_request: isRequest };
  return beside(within, 'generateContentRequest', parametersOf(body, around));
}

function readRequest(body: unknown, route: Route): Asked | Unreadable {
  if (!isObject(body)) return { unreadable: 'the body is not a JSON object' };
  if (tooDeep(body)) return { unreadable: 'the body nests too deep' };
  const model = nameOf(route.model) ?? nameOf(body.model)?.replace(/^models\//, '');
  if (model === undefined) return { unreadable: 'model is missing' };
  const counts = route.operation === 'count-tokens';
  const nested = body.generateContentRequest ?? body.generate_content_request;
  const request = counts && isObject(nested) ? nested : body;
  if (typeof request.contents !== 'string' && !isObject(request.contents) && !Array.isArray(request.contents)) {
    return { unreadable: 'contents is missing' };
  }
  const config = configOf(request);
  return {
    model,
    stream: !counts && route.stream === true,
    max_tokens: counts ? null : wholeOf(config.maxOutputTokens ?? config.max_output_tokens),
    answers: Math.max(1, wholeOf(config.candidateCount ?? config.candidate_count) ?? 1),
    thinking: counts ? undefined : budgetOf(config),
    parameters: everyParameter(body, request, config, model),
    messages: [...systemOf(request.systemInstruction ?? request.system_instruction), ...contentsOf(request.contents)],
    tools: objectsOf(request.tools).flatMap(toolsOf),
    session: nameOf(request.session_id),
  };
}

/** Both names of both levels; one that the model chooses by itself is -1, and none is 0. */
function budgetOf({ thinkingConfig, thinking_config }: JsonObject): number | undefined {
  const settings = thinkingConfig ?? thinking_config;
  return budgetIn(settings, 'thinkingBudget') ?? budgetIn(settings, 'thinking_budget');
}

const configOf = (body: JsonObject): JsonObject => objectOf(body.generationConfig ?? body.generation_config);

function systemOf(value: unknown): Message[] {
  return isObject(value) || textOf(value) !== undefined ? [{ role: 'system', value, calls: [], results: [] }] : [];
}

const contentsOf = (contents: unknown): Message[] => (Array.isArray(contents) ? contents : [contents]).map(messageOf);

/** Results of functions come in messages of the user; one that brings any counts as the tools'. */
function messageOf(value: unknown): Message {
  const { role, parts } = objectOf(value);
  const every = Array.isArray(parts) ? objectsOf(parts) : [parts].filter(isObject);
  if (role === 'model') return { role: 'assistant', value, calls: every.flatMap(partCalls), results: [] };
  const results = every.flatMap(partResults);
  return { role: results.length > 0 || role === 'function' ? 'tool' : 'user', value, calls: [], results };
}

/** Functions by their names; tools of the provider's (`googleSearch`, …) by their field. */
function toolsOf(tool: JsonObject): Tool[] {
  return Object.keys(tool).flatMap((field): Tool[] => {
    if (!DECLARATIONS.test(field)) return [{ name: field, value: { [field]: tool[field] } }];
    return objectsOf(tool[field]).map((value) => ({ name: textOf(value.name) ?? '', value }));
  });
}

function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const field =
    isObject(body.generation_config) && !isObject(body.generationConfig) ? 'generation_config' : 'generationConfig';
  const config = objectOf(body[field]);
  const limit =
    config.max_output_tokens !== undefined && config.maxOutputTokens === undefined
      ? 'max_output_tokens'
      : 'maxOutputTokens';
  const asked = wholeOf(config[limit]);
  const lowered = ['thinkingConfig', 'thinking_config'].flatMap((settings) => {
    const given = config[settings];
    const names = ['thinkingBudget', 'thinking_budget'];
    if (!isObject(given)) return [];
    return [[settings, names.reduce((within, name) => withinLimit(within, name, asked, tokens), given)]];
  });
  return { ...body, [field]: { ...config, ...Object.fromEntries(lowered), [limit]: tokens } };
}
