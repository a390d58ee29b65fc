import type { Answered, JsonObject } from '../../../gateway/dialects/dialect.js';
import { isObject, objectOf, objectsOf, textOf } from '../../../gateway/dialects/fields.js';
import { gemini } from '../../../gateway/dialects/gemini.js';
import { BASH } from '../prompts.js';
import {
  argumentsOf,
  type LoopFormat,
  type LoopMessage,
  type LoopRequest,
  type ModelReply,
  NOTHING_SAID,
} from './loop_format.js';

/** Gemini: results are matched by name and order where calls have no id; parts go back with their signatures. */
export const geminiFormat: LoopFormat = {
  dialect: gemini,
  headers: {},
  path({ model, stream }) {
    const name = model.split('/').map(encodeURIComponent).join('/');
    return `/v1beta/models/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
  },
  body: ({ system, history, tools, temperature, max_tokens }: LoopRequest) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: history.map(contentOf),
    ...(tools ? { tools: [{ functionDeclarations: [DECLARATION] }] } : {}),
    generationConfig: {
      ...(temperature === undefined ? {} : { temperature }),
      ...(max_tokens === undefined ? {} : { maxOutputTokens: max_tokens }),
    },
  }),
  reply,
};

const { name, description, parameters } = BASH.function;
/** Types are in capitals in this format's own schemas. */
const DECLARATION = {
  name,
  description,
  parameters: {
    type: 'OBJECT',
    properties: { command: { ...parameters.properties.command, type: 'STRING' } },
    required: parameters.required,
  },
};

function contentOf(message: LoopMessage): unknown {
  if (message.from === 'user') return { role: 'user', parts: [{ text: message.text }] };
  if (message.from === 'model') return { role: 'model', parts: message.said };
  const parts = message.results.map(({ id, name, text }) => ({
    functionResponse: { ...(id === '' ? {} : { id }), name, response: { output: text } },
  }));
  return { role: 'user', parts };
}

/** Parts go back as they came, but for empty ones that bear no signature. */
function reply({ message, calls }: Answered): ModelReply {
  const parts = objectsOf(objectOf(message).parts);
  const kept = parts.filter((part) => !isEmpty(part)).map(sendable);
  const text = parts.flatMap(({ thought, text: said }) => (thought === true ? [] : (textOf(said) ?? '')));
  return { said: kept.length === 0 ? [{ text: NOTHING_SAID }] : kept, text: text.join(''), calls: [...calls] };
}

const isEmpty = (part: JsonObject): boolean => part.text === '' && part.thoughtSignature === undefined;

function sendable(part: JsonObject): JsonObject {
  const { functionCall } = part;
  return isObject(functionCall)
    ? { ...part, functionCall: { ...functionCall, args: argumentsOf(functionCall.args) } }
    : part;
}
