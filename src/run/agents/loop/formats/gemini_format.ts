import type { JsonObject, ParsedResponse } from '../../../../gateway/dialects/dialect.js';
import { geminiDialect } from '../../../../gateway/dialects/gemini/gemini_dialect.js';
import {
  isJsonObject,
  toJsonObject,
  toJsonObjects,
  toNonEmptyText,
} from '../../../../gateway/dialects/is_json_object.js';
import { BASH_TOOL } from '../create_system_prompt.js';
import {
  EMPTY_ANSWER,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  toArgumentObject,
} from './loop_format.js';

/** Format of Gemini. Results without call ids are matched by name and order; parts go back with their signatures. */
export const geminiFormat: LoopFormat = {
  dialect: geminiDialect,
  headers: {},
  path({ model, stream }) {
    const name = model.split('/').map(encodeURIComponent).join('/');
    return `/v1beta/models/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
  },
  body: ({ system, history, tools, temperature, max_tokens }: LoopRequest) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: history.map(toContent),
    ...(tools ? { tools: [{ functionDeclarations: [DECLARATION] }] } : {}),
    generationConfig: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(max_tokens === undefined ? {} : { maxOutputTokens: max_tokens }),
    },
  }),
  reply: parseReply,
};

const { name, description, parameters } = BASH_TOOL.function;
/** Tool declaration; the format's own schemas write types in capitals. */
const DECLARATION = {
  name,
  description,
  parameters: {
    type: 'OBJECT',
    properties: { command: { ...parameters.properties.command, type: 'STRING' } },
    required: parameters.required,
  },
};

function toContent(message: LoopMessage): unknown {
  if (message.from === 'user') return { role: 'user', parts: [{ text: message.text }] };
  if (message.from === 'model') return { role: 'model', parts: message.said };
  const parts = message.results.map(({ id, name, text }) => ({
    functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: text } },
  }));
  return { role: 'user', parts };
}

/** Parses an answer. Its parts go back unchanged, except for empty ones without a signature. */
function parseReply({ message, calls }: ParsedResponse): ModelReply {
  const parts = toJsonObjects(toJsonObject(message).parts);
  const kept = parts.filter((part) => !isEmpty(part)).map(toSendablePart);
  const text = parts.flatMap(({ thought, text: said }) => (thought === true ? [] : (toNonEmptyText(said) ?? '')));
  return { said: kept.length === 0 ? [{ text: EMPTY_ANSWER }] : kept, text: text.join(''), calls: [...calls] };
}

const isEmpty = (part: JsonObject): boolean => part.text === '' && part.thoughtSignature === undefined;

function toSendablePart(part: JsonObject): JsonObject {
  const { functionCall } = part;
  return isJsonObject(functionCall)
    ? { ...part, functionCall: { ...functionCall, args: toArgumentObject(functionCall.args) } }
    : part;
}
