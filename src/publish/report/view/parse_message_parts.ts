/** Part of a message of a model's conversation, the same for all wire formats; foreign text. */
export interface ConversationPart {
  kind: 'text' | 'thinking' | 'call' | 'result' | 'other';
  text: string;
  /** Tool of a call or result, or kind of another part. */
  name?: string;
  /** Id by which a result names its call. */
  call_id?: string;
  /** True for a result that says that the call failed. */
  failed?: boolean;
}

type JsonObject = Record<string, unknown>;

/**
 * Parses a message as it stands in a request or response of any wire format: Anthropic's messages, OpenAI's chat
 * completions and responses, Gemini. A form that is unknown becomes a part with its JSON; text that is no JSON is kept.
 */
export function parseMessageParts(json: string): ConversationPart[] {
  try {
    return toParts(JSON.parse(json));
  } catch {
    return json === '' ? [] : [{ kind: 'text', text: json }];
  }
}

function toParts(value: unknown): ConversationPart[] {
  if (typeof value === 'string') return value === '' ? [] : [{ kind: 'text', text: value }];
  if (Array.isArray(value)) return value.flatMap(toParts);
  if (!isObject(value)) return value == null ? [] : [createOther(value)];
  if (isObject(value.functionCall)) return [createCall(value.functionCall.name, value.functionCall.args)];
  if (isObject(value.functionResponse)) return [createResult(value.functionResponse.response, value.functionResponse)];
  if (Array.isArray(value.parts)) return value.parts.flatMap(toParts);
  return typeof value.type === 'string' && value.type !== 'message'
    ? toTypedParts(value, value.type)
    : toMessage(value);
}

/** Converts a message with a role: its thoughts, its texts, its calls; a tool's message is a result. */
function toMessage({
  role,
  content,
  tool_call_id,
  reasoning_content,
  tool_calls,
  ...rest
}: JsonObject): ConversationPart[] {
  if (role === 'tool') return [createResult(content, { call_id: tool_call_id })];
  if (typeof rest.text === 'string') return [{ kind: rest.thought === true ? 'thinking' : 'text', text: rest.text }];
  const thoughts = toTexts(reasoning_content ?? rest.reasoning);
  const calls = Array.isArray(tool_calls)
    ? tool_calls.flatMap((call) => (isObject(call) ? toParts(call) : [createCall('', call)]))
    : [];
  const parts = [...createThoughts(thoughts), ...toParts(content), ...toParts(rest.refusal), ...calls];
  return parts.length > 0 || role !== undefined ? parts : [createOther(rest)];
}

/** Converts a block of Anthropic's, a part of OpenAI's, or an item of the responses API, by its type. */
function toTypedParts(value: JsonObject, type: string): ConversationPart[] {
  switch (type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return typeof value.text === 'string' ? toParts(value.text) : [createOther(value)];
    case 'refusal':
      return toParts(value.refusal);
    case 'thinking':
      return createThoughts(toTexts(value.thinking));
    case 'reasoning':
      return createThoughts([...toTexts(value.summary), ...toTexts(value.content)]);
    case 'reasoning_text':
      return createThoughts(toTexts(value.text));
    case 'tool_use':
    case 'server_tool_use':
      return [createCall(value.name, value.input, value.id)];
    case 'function':
      return isObject(value.function) ? [createCall(value.function.name, value.function.arguments, value.id)] : [];
    case 'function_call':
    case 'mcp_call':
      return [createCall(value.name, value.arguments, value.call_id)];
    case 'custom_tool_call':
      return [createCall(value.name, value.input, value.call_id)];
    case 'local_shell_call':
      return [createCall('local_shell', value.action, value.call_id)];
    case 'tool_result':
      return [createResult(value.content, { call_id: value.tool_use_id, failed: value.is_error })];
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return [createResult(value.output, value)];
    default:
      return [createOther(value)];
  }
}

function createCall(name: unknown, input: unknown, id?: unknown): ConversationPart {
  const part = { kind: 'call' as const, name: toName(name), text: formatCallArguments(input) };
  return typeof id === 'string' ? { ...part, call_id: id } : part;
}

function createResult(content: unknown, { name, call_id, failed }: JsonObject): ConversationPart {
  const texts = toTexts(content);
  const part: ConversationPart = { kind: 'result', text: texts.length > 0 ? texts.join('\n') : formatJson(content) };
  if (typeof name === 'string') part.name = name;
  if (typeof call_id === 'string') part.call_id = call_id;
  if (failed === true) part.failed = true;
  return part;
}

const createThoughts = (texts: readonly string[]): ConversationPart[] =>
  texts.length === 0 ? [] : [{ kind: 'thinking', text: texts.join('\n') }];

const createOther = (value: unknown): ConversationPart => ({
  kind: 'other',
  name: isObject(value) ? toName(value.type ?? Object.keys(value)[0]) : typeof value,
  text: formatJson(value),
});

/** Collects the texts of a value that holds nothing else; none where it holds another thing. */
function toTexts(value: unknown): string[] {
  const parts = toParts(value);
  return parts.every(({ kind }) => kind === 'text' || kind === 'thinking') ? parts.map(({ text }) => text) : [];
}

/** Formats the arguments of a call for a reader: one `name: value` a line; a single text alone. */
export function formatCallArguments(input: unknown): string {
  const value = typeof input === 'string' ? parseOr(input) : input;
  if (!isObject(value)) return formatJson(value);
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined && typeof only[1] === 'string') return only[1];
  return entries
    .map(([key, each]) => {
      const text = formatJson(each);
      return text.includes('\n') ? `${key}:\n${text}` : `${key}: ${text}`;
    })
    .join('\n');
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const formatJson = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');
const toName = (value: unknown): string => (typeof value === 'string' ? value : '');
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
