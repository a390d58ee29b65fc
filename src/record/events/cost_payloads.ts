import { z } from 'zod';

const rateSchema = z.number().nullable();

/** Declared prices in USD of everything except requests to models; null = not declared. */
const priceRatesSchema = z.strictObject({
  tool_call: rateSchema,
  tool_minute: rateSchema,
  execution_minute: rateSchema,
  human_minute: rateSchema,
  run: rateSchema,
  stored_gigabyte: rateSchema.describe('a gigabyte (10⁹ bytes) of the record, for as long as it is kept'),
});
export type PriceRates = z.infer<typeof priceRatesSchema>;

/** Price rates of a run without any declared price. */
export const NO_PRICE_RATES: PriceRates = {
  tool_call: null,
  tool_minute: null,
  execution_minute: null,
  human_minute: null,
  run: null,
  stored_gigabyte: null,
};

/** Event payloads about the cost of an attempt beside its requests to models. */
export const costPayloads = {
  cost_projection: z
    .strictObject({
      projection: z.string().describe('method: `table:` and the digest of the price table'),
      rates: priceRatesSchema,
      assumed: z
        .array(z.string())
        .describe('what the price table leaves open, and what is taken for it, with the reason'),
      kept_bytes: z.int().describe('bytes of the record so far; the events that follow add theirs'),
      reserve: z
        .strictObject({
          evaluation_minutes: z.number().describe('that build, checks and canary are expected to take at most'),
          basis: z
            .enum(['proof', 'timeouts'])
            .describe(
              'proof: three times what the reference solution took, where it is known of every check · timeouts: ' +
                'what the contract allows',
            ),
          stored_bytes: z.int().describe('that evaluation and report are expected to add to the record'),
          usd: z.number(),
        })
        .describe('kept back of budget.usd for the end of the run, where it is more than the headroom'),
    })
    .describe('terms of the running estimate that budget.usd holds for; absent = only models have a price'),
  provisioning: z
    .strictObject({
      part: z.enum(['layer', 'workspace', 'session']),
      started_ms: z.number().describe('since run start'),
      ended_ms: z.number(),
    })
    .describe('the sandbox being made ready; setup commands within it have times of their own'),
} as const;
