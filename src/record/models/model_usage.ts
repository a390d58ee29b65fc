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

/** Adds token counts kind by kind. Without any, all counts are 0. */
export function sumTokenCounts(counts: readonly TokenCounts[]): TokenCounts {
  const sum: TokenCounts = {
    input_tokens: 0,
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: 0,
    reasoning_tokens: 0,
  };
  for (const each of counts) for (const kind of Object.keys(sum) as (keyof TokenCounts)[]) sum[kind] += each[kind];
  return sum;
}

/**
 * Comparison of model names. A client may put the provider before a name. A provider may serve a dated snapshot, or the
 * latest one, under a name without a date.
 */

/** Suffix of a served snapshot: a date, a version number, or a word for the latest one. */
const SNAPSHOT = new RegExp(
  [
    String.raw`([-@:](latest|stable|default|free|\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|(preview|exp)-\d{2}-(\d{2}|\d{4})|`,
    String.raw`\d{8}|\d{6}|\d{3,4}|v\d+(:\d+)?))+$`,
  ].join(''),
);

/**
 * Returns true if the served model is the requested one. A snapshot of the model counts, and the part before the last
 * slash is optional.
 */
export function isServedModel(asked: string, served: string): boolean {
  return getModelAlias(asked) === getModelAlias(served);
}

const getModelAlias = (model: string): string =>
  model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(SNAPSHOT, '');

/**
 * Returns true if a request names a configured model, exactly or with the provider before one of the names. The same
 * name under two providers means two models, with two prices.
 *
 * @param providers names that may stand before a slash
 */
export function isRequestForModel(asked: string, held: string, providers: readonly string[]): boolean {
  const [one, held_name] = [asked, held].map((name) => stripProvider(name, ['models'])) as [string, string];
  return (
    one === held_name || stripProvider(one, providers) === held_name || one === stripProvider(held_name, providers)
  );
}

/** Returns the name of a model without a leading provider from this list. */
export function stripProvider(model: string, providers: readonly string[]): string {
  const slash = model.indexOf('/');
  return slash !== -1 && providers.includes(model.slice(0, slash)) ? model.slice(slash + 1) : model;
}
