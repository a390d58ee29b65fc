import type { JsonObject, Message, ToolCall, ToolResult } from './dialect.js';
import { textOf } from './fields.js';
import { jsonOrText } from './json_text.js';

/** Items of the responses format, in requests and answers alike: messages, reasoning, calls and their outputs are items of their own. */

const roles: Readonly<Record<string, Message['role']>> = Object.freeze({
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
});

/** undefined = the item does not say it. */
export function itemRole({ type, role }: JsonObject): Message['role'] | undefined {
  if (typeof role === 'string' && Object.hasOwn(roles, role)) return roles[role];
  if (typeof type !== 'string') return undefined;
  if (isOutput(type)) return 'tool';
  return isCall(type) || type === 'reasoning' || type === 'compaction' ? 'assistant' : undefined;
}

const isCall = (type: string): boolean => type.endsWith('_call');
const isOutput = (type: string): boolean => type.endsWith('_output');

/** Calls that the provider carries out itself: their item brings the result too, under one of these names, or not at all. */
const hosted: ReadonlySet<unknown> = new Set([
  ...['mcp_call', 'web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call'],
]);

/** The call that an item is, of a function, a custom tool, a shell, …; in a namespace it is named `namespace.name`, as the tool is. */
export function itemCalls(item: JsonObject): ToolCall[] {
  const { type } = item;
  if (typeof type !== 'string' || !isCall(type)) return [];
  const name = textOf(item.name) ?? type.slice(0, -'_call'.length);
  const namespace = textOf(item.namespace) ?? textOf(item.server_label);
  const said = item.arguments ?? item.input ?? item.action ?? item.operation ?? item.queries ?? item.code ?? '';
  return [
    {
      id: idOf(item),
      name: namespace === undefined ? name : `${namespace}.${name}`,
      arguments: typeof said === 'string' && type !== 'custom_tool_call' ? jsonOrText(said) : said,
    },
  ];
}

export function itemResults(item: JsonObject): ToolResult[] {
  const { type } = item;
  if (typeof type !== 'string') return [];
  if (isOutput(type)) return [{ id: idOf(item), name: textOf(item.name), value: item.output ?? item.tools ?? null }];
  if (!hosted.has(type)) return [];
  return [{ id: idOf(item), value: item.output ?? item.error ?? item.outputs ?? item.results ?? null }];
}

const idOf = ({ call_id, id }: JsonObject): string => textOf(call_id) ?? textOf(id) ?? '';
