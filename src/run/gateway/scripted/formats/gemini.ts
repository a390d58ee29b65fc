import { asFields } from '../heard.js';
import type { ScriptedAnswer } from '../next_answer.js';
import { type Format, pieces } from './format.js';

const finishes = { stop: 'STOP', length: 'MAX_TOKENS', calls: 'STOP' } as const;

/** Gemini: a stream is a row of small answers; calls come whole; thoughts are not among the candidates' tokens. */
export const gemini: Format = {
  whole: (answer) => ({
    ...candidateOf(partsOf(answer), finishes[answer.finish]),
    ...usageOf(answer),
    ...headOf(answer),
  }),
  events: (answer) => {
    const parts = [
      ...pieces(answer.reasoning).map(thoughtOf),
      ...pieces(answer.text).map((text) => ({ text })),
      ...answer.calls.map(callOf),
    ];
    return [
      ...parts.map((part) => ({ data: { ...candidateOf([part]), ...headOf(answer) } })),
      { data: { ...candidateOf([{ text: '' }], finishes[answer.finish]), ...usageOf(answer), ...headOf(answer) } },
    ];
  },
  error: (message) => ({ error: { code: 500, message, status: 'INTERNAL' } }),
  errorEvent: (message) => ({ data: { error: { code: 500, message, status: 'INTERNAL' } } }),
};

const headOf = ({ id, model }: ScriptedAnswer) => ({ modelVersion: model, responseId: id });

const candidateOf = (parts: object[], finishReason?: string) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) }],
});

const partsOf = ({ reasoning, text, calls }: ScriptedAnswer): object[] => [
  ...(reasoning === '' ? [] : [thoughtOf(reasoning)]),
  ...(text === '' ? [] : [{ text }]),
  ...calls.map(callOf),
];

const thoughtOf = (text: string) => ({ text, thought: true });

const callOf = ({ id, name, arguments: given }: ScriptedAnswer['calls'][number]) => ({
  functionCall: { id, name, args: parsed(given) },
});

/** Arguments are an object here; a text that is none cannot be said. */
function parsed(text: string): object {
  try {
    return asFields(JSON.parse(text));
  } catch {
    return {};
  }
}

function usageOf({ usage }: ScriptedAnswer): object {
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
