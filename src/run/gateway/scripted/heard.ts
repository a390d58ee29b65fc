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
  /** How often the model has spoken already. */
  turn: number;
  /** What was said to it before it first spoke, its instructions not included. */
  opening: string;
  bytes: number;
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
  const items = historyOf(dialect, fields).flatMap((item) => speakerOf(item));
  const first = items.findIndex(({ model }) => model);
  const before = first < 0 ? items : items.slice(0, first);
  return {
    dialect,
    model: path ? decodeURIComponent(path[1]!) : typeof fields.model === 'string' ? fields.model : '',
    stream: path
      ? path[2] === 'streamGenerateContent' && (url.searchParams.get('alt') === 'sse' ? 'sse' : 'array')
      : fields.stream === true && 'sse',
    tells_usage: dialect !== 'chat' || fields.stream !== true || asFields(fields.stream_options).include_usage === true,
    tools: list(fields.tools).flatMap((tool) => toolsOf(asFields(tool))),
    // Several items in a row are one turn: thought, text and calls stand apart in some formats.
    turn: items.filter(({ model }, i) => model && items[i - 1]?.model !== true).length,
    opening: before.map(({ text }) => text).join('\n'),
    bytes,
  };
}

function historyOf(dialect: DialectName, fields: Fields): unknown[] {
  if (dialect === 'gemini') return list(fields.contents);
  if (dialect !== 'responses') return list(fields.messages);
  return typeof fields.input === 'string' ? [{ role: 'user', content: fields.input }] : list(fields.input);
}

/** Who says an item of the history, and what; nothing for instructions. */
function speakerOf(item: unknown): { model: boolean; text: string }[] {
  const fields = asFields(item);
  const { role, type } = fields;
  if (role === 'system' || role === 'developer') return [];
  const model = role === 'assistant' || role === 'model' || /(^reasoning|_call)$/.test(String(type));
  return [{ model, text: model ? '' : textIn(fields.content ?? fields.parts ?? fields.output) }];
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => asFields(part).text)
    .filter((part) => typeof part === 'string')
    .join('\n');
}

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
