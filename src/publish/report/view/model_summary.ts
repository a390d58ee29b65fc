import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { formatDuration, formatPercent, formatQuantity } from '../../text/format_quantity.js';

/** Model traffic of all attempts of one agent and configuration. */
export interface ModelRow {
  agent: string;
  /** Models as the upstreams name them; foreign text. */
  models: string[];
  /** Models as requests name them. */
  asked: string[];
  /** Models that answered in place of the requested ones. */
  other_models: string[];
  requests: number;
  refused: number;
  incomplete: number;
  conversations: number;
  tool_calls: number;
  input_tokens: number;
  /** Share of the input that came from a cache; null without input. */
  cached: number | null;
  output_tokens: number;
  reasoning_tokens: number;
  estimated: number;
  clamped: number;
  /** Worst latencies of any attempt, in milliseconds. */
  first_byte_ms: { p50: number; p95: number } | null;
  /** Agreement of the agents' own claims with the meter, over attempts. */
  claims: string;
  steering: string;
}

/** Summary of the model traffic in the attempts of one agent. */
export interface ModelSummary {
  add(result: Pick<AttemptResult, 'verdict'>): void;
  /** Returns the row, or undefined if no model was asked. */
  toRow(): Omit<ModelRow, 'agent'> | undefined;
}

/** Creates one row per agent and configuration; no rows if no model was asked. */
export function createModelRows(sums: readonly (readonly [agent: string, sum: ModelSummary])[]): ModelRow[] {
  return sums.flatMap(([agent, sum]) => {
    const row = sum.toRow();
    return row ? [{ agent, ...row }] : [];
  });
}

/** Creates an empty summary. */
export function createModelSummary(): ModelSummary {
  let is_asked = false;
  const models = new Set<string>();
  const asked_for = new Set<string>();
  const substitutions = new Set<string>();
  const sum = {
    requests: 0,
    refused: 0,
    incomplete: 0,
    conversations: 0,
    tool_calls: 0,
    input_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
    estimated: 0,
    clamped: 0,
  };
  let cached = 0;
  let first_byte_ms: ModelRow['first_byte_ms'] = null;
  const claims = { all: 0, differing: 0, open: 0 };
  const steered = { attempts: 0, requests: 0, applied: 0, partly: 0, noop: 0 };
  const reasons = new Set<string>();
  return {
    add({ verdict: { model } }) {
      if (model === null) return;
      is_asked = true;
      for (const name of model.models) models.add(name);
      for (const name of model.asked ?? []) asked_for.add(name);
      for (const { asked: request, served } of model.other_models ?? [])
        substitutions.add(`${request} was asked for, ${served} answered`);
      sum.requests += model.requests;
      sum.refused += model.refused;
      sum.incomplete += model.incomplete;
      sum.conversations += model.conversations;
      sum.tool_calls += model.tool_calls;
      sum.input_tokens += model.usage.input_tokens;
      sum.output_tokens += model.usage.output_tokens;
      sum.reasoning_tokens += model.usage.reasoning_tokens;
      sum.estimated += model.estimated_requests;
      sum.clamped += model.clamped;
      cached += model.usage.cached_input_tokens;
      if (model.first_byte_ms) {
        const { p50, p95 } = model.first_byte_ms;
        first_byte_ms = {
          p50: Math.max(p50, first_byte_ms?.p50 ?? 0),
          p95: Math.max(p95, first_byte_ms?.p95 ?? 0),
        };
      }
      for (const { agrees } of model.claims) {
        claims.all += 1;
        if (agrees === false) claims.differing += 1;
        if (agrees === null) claims.open += 1;
      }
      if (model.steering) {
        steered.attempts += 1;
        for (const each of ['requests', 'applied', 'partly', 'noop'] as const) steered[each] += model.steering[each];
        for (const reason of model.steering.reasons) reasons.add(reason);
      }
    },
    toRow: () =>
      is_asked
        ? {
            models: [...models].sort().slice(0, 10),
            asked: [...asked_for].sort().slice(0, 10),
            other_models: [...substitutions].sort().slice(0, 5),
            ...sum,
            cached: sum.input_tokens === 0 ? null : cached / sum.input_tokens,
            first_byte_ms,
            claims: formatClaims(claims),
            steering: steered.attempts === 0 ? '' : formatSteering(steered, [...reasons].sort().slice(0, 3)),
          }
        : undefined,
  };
}

