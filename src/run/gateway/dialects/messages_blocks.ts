import type { JsonObject, ToolCall, ToolResult } from './dialect.js';
import { textOf } from './fields.js';

/** Blocks of the content of Anthropic's messages. Tools of the provider's own are called and answered within one message. */

/** The call that a block asks for: `tool_use`, `server_tool_use`, `mcp_tool_use`. */
export function blockCalls({ type, id, name, server_name, input }: JsonObject): ToolCall[] {
  if (typeof type !== 'string' || !type.endsWith('tool_use')) return [];
  const server = textOf(server_name);
  const bare = textOf(name) ?? '';
  return [{ id: textOf(id) ?? '', name: server === undefined ? bare : `${server}.${bare}`, arguments: input ?? '' }];
}

/** The result that a block brings: `tool_result`, `web_search_tool_result`, … */
export function blockResults({ type, tool_use_id, content }: JsonObject): ToolResult[] {
  if (typeof type !== 'string' || !type.endsWith('tool_result')) return [];
  return [{ id: textOf(tool_use_id) ?? '', value: content ?? '' }];
}
