import { z } from 'zod';
import { DEFAULT_CLEAR } from '../../judge/analysis/clear/clear_framework.js';
import { runOptionsSchema } from '../study/run_options.js';

const SHARE_RANGE = 'must be in [0, 1]';

/** Options of `consistency`: one agent, k passes over the contracts. */
export const consistencyOptionsSchema = z.strictObject({
  run: runOptionsSchema.refine(({ suite, agents }) => suite === undefined && agents.length === 1, {
    message: 'name one agent, and contracts instead of a suite',
  }),
  k: z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000').default(8),
  history: z
    .string()
    .min(1)
    .optional()
    .describe('file to which the report is appended, and from which the front is known'),
  threshold: z.number().min(0, SHARE_RANGE).max(1, SHARE_RANGE).default(DEFAULT_CLEAR.threshold),
  worst_usd: z
    .number()
    .positive('must be more than 0')
    .default(DEFAULT_CLEAR.cost_usd.worst)
    .describe('cost of an attempt that scores 0'),
  worst_ms: z
    .number()
    .positive('must be more than 0')
    .default(DEFAULT_CLEAR.latency_ms.worst)
    .describe('wall clock that scores 0'),
});
export type ConsistencyOptions = z.output<typeof consistencyOptionsSchema>;
export type ConsistencyOptionsInput = z.input<typeof consistencyOptionsSchema>;
