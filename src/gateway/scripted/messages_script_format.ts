import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { type ScriptFormat, type ScriptStreamEvent, splitIntoPieces } from './script_format.js';
import { toJsonFields } from './script_request.js';
import type { ScriptedResponse } from './select_next_response.js';

const finishReasons = { stop: 'end_turn', length: 'max_tokens', calls: 'tool_use' } as const;

/** Anthropic messages: content blocks with a start and an end; the input excludes cache reads and writes. */
export const messagesScriptFormat: ScriptFormat = {
  whole: (answer) => ({
    ...createHead(answer),
    content: createBlocks(answer).map(({ whole }) => whole),
    stop_reason: finishReasons[answer.finish],
    ...omitUndefined({
      usage: answer.usage ? { ...formatInputUsage(answer), ...toJsonFields(formatOutputUsage(answer)) } : undefined,
    }),
  }),
  events: (answer) => [
    toEvent({
      type: 'message_start',
      message: {
        ...createHead(answer),
        content: [],
        stop_reason: null,
        ...omitUndefined({ usage: answer.usage ? { ...formatInputUsage(answer), output_tokens: 1 } : undefined }),
      },
    }),
    toEvent({ type: 'ping' }),
    ...createBlocks(answer).flatMap(({ begun: start, deltas }, index) => [
      toEvent({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => toEvent({ type: 'content_block_delta', index, delta })),
      toEvent({ type: 'content_block_stop', index }),
    ]),
    toEvent({
      type: 'message_delta',
      delta: { stop_reason: finishReasons[answer.finish], stop_sequence: null },
      ...omitUndefined({ usage: answer.usage ? formatOutputUsage(answer) : undefined }),
    }),
    toEvent({ type: 'message_stop' }),
  ],
  error: (message) => ({ type: 'error', error: { type: 'scripted_error', message } }),
  errorEvent: (message) => toEvent({ type: 'error', error: { type: 'scripted_error', message } }),
};

const toEvent = (data: { type: string; [key: string]: unknown }): ScriptStreamEvent => ({ event: data.type, data });

const createHead = ({ id, model }: ScriptedResponse) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
});

interface ScriptBlock {
  whole: object;
  begun: object;
  deltas: object[];
}

function createBlocks({ id, reasoning, text, calls }: ScriptedResponse): ScriptBlock[] {
  const thought: ScriptBlock = {
    whole: { type: 'thinking', thinking: reasoning, signature: `signature_${id}` },
    begun: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...splitIntoPieces(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: `signature_${id}` },
    ],
  };
  const text_block: ScriptBlock = {
    whole: { type: 'text', text },
    begun: { type: 'text', text: '' },
    deltas: splitIntoPieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  };
  return [
    ...(reasoning === '' ? [] : [thought]),
    ...(text === '' ? [] : [text_block]),
    ...calls.map(
      (call): ScriptBlock => ({
        whole: { type: 'tool_use', id: call.id, name: call.name, input: parseArguments(call.arguments) },
        begun: { type: 'tool_use', id: call.id, name: call.name, input: {} },
        deltas: splitIntoPieces(call.arguments).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      }),
    ),
  ];
}

/** Parses arguments as JSON; anything else stays text. */
function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function formatInputUsage({ usage }: ScriptedResponse): object {
  if (usage === null) return {};
  if ('verbatim' in usage) return toJsonFields(usage.verbatim);
  return {
    input_tokens: usage.input - usage.cached - usage.cache_write,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: usage.cache_write,
  };
}

function formatOutputUsage({ usage }: ScriptedResponse): unknown {
  if (usage === null) return {};
  return 'verbatim' in usage ? usage.verbatim : { output_tokens: usage.output };
}
