import { type JsonObject, type ToolCall, type ToolResult, toNonEmptyText } from '../dialect.js';

/** Content blocks of Anthropic's messages. Tools of the provider are called and answered within one message. */

/** Parses the call of a block: `tool_use`, `server_tool_use`, `mcp_tool_use`. */
export function parseBlockCalls({ type, id, name, server_name, input }: JsonObject): ToolCall[] {
  if (typeof type !== 'string' || !type.endsWith('tool_use')) return [];
  const server = toNonEmptyText(server_name);
  const bare = toNonEmptyText(name) ?? '';
  return [
    { id: toNonEmptyText(id) ?? '', name: server === undefined ? bare : `${server}.${bare}`, arguments: input ?? '' },
  ];
}

/** Parses the result of a block: `tool_result`, `web_search_tool_result`, … */
export function parseBlockResults({ type, tool_use_id, content }: JsonObject): ToolResult[] {
  if (typeof type !== 'string' || !type.endsWith('tool_result')) return [];
  return [{ id: toNonEmptyText(tool_use_id) ?? '', value: content ?? '' }];
}
