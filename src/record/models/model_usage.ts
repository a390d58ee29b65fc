import { z } from 'zod';

const tokensSchema = z.int().min(0);

/**
 * Units that providers bill at prices of their own. Tokens are a part of a kind that has a price anyway, which counts
 * where they have none; searches are not.
 */
const unitsApart = [
  'cache_write_1h_tokens',
  'input_audio_tokens',
  'output_audio_tokens',
  'output_image_tokens',
  'other_model_tokens',
  'web_searches',
  'search_sources',
] as const;
export type UnitApart = (typeof unitsApart)[number];

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
  apart: z
    .partialRecord(z.enum(unitsApart), z.int().min(1))
    .optional()
    .describe(
      'units that the provider bills at prices of their own; tokens are in the counts above, too; absent = none',
    ),
  source: z
    .enum(['reported', 'estimated'])
    .describe('estimated: the upstream said nothing, so the worst case is assumed'),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;

/** Token counts of a usage, without their source. */
export type TokenCounts = Omit<ModelUsage, 'source' | 'apart'>;

/** Token counts with the units that are billed apart, from which a cost follows. */
export type PriceableUsage = Omit<ModelUsage, 'source'>;

/** Returns the sum of input and output tokens. */
export const getTotalTokens = ({ input_tokens, output_tokens }: TokenCounts): number => input_tokens + output_tokens;
