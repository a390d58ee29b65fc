import type { ScriptedAnswer } from '../next_answer.js';
import { CREATED, type Format, pieces } from './format.js';

const finishes = { stop: 'stop', length: 'length', calls: 'tool_calls' } as const;

/** Chat completions. */
export const chat: Format = {
  whole: (answer) => ({
    ...headOf(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' ? null : answer.text,
          ...(answer.reasoning === '' ? {} : { reasoning_content: answer.reasoning }),
          ...(answer.calls.length === 0 ? {} : { tool_calls: answer.calls.map((call) => callOf(call)) }),
        },
        finish_reason: finishes[answer.finish],
      },
    ],
    ...usageOf(answer),
  }),
  events: (answer, tells_usage) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: {
        ...headOf(answer, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason }],
        ...(tells_usage ? { usage: null } : {}),
      },
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(answer.reasoning).map((piece) => chunk({ reasoning_content: piece })),
      ...pieces(answer.text).map((piece) => chunk({ content: piece })),
      ...answer.calls.flatMap((call, index) => [
        chunk({ tool_calls: [{ index, ...callOf({ ...call, arguments: '' }) }] }),
        ...pieces(call.arguments).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      chunk({}, finishes[answer.finish]),
      ...(tells_usage && answer.usage
        ? [{ data: { ...headOf(answer, 'chat.completion.chunk'), choices: [], ...usageOf(answer) } }]
        : []),
      { data: '[DONE]' },
    ];
  },
  error: (message) => ({ error: { message, type: 'scripted_error', param: null, code: null } }),
  errorEvent: (message) => ({ data: { error: { message, type: 'scripted_error', param: null, code: null } } }),
};

const headOf = ({ id, model }: ScriptedAnswer, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: CREATED,
  model,
});

const callOf = ({ id, name, arguments: given }: ScriptedAnswer['calls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: given },
});

function usageOf({ usage }: ScriptedAnswer): object {
  if (usage === null) return {};
  if ('verbatim' in usage) return { usage: usage.verbatim };
  return {
    usage: {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached },
      completion_tokens_details: { reasoning_tokens: usage.reasoning },
    },
  };
}
