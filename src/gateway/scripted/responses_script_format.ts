import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { CREATED_AT, type ScriptFormat, type ScriptStreamEvent, splitIntoPieces } from './script_format.js';
import type { ScriptedResponse } from './select_next_response.js';

type ResponseItem = { id: string; type: string; [key: string]: unknown };

/** Responses: items instead of messages, with an event for each step. */
export const responsesScriptFormat: ScriptFormat = {
  whole: (answer) => createResponse(answer, createItems(answer), 'end'),
  events: (answer) => {
    const items = createItems(answer);
    const events: object[] = [
      { type: 'response.created', response: createResponse(answer, [], 'begun') },
      { type: 'response.in_progress', response: createResponse(answer, [], 'begun') },
      ...items.flatMap((item, output_index) => createSteps(item, output_index)),
      {
        type: answer.finish === 'length' ? 'response.incomplete' : 'response.completed',
        response: createResponse(answer, items, 'end'),
      },
    ];
    return events.map((data, sequence_number) => toEvent({ ...(data as { type: string }), sequence_number }));
  },
  error: (message) => ({ error: { message, type: 'scripted_error', param: null, code: null } }),
  errorEvent: (message) =>
    toEvent({ type: 'error', code: 'scripted_error', message, param: null, sequence_number: 1_000_000 }),
};

const toEvent = (data: { type: string; [key: string]: unknown }): ScriptStreamEvent => ({ event: data.type, data });

function createItems({ id, reasoning, text, calls }: ScriptedResponse): ResponseItem[] {
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
      ...omitUndefined({ namespace: call.namespace }),
      arguments: call.arguments,
    })),
  ];
}

function createSteps(item: ResponseItem, output_index: number): object[] {
  const address = { item_id: item.id, output_index };
  const added = (start: object) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...start },
  });
  const end_event = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'function_call') {
    const arguments_text = item.arguments as string;
    return [
      added({ status: 'in_progress', arguments: '' }),
      ...splitIntoPieces(arguments_text).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...address,
        delta,
      })),
      { type: 'response.function_call_arguments.done', ...address, arguments: arguments_text },
      end_event,
    ];
  }
  const isMessage = item.type === 'message';
  const [part] = (isMessage ? item.content : item.summary) as [{ text: string }];
  const step = isMessage ? 'response.output_text' : 'response.reasoning_summary_text';
  const frame = isMessage ? 'response.content_part' : 'response.reasoning_summary_part';
  const position = { ...address, [isMessage ? 'content_index' : 'summary_index']: 0 };
  return [
    added(isMessage ? { status: 'in_progress', content: [] } : { summary: [] }),
    { type: `${frame}.added`, ...position, part: { ...part, text: '' } },
    ...splitIntoPieces(part.text).map((delta) => ({ type: `${step}.delta`, ...position, delta })),
    { type: `${step}.done`, ...position, text: part.text },
    { type: `${frame}.done`, ...position, part },
    end_event,
  ];
}

function createResponse(answer: ScriptedResponse, output: ResponseItem[], when: 'begun' | 'end'): object {
  const cut = answer.finish === 'length';
  const end_status = cut ? 'incomplete' : 'completed';
  return {
    id: `resp_${answer.id}`,
    object: 'response',
    created_at: CREATED_AT,
    model: answer.model,
    status: when === 'begun' ? 'in_progress' : end_status,
    error: null,
    incomplete_details: when === 'end' && cut ? { reason: 'max_output_tokens' } : null,
    output,
    usage: when === 'end' ? formatUsage(answer) : null,
  };
}

function formatUsage({ usage }: ScriptedResponse): unknown {
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
