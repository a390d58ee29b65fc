import { z } from 'zod';

const tokensSchema = z.int().min(0);

/**
 * Tokens of one exchange with a model, by one rule for all wire formats: input includes tokens read from or written to
 * a cache; output includes reasoning.
 */
export const modelUsageSchema = z.strictObject({
  input_tokens: tokensSchema,
  cached_input_tokens: tokensSchema.describe('of the input, read from a cache'),
  cache_write_tokens: tokensSchema.describe('of the input, written to a cache'),
  output_tokens: tokensSchema,
  reasoning_tokens: tokensSchema.describe('of the output'),
  source: z
    .enum(['reported', 'estimated'])
    .describe('estimated: the upstream said nothing, so the worst case is assumed'),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Token counts of a usage, without their source. */
export type TokenCounts = Omit<ModelUsage, 'source'>;

/** Returns the sum of input and output tokens. */
export const getTotalTokens = ({ input_tokens, output_tokens }: TokenCounts): number => input_tokens + output_tokens;
