import type { DialectName } from '../../record/events/model_payloads.js';
import {
  type ErrorResponse,
  isJsonObject,
  type JsonObject,
  type ParsedRequest,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../dialects/dialect.js';
import { collectBodies, getValuesByName } from './fold_name.js';
import { NESTED_PART_FIELDS } from './reject_foreign_reference.js';

/** Types of the tools that a client runs itself. All others run at the provider, on its machines and network. */
export const CLIENT_TOOL_TYPES: Readonly<Record<DialectName, RegExp>> = {
  chat: /^(function|custom)$/,
  responses: /^(function|custom|local_shell|shell|apply_patch|computer|computer_use_preview|namespace|tool_search)$/,
  messages: /^(custom|(bash|text_editor|computer|memory|tool_search_tool)_\w+|function)$/,
  gemini: /^(functionDeclarations|function_declarations|computerUse|computer_use)$/,
};

/**
 * Fields by which the provider searches, calls servers, or continues from stored content that the gateway never saw.
 */
export const PROVIDER_FIELDS = [
  ...['web_search_options', 'search_parameters', 'plugins', 'mcp_servers', 'container', 'prompt', 'conversation'],
  'cached_content',
];

/**
 * Rejects requests with work for the provider outside of the sandbox: its own tools, servers that it calls, addresses
 * that it fetches. They would bypass the network policy of a contract.
 *
 * @returns undefined if the request has none
 */
export function rejectProviderTools(
  body: JsonObject,
  dialect: DialectName,
  parsed: ParsedRequest,
): ErrorResponse | undefined {
  const refused = (what: string): ErrorResponse => ({
    status: 400,
    code: 'outside-sandbox',
    message: `${what} is the provider's to do, outside of the sandbox and its network, and is not passed on`,
  });
  const field = PROVIDER_FIELDS.find((name) =>
    collectBodies(body).some((each) => getValuesByName(each, name).length > 0),
  );
  if (field !== undefined) return refused(`"${field}"`);
  if (/:online$/.test(parsed.model)) return refused('a search for the model');
  const kind = collectTools(body, parsed)
    .flatMap((tools) => collectToolTypes(tools, dialect))
    .find((each) => !CLIENT_TOOL_TYPES[dialect].test(each));
  if (kind !== undefined) return refused(`the tool ${JSON.stringify(kind.slice(0, 100))}`);
  return parsed.messages.some(({ value }) => hasRemoteAddress(value))
    ? refused('what an address stands for')
    : undefined;
}

/**
 * Removes the provider's own tools from a request that also has tools of its client. Many clients declare a search with
 * every request, and work without it. A request that has only tools of the provider stays as it is, and is rejected
 * later.
 *
 * @returns the same body if nothing was removed
 */
export function removeProviderTools(body: JsonObject, dialect: DialectName): { json: JsonObject; withheld: string[] } {
  const { tools, tool_choice } = body;
  const isClientTool = (kind: string) => CLIENT_TOOL_TYPES[dialect].test(kind);
  if (
    !Array.isArray(tools) ||
    (typeof tool_choice === 'object' && tool_choice !== null && !isClientTool(getToolType(tool_choice)))
  )
    return { json: body, withheld: [] };
  const withheld: string[] = [];
  const client_tools = tools.flatMap((tool: unknown) => {
    if (!isJsonObject(tool)) return [tool];
    if (dialect === 'gemini') {
      const fields = Object.entries(tool).filter(([kind]) => isClientTool(kind) || !withheld.push(kind));
      return fields.length === 0 ? [] : [Object.fromEntries(fields)];
    }
    const kinds = collectToolTypes([tool], dialect);
    if (kinds.every(isClientTool) || kinds.length > 1) return [tool];
    withheld.push(...kinds);
    return [];
  });
  // Gemini has the client's tools as a list, which may be empty.
  const some = client_tools.some(
    (tool) => !isJsonObject(tool) || Object.values(tool).some((each) => !Array.isArray(each) || each.length > 0),
  );
  if (withheld.length === 0 || !some) return { json: body, withheld: [] };
  return { json: { ...body, tools: client_tools }, withheld: withheld.map((kind) => kind.slice(0, 100)) };
}

const getToolType = (tool: unknown) => toNonEmptyText(toJsonObject(tool).type) ?? 'function';

/** Collects the tools of a request, and those that its messages add later. */
export const collectTools = (body: JsonObject, parsed: ParsedRequest): unknown[] =>
  [body, ...parsed.messages.map(({ value }) => toJsonObject(value))].flatMap((holder) =>
    getValuesByName(holder, 'tools'),
  );

/**
 * Collects the types of the declared tools; one without a type is a function. Gemini has a field for each type;
 * responses have tools in namespaces.
 */
function collectToolTypes(tools: unknown, dialect: DialectName): string[] {
  const every = toJsonObjects([tools].flat());
  if (dialect === 'gemini') return every.flatMap(Object.keys);
  return every.flatMap((tool) => {
    const places = getValuesByName(tool, 'environment').flatMap((each) => getValuesByName(toJsonObject(each), 'type'));
    const remote_place = places.find((each) => each !== 'local');
    const types = getValuesByName(tool, 'type').map(String);
    const kinds = types.length === 0 ? ['function'] : types;
    return [
      ...kinds.map((kind) => (remote_place === undefined ? kind : `${kind} (${String(remote_place)})`)),
      ...getValuesByName(tool, 'tools').flatMap((inner) => collectToolTypes(inner, dialect)),
    ];
  });
}

/** Fields of message parts that may hold an address instead of the content. */
export const ADDRESS_FIELDS = ['image_url', 'video_url', 'audio_url', 'file_url', 'file_data', 'source'];

/**
 * Returns true if a message, or a part of one, has an address that the provider would fetch. Arguments of calls do not
 * count.
 */
function hasRemoteAddress(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasRemoteAddress);
  if (!isJsonObject(value)) return false;
  return (
    ADDRESS_FIELDS.some((name) => getValuesByName(value, name).some(isAddress)) ||
    NESTED_PART_FIELDS.some((name) => getValuesByName(value, name).some(hasRemoteAddress))
  );
}

function isAddress(value: unknown): boolean {
  const holder = toJsonObject(value);
  return [value, ...getValuesByName(holder, 'url'), ...getValuesByName(holder, 'file_uri')].some(
    (text) => typeof text === 'string' && /^\s*[a-z][a-z\d+.-]*:\/\//i.test(text),
  );
}
