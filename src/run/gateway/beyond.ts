import type { Asked, DialectName, JsonObject, Refused } from './dialects/dialect.js';
import { isObject, objectOf, objectsOf, textOf } from './dialects/fields.js';
import { bodiesIn, valuesNamed } from './field_names.js';
import { INSIDE } from './references.js';

/** Tools that a client carries out itself, by their types. Whatever else there is, the provider does, on machines and with a network of its own. */
export const CLIENT_TOOLS: Readonly<Record<DialectName, RegExp>> = {
  chat: /^(function|custom)$/,
  responses: /^(function|custom|local_shell|shell|apply_patch|computer|computer_use_preview|namespace|tool_search)$/,
  messages: /^(custom|(bash|text_editor|computer|memory|tool_search_tool)_\w+|function)$/,
  gemini: /^(functionDeclarations|function_declarations|computerUse|computer_use)$/,
};

/** Fields that have the provider search, call servers, or go on from what is stored with it and was never seen here. */
export const PROVIDERS_FIELDS = [
  ...['web_search_options', 'search_parameters', 'plugins', 'mcp_servers', 'container', 'prompt', 'conversation'],
  'cached_content',
];

/**
 * What of a request would be done by the provider, outside of the sandbox, if anything: tools of its own, servers that it calls, addresses
 * that it fetches. A contract's network would mean nothing.
 */
export function beyond(body: JsonObject, dialect: DialectName, asked: Asked): Refused | undefined {
  const refused = (what: string): Refused => ({
    status: 400,
    code: 'outside-sandbox',
    message: `${what} is the provider's to do, outside of the sandbox and its network, and is not passed on`,
  });
  const field = PROVIDERS_FIELDS.find((name) => bodiesIn(body).some((each) => valuesNamed(each, name).length > 0));
  if (field !== undefined) return refused(`"${field}"`);
  if (/:online$/.test(asked.model)) return refused('a search for the model');
  const kind = toolsIn(body, asked)
    .flatMap((tools) => kindsOf(tools, dialect))
    .find((each) => !CLIENT_TOOLS[dialect].test(each));
  if (kind !== undefined) return refused(`the tool ${JSON.stringify(kind.slice(0, 100))}`);
  return asked.messages.some(({ value }) => refersOut(value)) ? refused('what an address stands for') : undefined;
}

/**
 * Takes the provider's own tools out of a request that has tools of its client as well: many clients declare a search with every request,
 * and do their work without it. A request that has no others is for them, and is refused.
 *
 * @returns the very same body where nothing was taken out
 */
export function withoutProvidersTools(
  body: JsonObject,
  dialect: DialectName,
): { json: JsonObject; withheld: string[] } {
  const { tools, tool_choice } = body;
  const own = (kind: string) => CLIENT_TOOLS[dialect].test(kind);
  if (!Array.isArray(tools) || (typeof tool_choice === 'object' && tool_choice !== null && !own(kindOf(tool_choice))))
    return { json: body, withheld: [] };
  const withheld: string[] = [];
  const kept = tools.flatMap((tool: unknown) => {
    if (!isObject(tool)) return [tool];
    if (dialect === 'gemini') {
      const fields = Object.entries(tool).filter(([kind]) => own(kind) || !withheld.push(kind));
      return fields.length === 0 ? [] : [Object.fromEntries(fields)];
    }
    const kinds = kindsOf([tool], dialect);
    if (kinds.every(own) || kinds.length > 1) return [tool];
    withheld.push(kinds[0]!);
    return [];
  });
  // Gemini has the tools of a client as a list, which may be empty.
  const some = kept.some(
    (tool) => !isObject(tool) || Object.values(tool).some((each) => !Array.isArray(each) || each.length > 0),
  );
  if (withheld.length === 0 || !some) return { json: body, withheld: [] };
  return { json: { ...body, tools: kept }, withheld: withheld.map((kind) => kind.slice(0, 100)) };
}

const kindOf = (tool: unknown) => textOf(objectOf(tool).type) ?? 'function';

/** Returns the tools of a request, and those that come with its messages later. */
export const toolsIn = (body: JsonObject, asked: Asked): unknown[] =>
  [body, ...asked.messages.map(({ value }) => objectOf(value))].flatMap((holder) => valuesNamed(holder, 'tools'));

/** What kinds of tools are declared; one without a kind is a function. Gemini has a field for each kind, responses have tools in namespaces. */
function kindsOf(tools: unknown, dialect: DialectName): string[] {
  const every = objectsOf([tools].flat());
  if (dialect === 'gemini') return every.flatMap(Object.keys);
  return every.flatMap((tool) => {
    const places = valuesNamed(tool, 'environment').flatMap((each) => valuesNamed(objectOf(each), 'type'));
    const place = places.find((each) => each !== 'local');
    const types = valuesNamed(tool, 'type').map(String);
    const kinds = types.length === 0 ? ['function'] : types;
    return [
      ...kinds.map((kind) => (place === undefined ? kind : `${kind} (${String(place)})`)),
      ...valuesNamed(tool, 'tools').flatMap((inner) => kindsOf(inner, dialect)),
    ];
  });
}

/** Fields of parts of a message that may hold an address instead of what is there. */
export const ADDRESSES = ['image_url', 'video_url', 'audio_url', 'file_url', 'file_data', 'source'];

/** Whether a message, or a part of one, has an address that the provider would fetch. Arguments of calls are none of its parts. */
function refersOut(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(refersOut);
  if (!isObject(value)) return false;
  return (
    ADDRESSES.some((name) => valuesNamed(value, name).some(isAddress)) ||
    INSIDE.some((name) => valuesNamed(value, name).some(refersOut))
  );
}

function isAddress(value: unknown): boolean {
  const holder = objectOf(value);
  return [value, ...valuesNamed(holder, 'url'), ...valuesNamed(holder, 'file_uri')].some(
    (text) => typeof text === 'string' && /^\s*[a-z][a-z\d+.-]*:\/\//i.test(text),
  );
}
