import { answerReader, wholeAnswer } from './answer_reader.js';
import { likenessOf } from './cache_marks.js';
import { ChatAnswer } from './chat_answer.js';
import { callsOf } from './chat_calls.js';
import type { Asked, Dialect, JsonObject, Message, Tool, ToolResult, Unreadable } from './dialect.js';
import { isObject, nameOf, objectOf, objectsOf, textOf, wholeOf } from './fields.js';
import { tooDeep } from './json_text.js';
import { areTools, isFlag, isLimit, isList, isText, parametersOf, type Told } from './parameters.js';
import { openAiRefusal } from './refusals.js';
import { budgetIn, thinksHard, withinLimit } from './thinking.js';

/** Chat completions, with the functions that came before tools. */
export const chat: Dialect = {
  name: 'chat',
  readRequest,
  withMaxTokens,
  withUsage,
  readStream: () => answerReader(new ChatAnswer()),
  readWhole: (body) => wholeAnswer(new ChatAnswer(), body),
  refusal: openAiRefusal,
};

const told: Told = {
  model: isText,
  stream: isFlag,
  max_tokens: isLimit,
  max_completion_tokens: isLimit,
  messages: isList,
  tools: areTools,
  functions: areTools,
};

function readRequest(body: unknown): Asked | Unreadable {
  if (!isObject(body)) return { unreadable: 'the body is not a JSON object' };
  if (tooDeep(body)) return { unreadable: 'the body nests too deep' };
  const model = nameOf(body.model);
  if (model === undefined) return { unreadable: 'model is missing' };
  if (!Array.isArray(body.messages)) return { unreadable: 'messages is not a list' };
  return {
    model,
    stream: body.stream === true,
    // which of them counts is the server's business
    max_tokens: limitOf(body),
    answers: Math.max(1, wholeOf(body.n) ?? 1),
    thinking: budgetsOf(body),
    thinks: thinksHard(body.reasoning_effort ?? objectOf(body.reasoning).effort),
    parameters: parametersOf(body, told),
    messages: body.messages.map(messageOf),
    tools: [...objectsOf(body.tools), ...objectsOf(body.functions)].map(toolOf),
    session: sessionOf(body),
  };
}

function limitOf(body: JsonObject): number | null {
  const limits = [wholeOf(body.max_completion_tokens), wholeOf(body.max_tokens)].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.max(...limits);
}

/** Where servers of this format take a budget for thinking: the settings around it, and its name. */
const BUDGETS = [
  ['thinking', 'budget_tokens'],
  ['reasoning', 'max_tokens'],
] as const;
const BUDGET = 'thinking_budget';

function budgetsOf(body: JsonObject): number | undefined {
  const all = [budgetIn(body, BUDGET), ...BUDGETS.map(([settings, field]) => budgetIn(body[settings], field))];
  const budgets = all.filter((budget) => budget !== undefined);
  return budgets.length === 0 ? undefined : Math.max(...budgets);
}

const roles: Readonly<Record<string, Message['role']>> = Object.freeze({
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
});

function messageOf(value: unknown): Message {
  const { role: said, tool_calls, function_call, tool_call_id, name, content } = objectOf(value);
  const role = (typeof said === 'string' && Object.hasOwn(roles, said) ? roles[said] : undefined) ?? 'user';
  const results: ToolResult[] =
    role === 'tool' ? [{ id: textOf(tool_call_id) ?? '', name: textOf(name), value: content }] : [];
  const calls = role === 'assistant' ? callsOf(tool_calls, function_call) : [];
  return { role, value, likeness: likenessOf(value), calls, results };
}

function toolOf(value: JsonObject): Tool {
  const named = [objectOf(value.function).name, objectOf(value.custom).name, value.name, value.type];
  return { name: named.map(textOf).find((name) => name !== undefined) ?? '', value };
}

function sessionOf({ metadata, session_id, prompt_cache_key }: JsonObject): string | undefined {
  const { sessionId, session_id: inMetadata } = objectOf(metadata);
  return nameOf(sessionId) ?? nameOf(inMetadata) ?? nameOf(session_id) ?? nameOf(prompt_cache_key);
}

/** The limit under every name by which the client gave one; reasoning models refuse `max_tokens`, so without any it gets the later name. */
function withMaxTokens(body: JsonObject, tokens: number): JsonObject {
  const names = ['max_tokens', 'max_completion_tokens'].filter((name) => (body[name] ?? null) !== null);
  if (names.length === 0) names.push('max_completion_tokens');
  const asked = limitOf(body);
  const lowered = BUDGETS.flatMap(([settings, field]) => {
    const given = body[settings];
    return isObject(given) ? [[settings, withinLimit(given, field, asked, tokens)]] : [];
  });
  return {
    ...withinLimit(body, BUDGET, asked, tokens),
    ...Object.fromEntries([...lowered, ...names.map((name) => [name, tokens])]),
  };
}

function withUsage(body: JsonObject): JsonObject | undefined {
  const options = objectOf(body.stream_options);
  if (body.stream !== true || options.include_usage === true) return undefined;
  return { ...body, stream_options: { ...options, include_usage: true } };
}
