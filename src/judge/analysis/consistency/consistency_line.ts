import { z } from 'zod';
import { consistencyReportSchema } from './consistency_report_schema.js';

/** Line of a history of consistency: the HAL report with its point, and the conditions it is comparable under. */
export const consistencyLineSchema = z
  .strictObject({
    schema: z.literal(1),
    at: z.iso.datetime(),
    agent_id: z.string(),
    identities: z.array(z.string()).describe('digests of all that defines the agent'),
    k: z.int(),
    contracts: z
      .string()
      .describe('digest of the ids and versions of the contracts: points of other contracts are not compared'),
    tasks: z.int(),
    left_out: z.array(z.string()).describe('contracts with an attempt that was not decided'),
    threshold: z.number(),
    cost_usd: z.strictObject({ best: z.number(), worst: z.number() }),
    latency_ms: z.strictObject({ best: z.number(), worst: z.number() }),
    harness: z.string(),
    rubric: z.string(),
    report: consistencyReportSchema,
    point: z
      .strictObject({
        agent_id: z.string(),
        cost: z.number().describe('USD of an attempt'),
        efficacy: z.number().describe('share of attempts that succeed'),
        reliability: z.number().describe('share of contracts of which all k attempts succeed'),
        latency: z.number().describe('milliseconds of an attempt'),
        assurance: z.number().describe('1 − violations / policy-critical actions'),
      })
      .nullable()
      .describe('null = a cost is unknown, or nothing was there to break a policy with'),
  })
  .describe('one line of a history of consistency');
export type ConsistencyLine = z.infer<typeof consistencyLineSchema>;
