import { type JsonObject, type ParsedMessage, type ToolCall, type ToolResult, toNonEmptyText } from '../dialect.js';
import { openAiRoles } from '../open_ai_roles.js';
import { parseJsonOrText } from '../parse_bounded_json.js';

/**
 * Returns the role of an item.
 *
 * @returns undefined if the item does not say it
 */
export function getItemRole({ type, role }: JsonObject): ParsedMessage['role'] | undefined {
  if (typeof role === 'string' && Object.hasOwn(openAiRoles, role)) return openAiRoles[role];
  if (typeof type !== 'string') return undefined;
  if (isOutput(type)) return 'tool';
  return isCall(type) || type === 'reasoning' || type === 'compaction' ? 'assistant' : undefined;
}

const isCall = (type: string): boolean => type.endsWith('_call');
const isOutput = (type: string): boolean => type.endsWith('_output');

/** Calls that the provider runs itself. Their item contains the result, or none. */
const hostedCallTypes: ReadonlySet<unknown> = new Set([
  ...['mcp_call', 'web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call'],
]);

/** Parses the call that an item is, of a function, a custom tool, a shell, …; in a namespace as `namespace.name`. */
export function parseItemCalls(item: JsonObject): ToolCall[] {
  const { type } = item;
  if (typeof type !== 'string' || !isCall(type)) return [];
  const name = toNonEmptyText(item.name) ?? type.slice(0, -'_call'.length);
  const namespace = toNonEmptyText(item.namespace) ?? toNonEmptyText(item.server_label);
  const input = item.arguments ?? item.input ?? item.action ?? item.operation ?? item.queries ?? item.code ?? '';
  return [
    {
      id: getItemId(item),
      name: namespace === undefined ? name : `${namespace}.${name}`,
      arguments: typeof input === 'string' && type !== 'custom_tool_call' ? parseJsonOrText(input) : input,
    },
  ];
}

export function parseItemResults(item: JsonObject): ToolResult[] {
  const { type } = item;
  if (typeof type !== 'string') return [];
  if (isOutput(type))
    return [{ id: getItemId(item), name: toNonEmptyText(item.name), value: item.output ?? item.tools ?? null }];
  if (!hostedCallTypes.has(type)) return [];
  return [{ id: getItemId(item), value: item.output ?? item.error ?? item.outputs ?? item.results ?? null }];
}

const getItemId = ({ call_id, id }: JsonObject): string => toNonEmptyText(call_id) ?? toNonEmptyText(id) ?? '';
