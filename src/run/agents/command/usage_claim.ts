import { z } from 'zod';
import type { TokenCounts } from '../../../record/models/model_usage.js';

/** Path into JSON: names joined by "."; `*` stands for every entry. */
const PATH_PATTERN = /^[^.\s]+(\.[^.\s]+)*$/;
const pathSchema = z.string().max(200).regex(PATH_PATTERN, 'must be names joined by ".", such as usage.input_tokens');
/** Paths whose values add up to a count, since formats split counts differently. */
const sumSchema = z.union([pathSchema.transform((one) => [one]), z.array(pathSchema).min(1).max(8)]);

/** Schema of the place where an agent prints its usage, and of the mapping to gatebench's counts. */
export const usageRuleSchema = z.strictObject({
  format: z
    .enum(['json', 'jsonl'])
    .describe(
      'json: all of the standard output, or its end from a line that begins with "{" or "[" on; ' +
        'jsonl: every line that is an object',
    ),
  where: z
    .record(pathSchema, z.union([z.string(), z.boolean(), z.number()]))
    .default({})
    .describe('only entries with these values: lines of jsonl, or elements when the JSON is a list'),
  take: z
    .enum(['all', 'last'])
    .default('last')
    .describe('all: entries add up; last: the last one counts, as it says the total'),
  input: sumSchema.describe('all input tokens, cached ones included: the sum of these ways'),
  cached: sumSchema.optional().describe('of the input, read from a cache'),
  cache_write: sumSchema.optional().describe('of the input, written to a cache'),
  output: sumSchema.describe('all output tokens, reasoning included'),
  reasoning: sumSchema.optional().describe('of the output'),
  usd: sumSchema.optional(),
  requests: sumSchema.optional(),
});
export type UsageRule = z.output<typeof usageRuleSchema>;

/** Usage that an agent claims. `detail`: reason why nothing could be read, else empty. */
export interface UsageClaim {
  usage: Partial<TokenCounts>;
  usd: number | null;
  requests: number | null;
  detail: string;
}

/** Running tally over the entries that an agent prints; there may be too many to keep. */
interface UsageClaimTally {
  see(entry: unknown): void;
  end(): UsageClaim;
}

type UsageClaimField = Exclude<keyof UsageRule, 'format' | 'where' | 'take'>;
const FIELDS = [
  'input',
  'cached',
  'cache_write',
  'output',
  'reasoning',
  'usd',
  'requests',
] as const satisfies UsageClaimField[];
const EMPTY_CLAIM: UsageClaim = { usage: {}, usd: null, requests: null, detail: '' };

/** Creates a tally. Hostile entries only make a claim that cannot be read. */
export function createUsageClaimTally(rule: UsageRule): UsageClaimTally {
  const where = Object.entries(rule.where);
  const totals = new Map<UsageClaimField, number>();
  let hasEntry = false;
  return {
    see(entry) {
      if (!where.every(([path, value]) => findValues(entry, path).includes(value))) return;
      hasEntry = true;
      if (rule.take === 'last') totals.clear();
      for (const field of FIELDS) {
        const values = (rule[field] ?? []).flatMap((path) => findValues(entry, path));
        for (const value of values) {
          if (typeof value === 'number' && value >= 0) totals.set(field, (totals.get(field) ?? 0) + value);
        }
      }
    },
    end() {
      if (!hasEntry) return { ...EMPTY_CLAIM, detail: `no ${rule.format} entry says what was used` };
      const counts = {
        input_tokens: totals.get('input'),
        cached_input_tokens: totals.get('cached'),
        cache_write_tokens: totals.get('cache_write'),
        output_tokens: totals.get('output'),
        reasoning_tokens: totals.get('reasoning'),
      };
      const usage = Object.fromEntries(Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count)));
      if (Object.keys(usage).length === 0)
        return { ...EMPTY_CLAIM, detail: 'the entry that should say what was used holds no counts' };
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

/** Finds all values at a path. */
function findValues(value: unknown, path: string): unknown[] {
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