function formatClaims({ all, differing, open }: { all: number; differing: number; open: number }): string {
  if (all === 0) return '';
  if (differing > 0) return `agent claims DIFFER in ${differing} of ${all}`;
  return open > 0 ? `agent claims not comparable in ${open} of ${all}` : 'agent claims agree';
}

function formatSteering(
  { requests, applied, partly, noop }: { requests: number; applied: number; partly: number; noop: number },
  reasons: readonly string[],
): string {
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return (
    `steering applied in ${applied} of ${formatQuantity(requests, 'request')}, partly in ${partly}, not in ` +
    `${noop}${why}`
  );
}

/** Formats a row. The text holds foreign names and must be escaped as a whole. */
export function formatModelRow(row: Omit<ModelRow, 'agent'>): string {
  return [formatModelUsage(row), ...getModelRemarks(row)].join(' · ');
}

/** Returns the remarks that may matter to a verdict: other models, steering, and claims that differ from the meter. */
export const getModelRemarks = ({
  other_models,
  steering,
  claims,
}: Pick<ModelRow, 'other_models' | 'steering' | 'claims'>): string[] =>
  [other_models.length === 0 ? '' : `OTHER MODELS: ${other_models.join('; ')}`, steering, claims].filter(
    (text) => text !== '',
  );

/** Formats requests, tokens, conversations and latencies of a row. */
export function formatModelUsage(row: Omit<ModelRow, 'agent'>): string {
  const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const cached = row.cached === null || row.cached === 0 ? '' : ` (${formatPercent(row.cached)} cached)`;
  const reasoning = row.reasoning_tokens === 0 ? '' : ` (${row.reasoning_tokens} reasoning)`;
  return [
    [formatQuantity(row.requests, 'request'), formatModelNames(row)].filter((text) => text !== '').join(' to '),
    ...some(row.refused, 'refused'),
    ...some(row.incomplete, 'incomplete'),
    `${row.input_tokens} tokens in${cached}, ${row.output_tokens} out${reasoning}`,
    ...some(row.estimated, 'estimated'),
    formatQuantity(row.conversations, 'conversation'),
    formatQuantity(row.tool_calls, 'tool call'),
    ...(row.first_byte_ms ? [formatFirstByte(row)] : []),
    ...some(row.clamped, 'with a lower limit on the output'),
  ].join(' · ');
}

/** Formats the requested models, and the upstreams' names for them if they differ; empty if neither is known. */
function formatModelNames({ asked, models }: Pick<ModelRow, 'asked' | 'models'>): string {
  const served = models.join(', ');
  if (asked.length === 0 || asked.join(', ') === served) return served;
  return `${asked.join(', ')}${served === '' ? '' : ` (answered by ${served})`}`;
}

/** Formats the traffic of one attempt, with every difference between claim and meter. */
export function formatAttemptModels(verdict: AttemptResult['verdict']): string {
  const sum = createModelSummary();
  sum.add({ verdict });
  const row = sum.toRow();
  if (row === undefined) return '';
  const differences = (verdict.model?.claims ?? []).flatMap(({ source, agrees, differences }) =>
    agrees === true || differences.length === 0 ? [] : [`${source}: ${differences.join(', ')}`],
  );
  return [formatModelRow(row), ...differences].join(' · ');
}

/** Formats the latency of the first byte; empty if it is unknown. */
function formatFirstByte({ first_byte_ms }: Pick<ModelRow, 'first_byte_ms'>): string {
  return first_byte_ms
    ? `first byte ${formatDuration(first_byte_ms.p50)}, p95 ${formatDuration(first_byte_ms.p95)}`
    : '';
}
