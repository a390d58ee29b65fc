import { type Event, eventsOf } from '../../record/events.js';
import type { Manifest } from '../../record/manifest.js';
import { genAi, parameterNames, providers, stable } from './conventions.js';
import { inputMessages, outputMessages } from './messages.js';
import { kinds, type Told } from './span.js';
import { type Stretch, stretchAt } from './stage_spans.js';
import type { Attributes } from './values.js';

/** One request to a model with what came of it; undefined = the run ended first. */
export interface Exchange {
  prompt: Event<'prompt'>;
  response: Event<'response'> | undefined;
  usd: number | null;
}

export function exchangesOf(events: readonly Event[]): Exchange[] {
  const responses = new Map(eventsOf(events, 'response').map((event) => [event.payload.exchange, event]));
  const costs = new Map<number, number | null>();
  for (const { payload } of eventsOf(events, 'cost'))
    if (payload.exchange !== undefined && payload.cost_usd !== null)
      costs.set(payload.exchange, (costs.get(payload.exchange) ?? 0) + payload.cost_usd);
  return eventsOf(events, 'prompt').map((prompt) => ({
    prompt,
    response: responses.get(prompt.payload.exchange),
    usd: costs.get(prompt.payload.exchange) ?? null,
  }));
}

/** A span for each request to a model, from when it was written down to the end of its answer. */
export function modelSpans(
  exchanges: readonly Exchange[],
  place: { manifest: Manifest; stretches: readonly Stretch[]; end: number; content: boolean },
): Told[] {
  return exchanges.map((exchange) => {
    const { prompt, response } = exchange;
    const { payload } = prompt;
    const name = operationOf(payload);
    return {
      key: `exchange ${payload.exchange}`,
      parent: stretchAt(place.stretches, prompt.t)?.key,
      name: `${name} ${payload.model}`,
      kind: kinds.client,
      from: prompt.t,
      to: response?.t ?? place.end,
      attributes: {
        ...asked(payload, place.manifest),
        ...(response ? answered(response.payload) : {}),
        'gatebench.cost_usd': exchange.usd,
        [stable.error_type]: failure(response),
      },
      content: place.content
        ? {
            [genAi.input_messages]: inputMessages(payload.messages),
            [genAi.output_messages]: outputMessages(response?.payload),
          }
        : undefined,
      error: failure(response) && (response?.payload.detail || failure(response)),
    };
  });
}

export const operationOf = ({ operation }: Event<'prompt'>['payload']): string =>
  operation === 'generate' ? 'chat' : 'count_tokens';

/** Why an exchange did not end well. */
export function failure(response: Event<'response'> | undefined): string | undefined {
  if (!response) return 'unanswered';
  const { outcome, code } = response.payload;
  return outcome === 'complete' ? undefined : (code ?? outcome);
}

function asked(payload: Event<'prompt'>['payload'], { attempt_id, agent, model }: Manifest): Attributes {
  const upstream = model?.upstreams.find(({ name }) => name === payload.upstream);
  const parameters = Object.entries(payload.parameters).flatMap(([name, value]) =>
    Object.hasOwn(parameterNames, name) && typeof value === 'number' ? [[parameterNames[name]!, value]] : [],
  );
  return {
    [genAi.operation]: operationOf(payload),
    [genAi.provider]: providers[payload.dialect],
    [genAi.conversation]: `${attempt_id}/${payload.conversation}`,
    [genAi.agent_name]: agent.name,
    [genAi.request_model]: payload.model,
    [genAi.request_stream]: payload.stream,
    [genAi.request_max_tokens]: payload.max_tokens.sent ?? payload.max_tokens.asked,
    ...Object.fromEntries(parameters),
    ...serverOf(upstream?.url),
    'gatebench.upstream': payload.upstream,
    'gatebench.exchange': payload.exchange,
    'gatebench.history.kept': payload.history.kept,
  };
}

function serverOf(url: string | undefined): Attributes {
  if (url === undefined || !URL.canParse(url)) return {};
  const { hostname, port, protocol } = new URL(url);
  // A script is no server.
  if (hostname === '') return {};
  return {
    [stable.server_address]: hostname,
    [stable.server_port]: Number(port || (protocol === 'https:' ? 443 : 80)),
  };
}

function answered(payload: Event<'response'>['payload']): Attributes {
  const { usage, first_byte_ms, finish_reason } = payload;
  return {
    [genAi.response_model]: payload.model,
    [genAi.finish_reasons]: finish_reason === null ? null : [finish_reason],
    [genAi.first_chunk]: first_byte_ms === null ? null : first_byte_ms / 1000,
    [genAi.input_tokens]: usage?.input_tokens,
    [genAi.output_tokens]: usage?.output_tokens,
    [genAi.cache_read_tokens]: usage?.cached_input_tokens,
    [genAi.cache_creation_tokens]: usage?.cache_write_tokens,
    [genAi.reasoning_tokens]: usage?.reasoning_tokens,
    'gatebench.usage.source': usage?.source,
    'gatebench.outcome': payload.outcome,
    'gatebench.held_ms': payload.held_ms,
  };
}
