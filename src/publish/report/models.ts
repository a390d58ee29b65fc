import type { ModelMetrics } from '../../record/model_metrics.js';
import type { Result } from '../../record/result.js';
import { counted, elapsed, percent } from './quantities.js';

/** What all attempts of one agent and configuration asked of models (A2). */
export interface ModelRow {
  agent: string;
  /** As the upstreams name them; not ours. */
  models: string[];
  requests: number;
  refused: number;
  incomplete: number;
  conversations: number;
  tool_calls: number;
  input_tokens: number;
  /** Share of the input that came from a cache; null = there was no input. */
  cached: number | null;
  output_tokens: number;
  reasoning_tokens: number;
  estimated: number;
  clamped: number;
  /** Of the attempt with the worst. */
  first_byte_ms: { p50: number; p95: number } | null;
  /** Whether what agents say of themselves agrees, over attempts. */
  claims: string;
  steering: string;
}

/** One row per agent and configuration; none when no model was asked. */
export function modelRows(results: readonly Result[], label: (result: Result) => string): ModelRow[] {
  const asked = results.filter(({ verdict }) => verdict.model !== null);
  const labels = [...new Set(asked.map(label))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return labels.map((agent) => ({
    agent,
    ...added(asked.filter((result) => label(result) === agent).flatMap(({ verdict }) => verdict.model ?? [])),
  }));
}

function added(all: readonly ModelMetrics[]): Omit<ModelRow, 'agent'> {
  const sum = (of: (one: ModelMetrics) => number) => all.reduce((total, one) => total + of(one), 0);
  const first = all.flatMap(({ first_byte_ms }) => first_byte_ms ?? []);
  const worst = (of: (one: { p50: number; p95: number }) => number) =>
    first.map(of).reduce((a, b) => Math.max(a, b), 0);
  const input_tokens = sum(({ usage }) => usage.input_tokens);
  return {
    models: [...new Set(all.flatMap(({ models }) => models))].sort().slice(0, 10),
    requests: sum(({ requests }) => requests),
    refused: sum(({ refused }) => refused),
    incomplete: sum(({ incomplete }) => incomplete),
    conversations: sum(({ conversations }) => conversations),
    tool_calls: sum(({ tool_calls }) => tool_calls),
    input_tokens,
    cached: input_tokens === 0 ? null : sum(({ usage }) => usage.cached_input_tokens) / input_tokens,
    output_tokens: sum(({ usage }) => usage.output_tokens),
    reasoning_tokens: sum(({ usage }) => usage.reasoning_tokens),
    estimated: sum(({ estimated_requests }) => estimated_requests),
    clamped: sum(({ clamped }) => clamped),
    first_byte_ms: first.length === 0 ? null : { p50: worst(({ p50 }) => p50), p95: worst(({ p95 }) => p95) },
    claims: claimsText(all),
    steering: steeringText(all),
  };
}

/** What the row says, in words of ours and names that are not: to be escaped as a whole. */
export function modelText(row: Omit<ModelRow, 'agent'>): string {
  return [usedText(row), ...modelRemarks(row)].join(' · ');
}

/** What may matter to a verdict: what became of steering, and whether agents say the same as the meter. */
export const modelRemarks = ({ steering, claims }: Pick<ModelRow, 'steering' | 'claims'>): string[] =>
  [steering, claims].filter((text) => text !== '');

export function usedText(row: Omit<ModelRow, 'agent'>): string {
  const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const cached = row.cached === null || row.cached === 0 ? '' : ` (${percent(row.cached)} cached)`;
  const reasoning = row.reasoning_tokens === 0 ? '' : ` (${row.reasoning_tokens} reasoning)`;
  return [
    `${counted(row.requests, 'request')}${row.models.length === 0 ? '' : ` to ${row.models.join(', ')}`}`,
    ...some(row.refused, 'refused'),
    ...some(row.incomplete, 'incomplete'),
    `${row.input_tokens} tokens in${cached}, ${row.output_tokens} out${reasoning}`,
    ...some(row.estimated, 'estimated'),
    counted(row.conversations, 'conversation'),
    counted(row.tool_calls, 'tool call'),
    ...(row.first_byte_ms ? [firstByteText(row)] : []),
    ...some(row.clamped, 'with a lower limit on the output'),
  ].join(' · ');
}

/** The same of one attempt, with every difference between claim and meter. */
export function attemptModelText(model: ModelMetrics): string {
  const differences = model.claims.flatMap(({ source, agrees, differences }) =>
    agrees === true || differences.length === 0 ? [] : [`${source}: ${differences.join(', ')}`],
  );
  return [modelText(added([model])), ...differences].join(' · ');
}

export function firstByteText({ first_byte_ms }: Pick<ModelRow, 'first_byte_ms'>): string {
  return first_byte_ms ? `first byte ${elapsed(first_byte_ms.p50)}, p95 ${elapsed(first_byte_ms.p95)}` : '';
}

function claimsText(all: readonly ModelMetrics[]): string {
  const claims = all.flatMap((one) => one.claims);
  if (claims.length === 0) return '';
  const differing = claims.filter(({ agrees }) => agrees === false).length;
  const open = claims.filter(({ agrees }) => agrees === null).length;
  if (differing > 0) return `agent claims DIFFER in ${differing} of ${claims.length}`;
  return open > 0 ? `agent claims not comparable in ${open} of ${claims.length}` : 'agent claims agree';
}

function steeringText(all: readonly ModelMetrics[]): string {
  const steered = all.flatMap(({ steering }) => steering ?? []);
  if (steered.length === 0) return '';
  const sum = (of: 'requests' | 'applied' | 'partly' | 'noop') => steered.reduce((total, one) => total + one[of], 0);
  const reasons = [...new Set(steered.flatMap(({ reasons }) => reasons))].slice(0, 3);
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return `steering applied in ${sum('applied')} of ${counted(sum('requests'), 'request')}, partly in ${sum('partly')}, not in ${sum('noop')}${why}`;
}
