import { z } from 'zod';

const tokens = z.int().min(0);

/**
 * Tokens of one exchange with a model, by one rule for all wire formats: input includes what came from a cache or was written to one,
 * output includes reasoning.
 */
export const modelUsageSchema = z.strictObject({
  input_tokens: tokens,
  cached_input_tokens: tokens.describe('of the input, read from a cache'),
  cache_write_tokens: tokens.describe('of the input, written to a cache'),
  output_tokens: tokens,
  reasoning_tokens: tokens.describe('of the output'),
  source: z
    .enum(['reported', 'estimated'])
    .describe('estimated: the upstream said nothing, so the worst case is assumed'),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** The counts of a usage, without where they are from. */
export type TokenCounts = Omit<ModelUsage, 'source'>;

/** Input and output together. */
export const totalTokens = ({ input_tokens, output_tokens }: TokenCounts): number => input_tokens + output_tokens;
