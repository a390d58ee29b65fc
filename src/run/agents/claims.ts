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

/** The entries of what an agent prints, counted as they come: there can be more of them than anybody would keep. */
export interface ClaimTally {
  see(entry: unknown): void;
  end(): Claim;
}

type Field = Exclude<keyof UsageRule, 'format' | 'where' | 'take'>;
const FIELDS = ['input', 'cached', 'cache_write', 'output', 'reasoning', 'usd', 'requests'] as const satisfies Field[];
const NOTHING: Claim = { usage: {}, usd: null, requests: null, detail: '' };

/** Hostile entries are no more than a claim that cannot be read. */
export function openTally(rule: UsageRule): ClaimTally {
  const where = Object.entries(rule.where);
  const totals = new Map<Field, number>();
  let seen = false;
  return {
    see(entry) {
      if (!where.every(([path, value]) => found(entry, path).includes(value))) return;
      seen = true;
      if (rule.take === 'last') totals.clear();
      for (const field of FIELDS) {
        const values = (rule[field] ?? []).flatMap((path) => found(entry, path));
        for (const value of values) {
          if (typeof value === 'number' && value >= 0) totals.set(field, (totals.get(field) ?? 0) + value);
        }
      }
    },
    end() {
      if (!seen) return { ...NOTHING, detail: `no ${rule.format} entry says what was used` };
      const counts = {
        input_tokens: totals.get('input'),
        cached_input_tokens: totals.get('cached'),
        cache_write_tokens: totals.get('cache_write'),
        output_tokens: totals.get('output'),
        reasoning_tokens: totals.get('reasoning'),
      };
      const usage = Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count)));
      if (Object.keys(usage).length === 0)
        return { ...NOTHING, detail: 'the entry that should say what was used holds no counts' };
      const requests = totals.get('requests');
      return {
        usage,
        usd: totals.get('usd') ?? null,
        requests: Number.isSafeInteger(requests) ? requests! : null,
        detail: '',
      };
    },
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
