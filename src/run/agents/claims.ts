import { z } from 'zod';
import type { TokenCounts } from '../../record/model_usage.js';

/** A way into JSON, names joined by "."; `*` stands for every entry. */
const wayPattern = /^[^.\s]+(\.[^.\s]+)*$/;
const way = z.string().max(200).regex(wayPattern, 'must be names joined by ".", such as usage.input_tokens');
/** A count is the sum of what the ways lead to: formats differ in what they count apart. */
const sum = z.union([way.transform((one) => [one]), z.array(way).min(1).max(8)]);

/** Where an agent says on its standard output what it used, and how that maps onto our counts. */
export const usageRuleSchema = z.strictObject({
  format: z
    .enum(['json', 'jsonl'])
    .describe(
      'json: all of the standard output, or its end from a line that begins with "{" or "[" on; jsonl: every line that is an object',
    ),
  where: z
    .record(way, z.union([z.string(), z.boolean(), z.number()]))
    .default({})
    .describe('only entries with these values: lines of jsonl, or elements when the JSON is a list'),
  take: z
    .enum(['all', 'last'])
    .default('last')
    .describe('all: entries add up; last: the last one counts, as it says the total'),
  input: sum.describe('all input tokens, cached ones included: the sum of these ways'),
  cached: sum.optional().describe('of the input, read from a cache'),
  cache_write: sum.optional().describe('of the input, written to a cache'),
  output: sum.describe('all output tokens, reasoning included'),
  reasoning: sum.optional().describe('of the output'),
  usd: sum.optional(),
  requests: sum.optional(),
});
export type UsageRule = z.output<typeof usageRuleSchema>;

/** What an agent says that it used. `detail`: why nothing could be read, else empty. */
export interface Claim {
  usage: Partial<TokenCounts>;
  usd: number | null;
  requests: number | null;
  detail: string;
}

/** Reads what an agent printed; hostile text is no more than a claim that cannot be read. */
export function readClaim(rule: UsageRule, printed: string): Claim {
  const nothing = (detail: string): Claim => ({ usage: {}, usd: null, requests: null, detail });
  const entries = (rule.format === 'jsonl' ? jsonLines(printed) : elements(lastJson(printed))).filter((entry) =>
    Object.entries(rule.where).every(([path, value]) => found(entry, path).includes(value)),
  );
  if (entries.length === 0) return nothing(`no ${rule.format} entry says what was used`);
  const counted = rule.take === 'last' ? entries.slice(-1) : entries;
  const total = (paths: readonly string[] | undefined) => {
    const values = (paths ?? []).flatMap((path) => counted.flatMap((entry) => found(entry, path)));
    const numbers = values.filter((value): value is number => typeof value === 'number' && value >= 0);
    return numbers.length === 0 ? undefined : numbers.reduce((all, one) => all + one, 0);
  };
  const counts = {
    input_tokens: total(rule.input),
    cached_input_tokens: total(rule.cached),
    cache_write_tokens: total(rule.cache_write),
    output_tokens: total(rule.output),
    reasoning_tokens: total(rule.reasoning),
  };
  const usage = Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count)));
  const requests = total(rule.requests);
  if (Object.keys(usage).length === 0) return nothing('the entry that should say what was used holds no counts');
  return {
    usage,
    usd: total(rule.usd) ?? null,
    requests: Number.isSafeInteger(requests) ? requests! : null,
    detail: '',
  };
}

/** Everything that a way leads to. */
function found(value: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, name) =>
      values.flatMap((one) => {
        if (typeof one !== 'object' || one === null) return [];
        if (name === '*') return Object.values(one);
        return Object.hasOwn(one, name) ? [(one as Record<string, unknown>)[name]] : [];
      }),
    [value],
  );
}

function jsonLines(text: string): unknown[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const value = parsed(line);
    return value === undefined ? [] : [value];
  });
}

/** So many places are tried at most where other lines stand before the JSON. */
const TRIES = 50;

/** The JSON that a text is, or ends with. */
function lastJson(text: string): unknown {
  const whole = text.trim();
  const value = parsed(whole);
  if (value !== undefined) return value;
  const starts = [...whole.matchAll(/^[{[]/gm)].slice(-TRIES).reverse();
  for (const { index } of starts) {
    const ending = parsed(whole.slice(index));
    if (ending !== undefined) return ending;
  }
  return undefined;
}

const elements = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
