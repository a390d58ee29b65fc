import { exchangesOf, type RecordedExchange } from '../../record/conversation.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { ModelMetrics } from '../../record/model_metrics.js';
import { servesModel } from '../../record/model_names.js';
import { type TokenCounts, totalTokens } from '../../record/model_usage.js';
import { timesOf } from './times.js';
import type { Trace } from './trace.js';
import { usageClaims } from './usage_claims.js';
import { rounded } from './weights.js';
import { oneLine } from './why.js';

/** Names and reasons that others chose: a report shows no more of them. */
const NAMED = 20;
const NAME_LENGTH = 100;

/** What an attempt asked of models (A2, R13), by its events alone; null = nothing, and the agent does not say otherwise. */
export function modelMetricsOf({ record: { events, manifest } }: Trace): ModelMetrics | null {
  const exchanges = [...exchangesOf(events).values()].filter(({ prompt, response }) => prompt ?? response);
  const claims = eventsOf(events, 'usage_claim');
  if (exchanges.length === 0 && claims.length === 0) return null;
  const prompts = exchanges.flatMap(({ prompt }) => prompt?.payload ?? []);
  const responses = exchanges.flatMap(({ response }) => response?.payload ?? []);
  const used = responses.flatMap(({ usage }) => usage ?? []);
  const first = timesOf(responses.flatMap(({ first_byte_ms }) => first_byte_ms ?? []));
  const metered: Omit<ModelMetrics, 'claims'> = {
    requests: exchanges.length,
    refused: responses.filter(({ outcome }) => outcome === 'refused').length,
    incomplete: exchanges.filter(({ response }) => !['complete', 'refused'].includes(response?.payload.outcome ?? ''))
      .length,
    conversations: new Set(prompts.map(({ conversation }) => conversation)).size,
    models: named(responses.flatMap(({ model }) => model ?? [])),
    asked: named(prompts.flatMap(({ upstream, model }) => (upstream === null ? [] : [model]))),
    ...otherModels(exchanges),
    tool_calls: total(responses.map(({ tool_calls }) => tool_calls)),
    usage: usageOf(used),
    estimated_requests: used.filter(({ source }) => source === 'estimated').length,
    usd: usdOf(exchanges),
    by_stage: byStage(exchanges),
    held_ms: total(responses.map(({ held_ms }) => held_ms)),
    first_byte_ms: first && { p50: first.p50_ms, p95: first.p95_ms },
    clamped: prompts.filter(({ max_tokens: { asked, sent } }) => sent !== asked).length,
    steering: steeringOf(prompts, manifest.model?.steering ?? null),
  };
  const answered = prompts.filter(({ operation, upstream }) => operation === 'generate' && upstream !== null).length;
  return { ...metered, claims: usageClaims(claims, metered, answered, manifest.model !== null) };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const named = (given: readonly string[]): string[] =>
  [...new Set(given.map((name) => oneLine(name, NAME_LENGTH)))].sort().slice(0, NAMED);

/** Where an upstream says that it answered with another model than the one that it was asked for. */
function otherModels(exchanges: readonly RecordedExchange[]): Pick<ModelMetrics, 'other_models'> {
  const pairs = new Map<string, { asked: string; served: string }>();
  for (const { prompt, response } of exchanges) {
    const served = response?.payload.model ?? null;
    if (!prompt || served === null) continue;
    const asked = prompt.payload.sent_model ?? prompt.payload.model;
    if (servesModel(asked, served)) continue;
    const pair = { asked: oneLine(asked, NAME_LENGTH), served: oneLine(served, NAME_LENGTH) };
    pairs.set(JSON.stringify(pair), pair);
  }
  if (pairs.size === 0) return {};
  return {
    other_models: [...pairs]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, pair]) => pair)
      .slice(0, NAMED),
  };
}

const usageOf = (used: readonly TokenCounts[]): TokenCounts => ({
  input_tokens: total(used.map(({ input_tokens }) => input_tokens)),
  cached_input_tokens: total(used.map(({ cached_input_tokens }) => cached_input_tokens)),
  cache_write_tokens: total(used.map(({ cache_write_tokens }) => cache_write_tokens)),
  output_tokens: total(used.map(({ output_tokens }) => output_tokens)),
  reasoning_tokens: total(used.map(({ reasoning_tokens }) => reasoning_tokens)),
});

/** What they cost together; null as soon as one of them has no price: a part is not the whole. */
function usdOf(exchanges: readonly RecordedExchange[]): number | null {
  const costs = exchanges.flatMap(({ cost, response }) =>
    cost || response?.payload.usage ? [cost?.payload.cost_usd ?? null] : [],
  );
  return costs.some((usd) => usd === null) ? null : rounded(total(costs as number[]));
}

function byStage(exchanges: readonly RecordedExchange[]): ModelMetrics['by_stage'] {
  const stages = new Map<string, RecordedExchange[]>();
  for (const exchange of exchanges) {
    const stage = (exchange.prompt ?? exchange.response)?.stage ?? 'none';
    const own = stages.get(stage) ?? [];
    own.push(exchange);
    stages.set(stage, own);
  }
  return Object.fromEntries(
    [...stages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([stage, own]) => [
        stage,
        {
          requests: own.length,
          tokens: total(
            own.flatMap(({ response }) => (response?.payload.usage ? [totalTokens(response.payload.usage)] : [])),
          ),
          usd: usdOf(own),
        },
      ]),
  );
}

/** Requests by what became of the steering in them: applied and noop = each row of it. */
function steeringOf(prompts: readonly Event<'prompt'>['payload'][], declared: unknown): ModelMetrics['steering'] {
  const steered = prompts.flatMap(({ steering }) => (steering && steering.length > 0 ? [steering] : []));
  if (steered.length === 0 && declared === null) return null;
  const all = (outcome: 'applied' | 'noop') =>
    steered.filter((rows) => rows.every((row) => row.outcome === outcome)).length;
  const [applied, noop] = [all('applied'), all('noop')];
  return {
    requests: steered.length,
    applied,
    partly: steered.length - applied - noop,
    noop,
    reasons: named(steered.flat().flatMap(({ reason }) => (reason === '' ? [] : [reason]))),
  };
}
