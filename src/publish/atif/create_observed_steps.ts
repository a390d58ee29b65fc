import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Event } from '../../record/events/event.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { ModelUsage } from '../../record/models/model_usage.js';
import type { AtifStep } from '../../record/trajectory/atif_document.js';
import { type MessagePart, toMessageParts } from '../otel/format_input_messages.js';
import type { RecordTexts } from './record_texts.js';

/** Step before it has its number. */
export type UnnumberedAtifStep = Omit<AtifStep, 'step_id'>;

/**
 * Creates the steps of an observed attempt: each response of a model is a step with its calls, and what the agent sent
 * back for a call is its observation. An agent that asked no model through the gateway has a step per call.
 */
export function createObservedSteps(events: readonly Event[], texts: RecordTexts): UnnumberedAtifStep[] {
  const prompts = selectEvents(events, 'prompt').filter(({ payload }) => payload.operation === 'generate');
  if (prompts.length === 0) return createCallSteps(events, texts.briefing);
  const responses = new Map(selectEvents(events, 'response').map((event) => [event.payload.exchange, event.payload]));
  const steps: UnnumberedAtifStep[] = [];
  const by_call = new Map<string, UnnumberedAtifStep>();
  for (const { payload } of prompts) {
    for (const message of payload.messages) addMessage(message, steps, by_call, texts);
    const response = responses.get(payload.exchange);
    if (response?.message) steps.push(createResponseStep(payload, response, by_call, texts));
  }
  return steps.length > 0 ? steps : createCallSteps(events, texts.briefing);
}

function addMessage(
  message: RecordedMessage,
  steps: UnnumberedAtifStep[],
  by_call: ReadonlyMap<string, UnnumberedAtifStep>,
  texts: RecordTexts,
): void {
  // The response event has what the model said; a client sends it again with its next request.
  if (message.role === 'assistant') return;
  const parts = toMessageParts(readMessage(message, texts));
  const rest: MessagePart[] = [];
  for (const part of parts) {
    const step = part.type === 'tool_call_response' ? by_call.get(String(part.id)) : undefined;
    if (!step) rest.push(part);
    else
      step.observation = {
        results: [
          ...(step.observation?.results ?? []),
          { source_call_id: String(part.id), content: toContent(part.response) },
        ],
      };
  }
  const text = rest.map((part) => toContent(part.content ?? part.response ?? '')).join('\n');
  if (rest.length > 0) steps.push({ source: message.role === 'user' ? 'user' : 'system', message: text });
}

function createResponseStep(
  prompt: Event<'prompt'>['payload'],
  response: Event<'response'>['payload'],
  by_call: Map<string, UnnumberedAtifStep>,
  texts: RecordTexts,
): UnnumberedAtifStep {
  const parts = toMessageParts(readMessage(response.message!, texts));
  const collect = (type: string) =>
    parts.flatMap((part) => (part.type === type && typeof part.content === 'string' ? part.content : [])).join('\n');
  const calls = parts
    .filter(({ type }) => type === 'tool_call')
    .map((part, at) => ({
      tool_call_id: typeof part.id === 'string' ? part.id : `call-${prompt.exchange}-${at + 1}`,
      function_name: String(part.name ?? 'unknown'),
      arguments: isObject(part.arguments) ? part.arguments : { input: part.arguments ?? null },
    }));
  const { usage } = response;
  const reasoning = collect('reasoning');
  const step: UnnumberedAtifStep = {
    source: 'agent',
    model_name: response.model ?? prompt.model,
    message: collect('text'),
    ...omitUndefined({
      reasoning_content: reasoning || undefined,
      tool_calls: calls.length === 0 ? undefined : calls,
      metrics: usage === null ? undefined : toStepMetrics(usage),
    }),
    llm_call_count: 1,
    extra: { exchange: prompt.exchange, conversation: prompt.conversation, outcome: response.outcome },
  };
  for (const { tool_call_id } of calls) by_call.set(tool_call_id, step);
  return step;
}

const toStepMetrics = ({ input_tokens, output_tokens, cached_input_tokens }: ModelUsage) => ({
  prompt_tokens: input_tokens,
  completion_tokens: output_tokens,
  cached_tokens: cached_input_tokens,
});

/** Creates a step per call that the harness made, behind the briefing. */
function createCallSteps(events: readonly Event[], briefing: string): UnnumberedAtifStep[] {
  const calls = selectEvents(events, 'tool_invocation').filter(({ payload }) => !payload.asked);
  return [
    { source: 'user', message: briefing },
    ...calls.map(({ seq, payload }): UnnumberedAtifStep => {
      const tool_call_id = `event-${seq}`;
      const { stdout, stderr, exit_code } = payload.execution ?? {};
      const output = [stdout, stderr].flatMap((log) => (log ? [log.head, log.tail] : [])).filter((text) => text !== '');
      return {
        source: 'agent',
        message: payload.summary,
        tool_calls: [
          {
            tool_call_id,
            function_name: payload.tool,
            arguments: isObject(payload.arguments) ? payload.arguments : { input: payload.arguments ?? null },
          },
        ],
        observation: {
          results: [
            {
              source_call_id: tool_call_id,
              content: output.join('\n'),
              ...omitUndefined({ extra: exit_code === undefined ? undefined : { exit_code } }),
            },
          ],
        },
      };
    }),
  ];
}

/** Returns a message with all of its text, where an artifact has it. */
function readMessage(message: RecordedMessage, { readArtifact }: RecordTexts): RecordedMessage {
  const text = message.artifact === undefined ? undefined : readArtifact(message.artifact);
  if (text === undefined) return message;
  const { artifact: _, ...rest } = message;
  return { ...rest, text };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const toContent = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
