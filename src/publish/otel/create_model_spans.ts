import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { formatInputMessages, formatOutputMessages } from './format_input_messages.js';
import { genAiAttributes, providerNames, samplingAttributes, stableAttributes } from './gen_ai_attributes.js';
import type { SpanAttributes } from './otel_attribute.js';
import { type SpanDraft, spanKinds } from './otel_span.js';
import { findStageInterval, type StageInterval } from './stage_interval.js';

/** Request to a model with its response; the response is undefined if the run ended first. */
interface RecordedExchange {
  prompt: Event<'prompt'>;
  response: Event<'response'> | undefined;
  usd: number | null;
}

export function listExchanges(events: readonly Event[]): RecordedExchange[] {
  const responses = new Map(selectEvents(events, 'response').map((event) => [event.payload.exchange, event]));
  const costs = new Map<number, number | null>();
  for (const { payload } of selectEvents(events, 'cost'))
    if (payload.exchange !== undefined && payload.cost_usd !== null)
      costs.set(payload.exchange, (costs.get(payload.exchange) ?? 0) + payload.cost_usd);
  return selectEvents(events, 'prompt').map((prompt) => ({
    prompt,
    response: responses.get(prompt.payload.exchange),
    usd: costs.get(prompt.payload.exchange) ?? null,
  }));
}

/** Creates a span for each model request, from its recording to the end of the response. */
export function createModelSpans(
  exchanges: readonly RecordedExchange[],
  context: { manifest: Manifest; stretches: readonly StageInterval[]; end: number; content: boolean },
): SpanDraft[] {
  return exchanges.map((exchange) => {
    const { prompt, response } = exchange;
    const { payload } = prompt;
    const name = getOperationName(payload);
    return {
      key: `exchange ${payload.exchange}`,
      parent: findStageInterval(context.stretches, prompt.t)?.key,
      name: `${name} ${payload.model}`,
      kind: spanKinds.client,
      from: prompt.t,
      to: response?.t ?? context.end,
      attributes: {
        ...toRequestAttributes(payload, context.manifest),
        ...(response && toResponseAttributes(response.payload)),
        'gatebench.cost_usd': exchange.usd,
        [stableAttributes.error_type]: getExchangeError(response),
      },
      content: context.content
        ? {
            [genAiAttributes.input_messages]: formatInputMessages(payload.messages),
            [genAiAttributes.output_messages]: formatOutputMessages(response?.payload),
          }
        : undefined,
      error: getExchangeError(response) && (response?.payload.detail || getExchangeError(response)),
    };
  });
}

export const getOperationName = ({ operation }: Event<'prompt'>['payload']): string =>
  operation === 'generate' ? 'chat' : 'count_tokens';

/**
 * Returns the error of an exchange.
 *
 * @returns undefined if it was complete
 */
export function getExchangeError(response: Event<'response'> | undefined): string | undefined {
  if (!response) return 'unanswered';
  const { outcome, code } = response.payload;
  return outcome === 'complete' ? undefined : (code ?? outcome);
}

function toRequestAttributes(
  payload: Event<'prompt'>['payload'],
  { attempt_id, agent, model }: Manifest,
): SpanAttributes {
  const upstream = model?.upstreams.find(({ name }) => name === payload.upstream);
  const parameters = Object.entries(payload.parameters).flatMap(([name, value]) => {
    const attribute = samplingAttributes.get(name);
    return attribute !== undefined && typeof value === 'number' ? [[attribute, value]] : [];
  });
  return {
    [genAiAttributes.operation]: getOperationName(payload),
    [genAiAttributes.provider]: providerNames[payload.dialect],
    [genAiAttributes.conversation]: `${attempt_id}/${payload.conversation}`,
    [genAiAttributes.agent_name]: agent.name,
    [genAiAttributes.request_model]: payload.model,
    [genAiAttributes.request_stream]: payload.stream,
    [genAiAttributes.request_max_tokens]: payload.max_tokens.sent ?? payload.max_tokens.asked,
    ...Object.fromEntries(parameters),
    ...toServerAttributes(upstream?.url),
    'gatebench.upstream': payload.upstream,
    'gatebench.exchange': payload.exchange,
    'gatebench.history.kept': payload.history.kept,
  };
}

function toServerAttributes(url: string | undefined): SpanAttributes {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  // A scripted upstream has no server address.
  if (hostname === '') return {};
  return {
    [stableAttributes.server_address]: hostname,
    [stableAttributes.server_port]: Number(port || (protocol === 'https:' ? 443 : 80)),
  };
}

function toResponseAttributes(payload: Event<'response'>['payload']): SpanAttributes {
  const { usage, first_byte_ms, finish_reason } = payload;
  return {
    [genAiAttributes.response_model]: payload.model,
    [genAiAttributes.finish_reasons]: finish_reason === null ? null : [finish_reason],
    [genAiAttributes.first_chunk]: first_byte_ms === null ? null : first_byte_ms / 1000,
    [genAiAttributes.input_tokens]: usage?.input_tokens,
    [genAiAttributes.output_tokens]: usage?.output_tokens,
    [genAiAttributes.cache_read_tokens]: usage?.cached_input_tokens,
    [genAiAttributes.cache_creation_tokens]: usage?.cache_write_tokens,
    [genAiAttributes.reasoning_tokens]: usage?.reasoning_tokens,
    'gatebench.usage.source': usage?.source,
    'gatebench.outcome': payload.outcome,
    'gatebench.held_ms': payload.held_ms,
  };
}
