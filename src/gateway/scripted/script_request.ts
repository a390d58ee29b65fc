import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { DialectName } from '../../record/events/model_payloads.js';

/** Request as the script sees it. */
export interface ScriptRequest {
  dialect: DialectName;
  model: string;
  /** sse: events; array: Gemini's stream as one JSON list. */
  stream: false | 'sse' | 'array';
  /** True if the stream ends with usage; formats that always report it have true. */
  tells_usage: boolean;
  tools: readonly ClientTool[];
  /** Messages so far, without the instructions. */
  history: readonly HistoryItem[];
  bytes: number;
}

/** Item of the history. */
export interface HistoryItem {
  /** True if it claims to come from the model. */
  model: boolean;
  texts: readonly string[];
  /** True if it calls tools or thinks, which clients do not invent. */
  acts: boolean;
  /** Ids that clients hand back unchanged. */
  ids: readonly string[];
}

export interface ClientTool {
  name: string;
  /** Namespace of a tool server's tools in Codex, which a call has to name. */
  namespace?: string;
  /** JSON Schema of its arguments. */
  parameters: JsonFields;
}

export type JsonFields = Record<string, unknown>;

/** Parses a request of any wire format; malformed fields count as absent. */
export function parseScriptRequest(dialect: DialectName, url: URL, body: unknown, bytes: number): ScriptRequest {
  const fields = toJsonFields(body);
  const [, model, method] = /\/models\/([^/:]+):(\w+)$/.exec(url.pathname) ?? [];
  const gemini_stream = url.searchParams.get('alt') === 'sse' ? 'sse' : 'array';
  const named_model = typeof fields.model === 'string' ? fields.model : '';
  return {
    dialect,
    model: model === undefined ? named_model : decodeURIComponent(model),
    stream: model === undefined ? fields.stream === true && 'sse' : method === 'streamGenerateContent' && gemini_stream,
    tells_usage:
      dialect !== 'chat' || fields.stream !== true || toJsonFields(fields.stream_options).include_usage === true,
    tools: toList(fields.tools).flatMap((tool) => parseTools(toJsonFields(tool))),
    history: getHistory(dialect, fields).flatMap((item) => parseHistoryItem(toJsonFields(item))),
    bytes,
  };
}

function getHistory(dialect: DialectName, fields: JsonFields): unknown[] {
  if (dialect === 'gemini') return toList(fields.contents);
  if (dialect !== 'responses') return toList(fields.messages);
  return typeof fields.input === 'string' ? [{ role: 'user', content: fields.input }] : toList(fields.input);
}

/** Parses an item of the history; instructions give nothing. */
function parseHistoryItem(item: JsonFields): HistoryItem[] {
  const { role, type } = item;
  if (role === 'system' || role === 'developer') return [];
  const acting = /(^reasoning|_call)$/.test(String(type));
  const parts = toParts(item.content ?? item.parts ?? item.output);
  const calls = toList(item.tool_calls).map(toJsonFields);
  const all = [item, ...calls, ...parts.flatMap((part) => [part, toJsonFields(part.functionCall)])];
  return [
    {
      model: role === 'assistant' || role === 'model' || acting,
      texts: parts.map(({ text }) => text).filter((text) => typeof text === 'string'),
      acts: acting || calls.length > 0 || Boolean(item.reasoning_content) || parts.some(isActPart),
      ids: all.flatMap(({ id, call_id }) => [id, call_id]).filter((id) => typeof id === 'string'),
    },
  ];
}

const toParts = (content: unknown): JsonFields[] =>
  typeof content === 'string' ? [{ text: content }] : toList(content).map(toJsonFields);

const isActPart = ({ type, functionCall, thought }: JsonFields) =>
  type === 'tool_use' || type === 'thinking' || functionCall !== undefined || thought === true;

function parseTools(tool: JsonFields, namespace?: string): ClientTool[] {
  if (tool.type === 'namespace')
    return toList(tool.tools).flatMap((each) => parseTools(toJsonFields(each), String(tool.name)));
  if (Array.isArray(tool.functionDeclarations))
    return tool.functionDeclarations.flatMap((each) => parseTools(toJsonFields(each)));
  const declaration = tool.function === undefined ? tool : toJsonFields(tool.function);
  if (typeof declaration.name !== 'string') return [];
  const parameters = declaration.parameters ?? declaration.input_schema ?? declaration.parametersJsonSchema;
  return [{ name: declaration.name, ...omitUndefined({ namespace }), parameters: toJsonFields(parameters) }];
}

export const toJsonFields = (value: unknown): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : {};

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
