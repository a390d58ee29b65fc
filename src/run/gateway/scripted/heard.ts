import type { DialectName } from '../../../record/model_events.js';

/** A request as the script hears it. */
export interface Heard {
  dialect: DialectName;
  model: string;
  /** sse: events; array: Gemini's stream as one JSON list. */
  stream: false | 'sse' | 'array';
  /** The stream is to end with its usage; formats that always tell have true. */
  tells_usage: boolean;
  tools: readonly HeardTool[];
  /** What was said so far, the instructions not included. */
  history: readonly Said[];
  bytes: number;
}

/** One item of the history. */
export interface Said {
  /** The model is said to have said it. */
  model: boolean;
  texts: readonly string[];
  /** It asks for tools or thinks, which nobody puts into its mouth. */
  acts: boolean;
  /** Ids that clients hand back as they were given. */
  ids: readonly string[];
}

export interface HeardTool {
  name: string;
  /** Codex keeps tools of tool servers in a namespace, which a call has to name. */
  namespace?: string;
  /** JSON Schema of its arguments. */
  parameters: Fields;
}

export type Fields = Record<string, unknown>;

/** What a request says, whichever its wire format. What is malformed is as if it were not there. */
export function heard(dialect: DialectName, url: URL, body: unknown, bytes: number): Heard {
  const fields = asFields(body);
  const path = /\/models\/([^/:]+):(\w+)$/.exec(url.pathname);
  return {
    dialect,
    model: path ? decodeURIComponent(path[1]!) : typeof fields.model === 'string' ? fields.model : '',
    stream: path
      ? path[2] === 'streamGenerateContent' && (url.searchParams.get('alt') === 'sse' ? 'sse' : 'array')
      : fields.stream === true && 'sse',
    tells_usage: dialect !== 'chat' || fields.stream !== true || asFields(fields.stream_options).include_usage === true,
    tools: list(fields.tools).flatMap((tool) => toolsOf(asFields(tool))),
    history: historyOf(dialect, fields).flatMap((item) => saidIn(asFields(item))),
    bytes,
  };
}

function historyOf(dialect: DialectName, fields: Fields): unknown[] {
  if (dialect === 'gemini') return list(fields.contents);
  if (dialect !== 'responses') return list(fields.messages);
  return typeof fields.input === 'string' ? [{ role: 'user', content: fields.input }] : list(fields.input);
}

/** What an item of the history says; nothing for instructions. */
function saidIn(item: Fields): Said[] {
  const { role, type } = item;
  if (role === 'system' || role === 'developer') return [];
  const acting = /(^reasoning|_call)$/.test(String(type));
  const parts = partsOf(item.content ?? item.parts ?? item.output);
  const calls = list(item.tool_calls).map(asFields);
  const all = [item, ...calls, ...parts.flatMap((part) => [part, asFields(part.functionCall)])];
  return [
    {
      model: role === 'assistant' || role === 'model' || acting,
      texts: parts.map(({ text }) => text).filter((text) => typeof text === 'string'),
      acts: acting || calls.length > 0 || Boolean(item.reasoning_content) || parts.some(isAct),
      ids: all.flatMap(({ id, call_id }) => [id, call_id]).filter((id) => typeof id === 'string'),
    },
  ];
}

const partsOf = (content: unknown): Fields[] =>
  typeof content === 'string' ? [{ text: content }] : list(content).map(asFields);

const isAct = ({ type, functionCall, thought }: Fields) =>
  type === 'tool_use' || type === 'thinking' || functionCall !== undefined || thought === true;

function toolsOf(tool: Fields, namespace?: string): HeardTool[] {
  if (tool.type === 'namespace') return list(tool.tools).flatMap((each) => toolsOf(asFields(each), String(tool.name)));
  if (Array.isArray(tool.functionDeclarations))
    return tool.functionDeclarations.flatMap((each) => toolsOf(asFields(each)));
  const of = tool.function === undefined ? tool : asFields(tool.function);
  if (typeof of.name !== 'string') return [];
  const parameters = of.parameters ?? of.input_schema ?? of.parametersJsonSchema;
  return [{ name: of.name, ...(namespace === undefined ? {} : { namespace }), parameters: asFields(parameters) }];
}

export const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
