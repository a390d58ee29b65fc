import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { CREATED_AT, type ScriptFormat, splitIntoPieces } from './script_format.js';
import type { ScriptedResponse } from './select_next_response.js';

const finishReasons = { stop: 'stop', length: 'length', calls: 'tool_calls' } as const;

/** Chat completions. */
export const chatScriptFormat: ScriptFormat = {
  whole: (answer) => ({
    ...createHead(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.text === '' ? null : answer.text,
          ...omitUndefined({
            reasoning_content: answer.reasoning || undefined,
            tool_calls: answer.calls.length === 0 ? undefined : answer.calls.map(toToolCall),
          }),
        },
        finish_reason: finishReasons[answer.finish],
      },
    ],
    ...formatUsage(answer),
  }),
  events: (answer, tells_usage) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: {
        ...createHead(answer, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, finish_reason }],
        ...omitUndefined({ usage: tells_usage ? null : undefined }),
      },
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...splitIntoPieces(answer.reasoning).map((piece) => chunk({ reasoning_content: piece })),
      ...splitIntoPieces(answer.text).map((piece) => chunk({ content: piece })),
      ...answer.calls.flatMap((call, index) => [
        chunk({ tool_calls: [{ index, ...toToolCall({ ...call, arguments: '' }) }] }),
        ...splitIntoPieces(call.arguments).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      chunk({}, finishReasons[answer.finish]),
      ...(tells_usage && answer.usage
        ? [{ data: { ...createHead(answer, 'chat.completion.chunk'), choices: [], ...formatUsage(answer) } }]
        : []),
      { data: '[DONE]' },
    ];
  },
  error: (message) => ({ error: { message, type: 'scripted_error', param: null, code: null } }),
  errorEvent: (message) => ({ data: { error: { message, type: 'scripted_error', param: null, code: null } } }),
};

const createHead = ({ id, model }: ScriptedResponse, object: string) => ({
  id: `chatcmpl-${id}`,
  object,
  created: CREATED_AT,
  model,
});

const toToolCall = ({ id, name, arguments: arguments_text }: ScriptedResponse['calls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: arguments_text },
});

function formatUsage({ usage }: ScriptedResponse): object {
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
