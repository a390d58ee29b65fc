import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ScriptFormat, splitIntoPieces } from './script_format.js';
import { toJsonFields } from './script_request.js';
import type { ScriptedResponse } from './select_next_response.js';

const finishReasons = { stop: 'STOP', length: 'MAX_TOKENS', calls: 'STOP' } as const;

/**
 * Gemini: a stream is a sequence of small responses; calls are whole; thoughts are not among the candidates' tokens.
 */
export const geminiScriptFormat: ScriptFormat = {
  whole: (answer) => ({
    ...createCandidate(createParts(answer), finishReasons[answer.finish]),
    ...formatUsage(answer),
    ...createHead(answer),
  }),
  events: (answer) => {
    const parts = [
      ...splitIntoPieces(answer.reasoning).map(createThought),
      ...splitIntoPieces(answer.text).map((text) => ({ text })),
      ...answer.calls.map(toFunctionCall),
    ];
    return [
      ...parts.map((part) => ({ data: { ...createCandidate([part]), ...createHead(answer) } })),
      {
        data: {
          ...createCandidate([{ text: '' }], finishReasons[answer.finish]),
          ...formatUsage(answer),
          ...createHead(answer),
        },
      },
    ];
  },
  error: (message) => ({ error: { code: 500, message, status: 'INTERNAL' } }),
  errorEvent: (message) => ({ data: { error: { code: 500, message, status: 'INTERNAL' } } }),
};

const createHead = ({ id, model }: ScriptedResponse) => ({ modelVersion: model, responseId: id });

const createCandidate = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...omitUndefined({ finishReason }) }],
});

const createParts = ({ reasoning, text, calls }: ScriptedResponse): object[] => [
  ...(reasoning === '' ? [] : [createThought(reasoning)]),
  ...(text === '' ? [] : [{ text }]),
  ...calls.map(toFunctionCall),
];

const createThought = (text: string) => ({ text, thought: true });

const toFunctionCall = ({ id, name, arguments: arguments_text }: ScriptedResponse['calls'][number]) => ({
  functionCall: { id, name, args: parseArguments(arguments_text) },
});

/** Parses arguments as an object; anything else becomes empty. */
function parseArguments(text: string): object {
  try {
    return toJsonFields(JSON.parse(text));
  } catch {
    return {};
  }
}

function formatUsage({ usage }: ScriptedResponse): object {
  if (usage === null) return {};
  if ('verbatim' in usage) return { usageMetadata: usage.verbatim };
  return {
    usageMetadata: {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output - usage.reasoning,
      thoughtsTokenCount: usage.reasoning,
      totalTokenCount: usage.input + usage.output,
    },
  };
}
