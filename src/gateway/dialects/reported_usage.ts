import type { ModelUsage, TokenCounts } from '../../record/models/model_usage.js';
import { isJsonObject, type JsonObject } from './dialect.js';

/**
 * Usage as the server reported it, or the reason why it is rejected. Servers may lie or err. Impossible usage is
 * dropped and the worst case charged, so that a negative, fractional or textual count saves nothing.
 */
export type ReportedUsage = ModelUsage | { disbelieved: string };

/** Maximum number of tokens; no context or response comes near it. */
const MAX_TOKENS = 1_000_000_000;

type UsageCounts<K extends string> = { counts: Record<K, number> } | { disbelieved: string };

/** Reads counts by name. A missing count is 0, unless it is needed. */
export function readUsageCounts<K extends string>(
  reported: Record<K, unknown>,
  needed: readonly NoInfer<K>[],
): UsageCounts<K> {
  for (const name of needed)
    if (reported[name] === undefined || reported[name] === null) return { disbelieved: `${name} is missing` };
  const counts = {} as Record<K, number>;
  for (const name of Object.keys(reported) as K[]) {
    const value = reported[name] ?? 0;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > MAX_TOKENS) {
      return { disbelieved: `${name} is ${describeValue(value)}` };
    }
    counts[name] = value;
  }
  return { counts };
}

function describeValue(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return isJsonObject(value) ? 'an object' : 'a list';
}

/** Validates that counts are consistent with each other and with the output. */
export function validateUsage(counts: TokenCounts, output_bytes: number): ReportedUsage {
  const { input_tokens, cached_input_tokens, cache_write_tokens, output_tokens, reasoning_tokens } = counts;
  const cache = cached_input_tokens + cache_write_tokens;
  if (cache > input_tokens) {
    return { disbelieved: `${cache} tokens of cache are more than the ${input_tokens} of the input that hold them` };
  }
  if (reasoning_tokens > output_tokens) {
    return {
      disbelieved:
        `${reasoning_tokens} tokens of reasoning are more than ` + `the ${output_tokens} of the output that hold them`,
    };
  }
  if (output_tokens === 0 && output_bytes > 0) {
    return { disbelieved: `no token of output, though ${output_bytes} bytes were said` };
  }
  return { ...counts, source: 'reported' };
}

/**
 * Converts the usage to the fields of a response.
 *
 * @param usage usage as the response has it, in a field of this name; undefined if the response is incomplete
 */
export function toUsageFields(
  usage: unknown,
  parse: (usage: JsonObject) => ReportedUsage,
  field = 'usage',
): { usage: ModelUsage | null; disbelieved?: string } {
  if (usage === undefined || usage === null) return { usage: null };
  const reported = isJsonObject(usage) ? parse(usage) : { disbelieved: `${field} is no object` };
  return 'disbelieved' in reported ? { usage: null, disbelieved: reported.disbelieved } : { usage: reported };
}
