import {
  isJsonObject,
  type JsonObject,
  type ParsedResponse,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../../../../gateway/dialects/dialect.js';
import { getDialect } from '../../../../gateway/get_dialect.js';
import {
  EMPTY_ANSWER,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type LoopTool,
  type ModelReply,
  toArgumentObject,
  toNonEmptyList,
} from './loop_format.js';

/** Format of Gemini. Results without call ids are matched by name and order; parts go back with their signatures. */
export const geminiFormat: LoopFormat = {
  dialect: getDialect('gemini'),
  headers: {},
  path({ model, stream }) {
    const name = model.split('/').map(encodeURIComponent).join('/');
    return `/v1beta/models/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
  },
  body: ({ system, history, tools, temperature, max_tokens }: LoopRequest) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: history.map(toContent),
    tools: tools.length > 0 ? [{ functionDeclarations: tools.map(toDeclaration) }] : undefined,
    generationConfig: { temperature, maxOutputTokens: max_tokens },
  }),
  reply: parseReply,
};

/** Declares a tool; the format's own schemas write types in capitals and know few words. */
const toDeclaration = ({ function: { name, description, parameters } }: LoopTool) => ({
  name,
  description,
  parameters: toGeminiSchema(parameters),
});

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Converts a JSON schema. Values without a type, which may be anything, are left out: the format has no word for them.
 */
function toGeminiSchema({ type, description, properties, required, items, enum: names }: JsonSchema): object {
  const fields = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
    .map(([name, schema]) => [name, chooseTypedSchema(schema)] as const)
    .filter(([, schema]) => schema !== undefined);
  const fieldNames = new Set(fields.map(([name]) => name));
  const requiredNames = (Array.isArray(required) ? (required as string[]) : []).filter((name) => fieldNames.has(name));
  return {
    type: typeof type === 'string' ? type.toUpperCase() : undefined,
    description,
    properties:
      fields.length === 0
        ? undefined
        : Object.fromEntries(fields.map(([name, schema]) => [name, toGeminiSchema(schema!)])),
    required: toNonEmptyList(requiredNames),
    items: items === undefined ? undefined : toGeminiSchema(items as JsonSchema),
    enum: Array.isArray(names) ? names : undefined,
  };
}

/** Chooses the widest of several forms of a value: one without a fixed content. */
function chooseTypedSchema(schema: JsonSchema): JsonSchema | undefined {
  if (typeof schema.type === 'string') return schema;
  const forms = (schema.anyOf ?? []) as JsonSchema[];
  const form = forms.find(({ type, const: fixed }) => typeof type === 'string' && fixed === undefined);
  return form && { ...form, description: schema.description ?? form.description };
}

function toContent(message: LoopMessage): unknown {
  if (message.from === 'user') return { role: 'user', parts: [{ text: message.text }] };
  if (message.from === 'model') return { role: 'model', parts: message.said };
  const parts = message.results.map(({ id, name, text }) => ({
    functionResponse: { id: id || undefined, name, response: { output: text } },
  }));
  return { role: 'user', parts };
}

/** Parses an answer. Its parts go back unchanged, except for empty ones without a signature. */
function parseReply({ message, calls }: ParsedResponse): ModelReply {
  const parts = toJsonObjects(toJsonObject(message).parts);
  const sendable = parts.filter((part) => !isEmpty(part)).map(toSendablePart);
  const text = parts.flatMap(({ thought, text: said }) => (thought === true ? [] : (toNonEmptyText(said) ?? '')));
  return { said: sendable.length === 0 ? [{ text: EMPTY_ANSWER }] : sendable, text: text.join(''), calls: [...calls] };
}

const isEmpty = (part: JsonObject): boolean => part.text === '' && part.thoughtSignature === undefined;

function toSendablePart(part: JsonObject): JsonObject {
  const { functionCall } = part;
  return isJsonObject(functionCall)
    ? { ...part, functionCall: { ...functionCall, args: toArgumentObject(functionCall.args) } }
    : part;
}
