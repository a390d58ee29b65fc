import type { Result } from '../../record/result.js';
import { counted, elapsed, percent } from './quantities.js';

/** What all attempts of one agent and configuration asked of models (A2). */
export interface ModelRow {
  agent: string;
  /** As the upstreams name them; not ours. */
  models: string[];
  /** As requests asked for them. */
  asked: string[];
  /** What was served instead of what was asked for. */
  other_models: string[];
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

/** What the attempts of one agent asked of models, attempt by attempt. */
export interface ModelSum {
  add(result: Pick<Result, 'verdict'>): void;
  /** Undefined when no model was asked. */
  row(): Omit<ModelRow, 'agent'> | undefined;
}

/** One row per agent and configuration; none when no model was asked. */
export function modelRows(sums: readonly (readonly [agent: string, sum: ModelSum])[]): ModelRow[] {
  return sums.flatMap(([agent, sum]) => {
    const row = sum.row();
    return row ? [{ agent, ...row }] : [];
  });
}

export function modelSum(): ModelSum {
  let asked = false;
  const models = new Set<string>();
  const asked_for = new Set<string>();
  const others = new Set<string>();
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
      asked = true;
      for (const name of model.models) models.add(name);
      for (const name of model.asked ?? []) asked_for.add(name);
      for (const { asked, served } of model.other_models ?? [])
        others.add(`${asked} was asked for, ${served} answered`);
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
    row: () =>
      asked
        ? {
            models: [...models].sort().slice(0, 10),
            asked: [...asked_for].sort().slice(0, 10),
            other_models: [...others].sort().slice(0, 5),
            ...sum,
            cached: sum.input_tokens === 0 ? null : cached / sum.input_tokens,
            first_byte_ms,
            claims: claimsText(claims),
            steering: steered.attempts === 0 ? '' : steeringText(steered, [...reasons].sort().slice(0, 3)),
          }
        : undefined,
  };
}

function claimsText({ all, differing, open }: { all: number; differing: number; open: number }): string {
  if (all === 0) return '';
  if (differing > 0) return `agent claims DIFFER in ${differing} of ${all}`;
  return open > 0 ? `agent claims not comparable in ${open} of ${all}` : 'agent claims agree';
}

function steeringText(
  { requests, applied, partly, noop }: { requests: number; applied: number; partly: number; noop: number },
  reasons: readonly string[],
): string {
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  return `steering applied in ${applied} of ${counted(requests, 'request')}, partly in ${partly}, not in ${noop}${why}`;
}

/** What the row says, in words of ours and names that are not: to be escaped as a whole. */
export function modelText(row: Omit<ModelRow, 'agent'>): string {
  return [usedText(row), ...modelRemarks(row)].join(' · ');
}

/** What may matter to a verdict: whether other models answered, what became of steering, and whether agents say the same as the meter. */
export const modelRemarks = ({
  other_models,
  steering,
  claims,
}: Pick<ModelRow, 'other_models' | 'steering' | 'claims'>): string[] =>
  [other_models.length === 0 ? '' : `OTHER MODELS: ${other_models.join('; ')}`, steering, claims].filter(
    (text) => text !== '',
  );

export function usedText(row: Omit<ModelRow, 'agent'>): string {
  const some = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`]);
  const cached = row.cached === null || row.cached === 0 ? '' : ` (${percent(row.cached)} cached)`;
  const reasoning = row.reasoning_tokens === 0 ? '' : ` (${row.reasoning_tokens} reasoning)`;
  return [
    [counted(row.requests, 'request'), modelNames(row)].filter((text) => text !== '').join(' to '),
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

/** Returns what was asked for, and what the upstreams say that answered where they have another name for it; empty = neither is known. */
export function modelNames({ asked, models }: Pick<ModelRow, 'asked' | 'models'>): string {
  const served = models.join(', ');
  if (asked.length === 0 || asked.join(', ') === served) return served;
  return `${asked.join(', ')}${served === '' ? '' : ` (answered by ${served})`}`;
}

/** The same of one attempt, with every difference between claim and meter. */
export function attemptModelText(verdict: Result['verdict']): string {
  const sum = modelSum();
  sum.add({ verdict });
  const row = sum.row();
  if (row === undefined) return '';
  const differences = (verdict.model?.claims ?? []).flatMap(({ source, agrees, differences }) =>
    agrees === true || differences.length === 0 ? [] : [`${source}: ${differences.join(', ')}`],
  );
  return [modelText(row), ...differences].join(' · ');
}

export function firstByteText({ first_byte_ms }: Pick<ModelRow, 'first_byte_ms'>): string {
  return first_byte_ms ? `first byte ${elapsed(first_byte_ms.p50)}, p95 ${elapsed(first_byte_ms.p95)}` : '';
}
