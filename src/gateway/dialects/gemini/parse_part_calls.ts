import { isJsonObject, type JsonObject, type ToolCall, type ToolResult, toNonEmptyText } from '../dialect.js';

/**
 * Parses the call of a part of Gemini's contents. Ids are optional: without them calls and results are matched by name,
 * in order.
 */

export function parsePartCalls(part: JsonObject): ToolCall[] {
  const call = part.functionCall ?? part.function_call;
  if (!isJsonObject(call)) return [];
  return [{ id: toNonEmptyText(call.id) ?? '', name: toNonEmptyText(call.name) ?? '', arguments: call.args ?? {} }];
}

export function parsePartResults(part: JsonObject): ToolResult[] {
  const result = part.functionResponse ?? part.function_response;
  if (!isJsonObject(result)) return [];
  return [{ id: toNonEmptyText(result.id) ?? '', name: toNonEmptyText(result.name), value: result.response ?? null }];
}
