import { sumDollars } from '../../../record/costs/cost_estimator.js';
import type { Event } from '../../../record/events/event.js';
import { collectExchanges, type RecordedExchange, selectEvents } from '../../../record/events/select_events.js';
import { getTotalTokens, isServedModel, sumTokenCounts } from '../../../record/models/model_usage.js';
import type { ModelMetrics } from '../../../record/verdict/safety_metrics.js';
import { roundScore } from '../scores/default_weights.js';
import { toOneLine } from '../text/to_one_line.js';
import type { AttemptTrace } from '../trace/attempt_trace.js';
import { compareUsageClaims } from './compare_usage_claims.js';
import { summariseTimes } from './summarise_times.js';

/** Most names and reasons of others that a report shows. */
const NAMED = 20;
const NAME_LENGTH = 100;

/**
 * Computes what an attempt asked of models, from its events alone (requirements A2, R13).
 *
 * @returns null if the record has no exchange and no claim of the agent
 */
export function computeModelMetrics({ record: { events, manifest } }: AttemptTrace): ModelMetrics | null {
  const exchanges = [...collectExchanges(events).values()].filter(({ prompt, response }) => prompt ?? response);
  const claims = selectEvents(events, 'usage_claim');
  if (exchanges.length === 0 && claims.length === 0) return null;
  const prompts = exchanges.flatMap(({ prompt }) => prompt?.payload ?? []);
  const responses = exchanges.flatMap(({ response }) => response?.payload ?? []);
  const usages = responses.flatMap(({ usage }) => usage ?? []);
  const first = summariseTimes(responses.flatMap(({ first_byte_ms }) => first_byte_ms ?? []));
  const metered: Omit<ModelMetrics, 'claims'> = {
    requests: exchanges.length,
    refused: responses.filter(({ outcome }) => outcome === 'refused').length,
    incomplete: exchanges.filter(({ response }) => !['complete', 'refused'].includes(response?.payload.outcome ?? ''))
      .length,
    conversations: new Set(prompts.map(({ conversation }) => conversation)).size,
    models: limitNames(responses.flatMap(({ model }) => model ?? [])),
    asked: limitNames(prompts.flatMap(({ upstream, model }) => (upstream === null ? [] : [model]))),
    ...listOtherModels(exchanges),
    tool_calls: computeTotal(responses.map(({ tool_calls }) => tool_calls)),
    usage: sumTokenCounts(usages),
    estimated_requests: usages.filter(({ source }) => source === 'estimated').length,
    usd: sumCosts(exchanges),
    by_stage: groupByStage(exchanges),
    held_ms: computeTotal(responses.map(({ held_ms }) => held_ms)),
    first_byte_ms: first && { p50: first.p50_ms, p95: first.p95_ms },
    clamped: prompts.filter(({ max_tokens: { asked, sent } }) => sent !== asked).length,
    steering: countSteering(prompts, manifest.model?.steering ?? null),
  };
  const answered = prompts.filter(({ operation, upstream }) => operation === 'generate' && upstream !== null).length;
  return { ...metered, claims: compareUsageClaims(claims, metered, answered, manifest.model !== null) };
}

const computeTotal = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const limitNames = (given: readonly string[]): string[] =>
  [...new Set(given.map((name) => toOneLine(name, NAME_LENGTH)))].sort().slice(0, NAMED);

/** Lists models that answered in place of the requested ones, as the upstream says. */
function listOtherModels(exchanges: readonly RecordedExchange[]): Pick<ModelMetrics, 'other_models'> {
  const pairs = new Map<string, { asked: string; served: string }>();
  for (const { prompt, response } of exchanges) {
    const served = response?.payload.model ?? null;
    if (!prompt || served === null) continue;
    const requested_model = prompt.payload.sent_model ?? prompt.payload.model;
    if (isServedModel(requested_model, served)) continue;
    const pair = { asked: toOneLine(requested_model, NAME_LENGTH), served: toOneLine(served, NAME_LENGTH) };
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

/**
 * Adds up the cost of exchanges in USD.
 *
 * @returns null if an exchange that used tokens has no price
 */
function sumCosts(exchanges: readonly RecordedExchange[]): number | null {
  const usd = sumDollars(
    exchanges.flatMap(({ cost, response }) =>
      cost || response?.payload.usage ? [cost?.payload.cost_usd ?? null] : [],
    ),
  );
  return usd === null ? null : roundScore(usd);
}

function groupByStage(exchanges: readonly RecordedExchange[]): ModelMetrics['by_stage'] {
  const stages = new Map<string, RecordedExchange[]>();
  for (const exchange of exchanges) {
    const stage = (exchange.prompt ?? exchange.response)?.stage ?? 'none';
    const stage_requests = stages.get(stage) ?? [];
    stage_requests.push(exchange);
    stages.set(stage, stage_requests);
  }
  return Object.fromEntries(
    [...stages]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([stage, own]) => [
        stage,
        {
          requests: own.length,
          tokens: computeTotal(
            own.flatMap(({ response }) => (response?.payload.usage ? [getTotalTokens(response.payload.usage)] : [])),
          ),
          usd: sumCosts(own),
        },
      ]),
  );
}

/** Counts requests by the outcome of their steering. `applied` and `noop` count requests where every row has it. */
function countSteering(prompts: readonly Event<'prompt'>['payload'][], declared: unknown): ModelMetrics['steering'] {
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
    reasons: limitNames(steered.flat().flatMap(({ reason }) => (reason === '' ? [] : [reason]))),
  };
}
