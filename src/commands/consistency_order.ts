import { z } from 'zod';
import { DEFAULT_CLEAR } from '../judge/analysis/clear_framework.js';
import { runOrderSchema } from './orders.js';

const SHARE = 'must be in [0, 1]';

/** What `consistency` is asked to do: one agent, k passes over the contracts. */
export const consistencyOrderSchema = z.strictObject({
  run: runOrderSchema.refine(({ suite, agents }) => suite === undefined && agents.length === 1, {
    message: 'name one agent, and contracts instead of a suite',
  }),
  k: z.int().min(1, 'must be at least 1').max(1000, 'must be at most 1000').default(8),
  history: z
    .string()
    .min(1)
    .optional()
    .describe('file to which the report is appended, and from which the front is known'),
  threshold: z.number().min(0, SHARE).max(1, SHARE).default(DEFAULT_CLEAR.threshold),
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
export type ConsistencyOrder = z.output<typeof consistencyOrderSchema>;
export type ConsistencyOrderInput = z.input<typeof consistencyOrderSchema>;
