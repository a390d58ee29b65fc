import type { JsonObject, ToolCall, ToolResult } from './dialect.js';
import { isObject, textOf } from './fields.js';

/** Parts of Gemini's contents. Ids of calls are optional: without them calls and results are matched by name, in their order. */

export function partCalls(part: JsonObject): ToolCall[] {
  const call = part.functionCall ?? part.function_call;
  if (!isObject(call)) return [];
  return [{ id: textOf(call.id) ?? '', name: textOf(call.name) ?? '', arguments: call.args ?? {} }];
}

export function partResults(part: JsonObject): ToolResult[] {
  const result = part.functionResponse ?? part.function_response;
  if (!isObject(result)) return [];
  return [{ id: textOf(result.id) ?? '', name: textOf(result.name), value: result.response ?? null }];
}
