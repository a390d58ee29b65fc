import { type Event, eventsOf, stages } from '../../record/events.js';
import { type TokenCounts, totalTokens } from '../../record/model_usage.js';
import type { Cost } from '../../record/result.js';
import type { PriceBook } from '../gateway/meter/price.js';
import { isRequest } from '../monitors/breakers/model_requests.js';
import { FALLBACK_SCHEDULE, fallbackUnits } from './fallback_schedule.js';
import { executionsOf, wallOf } from './spans.js';

/** What cannot be read from the events. */
export interface Accounting {
  /** Whether models were reached through the gateway, not at all, or nobody knows how. */
  models: 'metered' | 'none' | 'unknown';
  /** Prices of the run; undefined = none were asked for. */
  prices: Pick<PriceBook, 'rates' | 'identity'> | undefined;
  /** Bytes of the record. */
  kept_bytes: number;
}

/** What an attempt cost, part by part (R13; executable contracts §3.5, C = LM + execution + human + overhead). */
export function costsOf(events: readonly Event[], { models, prices, kept_bytes }: Accounting): Cost {
  const execution_minutes = minutesOf(events);
  const human_minutes = humanMinutes(events);
  const parts = {
    models: models === 'unknown' ? null : models === 'none' ? 0 : modelUsd(events),
    execution: executionUsd(events, execution_minutes, prices),
    people: priced(prices?.rates.human_minute, human_minutes),
    overhead: overheadUsd(kept_bytes, prices),
  };
  const used = { models: true, execution: execution_minutes > 0, people: human_minutes > 0, overhead: true };
  const responses = eventsOf(events, 'response');
  const usages = responses.flatMap(({ payload }) => payload.usage ?? []);
  const named = [...new Set(eventsOf(events, 'cost').flatMap(({ payload }) => payload.price ?? []))].sort();
  return {
    total_usd: parts.models === null ? null : rounded(sum(Object.values(parts).map((part) => part ?? 0))),
    lm_usd: parts.models,
    execution_usd: parts.execution,
    human_usd: parts.people,
    overhead_usd: parts.overhead,
    unpriced: (['models', 'execution', 'people', 'overhead'] as const).filter(
      (part) => parts[part] === null && used[part],
    ),
    execution_minutes,
    human_minutes,
    requests: events.filter(isRequest).length,
    estimated_requests: usages.filter(({ source }) => source === 'estimated').length,
    tokens: models === 'metered' ? added(usages) : null,
    by_phase: byPhase(events),
    projection: projectionOf(named, prices),
    prices: named,
    fallback_units: fallbackUnits(events, kept_bytes),
  };
}

/** Dollars for models by the events of a stage or a run; null = one of them has no price. */
function modelUsd(events: readonly Event[]): number | null {
  const costs = eventsOf(events, 'cost').map(({ payload }) => payload.cost_usd);
  return costs.includes(null) ? null : rounded(sum(costs as number[]));
}

function executionUsd(events: readonly Event[], minutes: number, prices: Accounting['prices']): number | null {
  const calls = eventsOf(events, 'tool_invocation');
  const rates = prices?.rates;
  return together([
    priced(rates?.execution_minute, minutes),
    priced(rates?.tool_call, calls.length),
    priced(rates?.tool_minute, minutesOf(calls)),
  ]);
}

const overheadUsd = (kept_bytes: number, prices: Accounting['prices']): number | null =>
  together([priced(prices?.rates.run, 1), priced(prices?.rates.stored_gigabyte, kept_bytes / 1e9)]);

/** What people were waited for: an upper bound of the time that an answer took them. */
function humanMinutes(events: readonly Event[]): number {
  const answers = eventsOf(events, 'escalation').filter(
    ({ payload }) => payload.decision !== 'pending' && payload.by !== null,
  );
  return sum(answers.map(({ payload }) => payload.waited_ms)) / 60_000;
}

function byPhase(events: readonly Event[]): Cost['by_phase'] {
  const used = stages.map((stage): [string, Cost['by_phase'][string]] => {
    const own = events.filter((event) => event.stage === stage);
    const tokens = sum(
      eventsOf(own, 'response').map(({ payload }) => (payload.usage ? totalTokens(payload.usage) : 0)),
    );
    const requests = own.filter(isRequest).length;
    return [stage, { requests, tokens, usd: modelUsd(own), execution_minutes: minutesOf(own) }];
  });
  return Object.fromEntries(
    used.filter(([, { requests, execution_minutes }]) => requests > 0 || execution_minutes > 0),
  );
}

/** The method by which costs were projected: what was declared, else what prices were found in, else the schedule. */
function projectionOf(named: readonly string[], prices: Accounting['prices']): string {
  const table = prices?.identity.table_sha256;
  return table ? `table:${table}` : (named[0] ?? FALLBACK_SCHEDULE);
}

const minutesOf = (events: readonly Event[]) => wallOf(events.flatMap(executionsOf)) / 60_000;
const priced = (rate: number | null | undefined, quantity: number) =>
  rate === null || rate === undefined ? null : rounded(rate * quantity);

/** The sum of what has a price; null when nothing has. */
function together(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : rounded(sum(known));
}

function added(usages: readonly TokenCounts[]): TokenCounts {
  const all = (kind: keyof TokenCounts) => sum(usages.map((usage) => usage[kind]));
  return {
    input_tokens: all('input_tokens'),
    cached_input_tokens: all('cached_input_tokens'),
    cache_write_tokens: all('cache_write_tokens'),
    output_tokens: all('output_tokens'),
    reasoning_tokens: all('reasoning_tokens'),
  };
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
/** To a billionth of a dollar: sums of fractions are not exact. */
const rounded = (usd: number) => Math.round(usd * 1e9) / 1e9;
