import type { ScriptedAnswer } from '../next_answer.js';
import { CREATED, type Format, pieces, type StreamEvent } from './format.js';

type Item = { id: string; type: string; [key: string]: unknown };

/** Responses: items instead of messages, and an event for each step of each. */
export const responses: Format = {
  whole: (answer) => responseOf(answer, itemsOf(answer), 'end'),
  events: (answer) => {
    const items = itemsOf(answer);
    const told: object[] = [
      { type: 'response.created', response: responseOf(answer, [], 'begun') },
      { type: 'response.in_progress', response: responseOf(answer, [], 'begun') },
      ...items.flatMap((item, output_index) => stepsOf(item, output_index)),
      {
        type: answer.finish === 'length' ? 'response.incomplete' : 'response.completed',
        response: responseOf(answer, items, 'end'),
      },
    ];
    return told.map((data, sequence_number) => eventOf({ ...(data as { type: string }), sequence_number }));
  },
  error: (message) => ({ error: { message, type: 'scripted_error', param: null, code: null } }),
  errorEvent: (message) =>
    eventOf({ type: 'error', code: 'scripted_error', message, param: null, sequence_number: 1_000_000 }),
};

const eventOf = (data: { type: string; [key: string]: unknown }): StreamEvent => ({ event: data.type, data });

function itemsOf({ id, reasoning, text, calls }: ScriptedAnswer): Item[] {
  return [
    ...(reasoning === ''
      ? []
      : [{ id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text: reasoning }] }]),
    ...(text === ''
      ? []
      : [
          {
            id: `msg_${id}`,
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]),
    ...calls.map((call, i) => ({
      id: `fc_${id}_${i + 1}`,
      type: 'function_call',
      status: 'completed',
      call_id: call.id,
      name: call.name,
      ...(call.namespace === undefined ? {} : { namespace: call.namespace }),
      arguments: call.arguments,
    })),
  ];
}

function stepsOf(item: Item, output_index: number): object[] {
  const at = { item_id: item.id, output_index };
  const added = (begun: object) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...begun },
  });
  const done = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call') {
    const given = item.arguments as string;
    return [
      added({ status: 'in_progress', arguments: '' }),
      ...pieces(given).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, arguments: given },
      done,
    ];
  }
  const isMessage = item.type === 'message';
  const [part] = (isMessage ? item.content : item.summary) as [{ text: string }];
  const step = isMessage ? 'response.output_text' : 'response.reasoning_summary_text';
  const frame = isMessage ? 'response.content_part' : 'response.reasoning_summary_part';
  const place = { ...at, ...(isMessage ? { content_index: 0 } : { summary_index: 0 }) };
  return [
    added(isMessage ? { status: 'in_progress', content: [] } : { summary: [] }),
    { type: `${frame}.added`, ...place, part: { ...part, text: '' } },
    ...pieces(part.text).map((delta) => ({ type: `${step}.delta`, ...place, delta })),
    { type: `${step}.done`, ...place, text: part.text },
    { type: `${frame}.done`, ...place, part },
    done,
  ];
}

function responseOf(answer: ScriptedAnswer, output: Item[], when: 'begun' | 'end'): object {
  const cut = answer.finish === 'length';
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: CREATED,
    model: answer.model,
    status: when === 'begun' ? 'in_progress' : cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: when === 'end' && cut ? { reason: 'max_output_tokens' } : null,
    output,
    usage: when === 'end' ? usageOf(answer) : null,
  };
}

function usageOf({ usage }: ScriptedAnswer): unknown {
  if (usage === null) return null;
  if ('verbatim' in usage) return usage.verbatim;
  return {
    input_tokens: usage.input,
    input_tokens_details: { cached_tokens: usage.cached },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  };
}
