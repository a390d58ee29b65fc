import { asFields } from '../heard.js';
import type { ScriptedAnswer } from '../next_answer.js';
import { type Format, pieces, type StreamEvent } from './format.js';

const finishes = { stop: 'end_turn', length: 'max_tokens', calls: 'tool_use' } as const;

/** Anthropic messages: blocks, each begun and ended; its input does not count what came from or went to a cache. */
export const messages: Format = {
  whole: (answer) => ({
    ...headOf(answer),
    content: blocksOf(answer).map(({ whole }) => whole),
    stop_reason: finishes[answer.finish],
    ...(answer.usage === null ? {} : { usage: { ...inputOf(answer), ...asFields(outputOf(answer)) } }),
  }),
  events: (answer) => [
    eventOf({
      type: 'message_start',
      message: {
        ...headOf(answer),
        content: [],
        stop_reason: null,
        ...(answer.usage === null ? {} : { usage: { ...inputOf(answer), output_tokens: 1 } }),
      },
    }),
    eventOf({ type: 'ping' }),
    ...blocksOf(answer).flatMap(({ begun, deltas }, index) => [
      eventOf({ type: 'content_block_start', index, content_block: begun }),
      ...deltas.map((delta) => eventOf({ type: 'content_block_delta', index, delta })),
      eventOf({ type: 'content_block_stop', index }),
    ]),
    eventOf({
      type: 'message_delta',
      delta: { stop_reason: finishes[answer.finish], stop_sequence: null },
      ...(answer.usage === null ? {} : { usage: outputOf(answer) }),
    }),
    eventOf({ type: 'message_stop' }),
  ],
  error: (message) => ({ type: 'error', error: { type: 'scripted_error', message } }),
  errorEvent: (message) => eventOf({ type: 'error', error: { type: 'scripted_error', message } }),
};

const eventOf = (data: { type: string; [key: string]: unknown }): StreamEvent => ({ event: data.type, data });

const headOf = ({ id, model }: ScriptedAnswer) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model,
  stop_sequence: null,
});

interface Block {
  whole: object;
  begun: object;
  deltas: object[];
}

function blocksOf({ id, reasoning, text, calls }: ScriptedAnswer): Block[] {
  const thought: Block = {
    whole: { type: 'thinking', thinking: reasoning, signature: `signature_${id}` },
    begun: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...pieces(reasoning).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: `signature_${id}` },
    ],
  };
  const said: Block = {
    whole: { type: 'text', text },
    begun: { type: 'text', text: '' },
    deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
  };
  return [
    ...(reasoning === '' ? [] : [thought]),
    ...(text === '' ? [] : [said]),
    ...calls.map(
      (call): Block => ({
        whole: { type: 'tool_use', id: call.id, name: call.name, input: parsed(call.arguments) },
        begun: { type: 'tool_use', id: call.id, name: call.name, input: {} },
        deltas: pieces(call.arguments).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      }),
    ),
  ];
}

/** Arguments are an object here; what is none is said as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function inputOf({ usage }: ScriptedAnswer): object {
  if (usage === null) return {};
  if ('verbatim' in usage) return asFields(usage.verbatim);
  return {
    input_tokens: usage.input - usage.cached - usage.cache_write,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: usage.cache_write,
  };
}

function outputOf({ usage }: ScriptedAnswer): unknown {
  if (usage === null) return {};
  return 'verbatim' in usage ? usage.verbatim : { output_tokens: usage.output };
}
