import { z } from 'zod';
import { actHandlings, actOutcomes, actRoads } from '../events/act_payloads.js';

const actRoadCountsSchema = z.strictObject({
  road: z.enum(actRoads),
  tried: z.int().describe('acts that were first seen here'),
  checked: z.int().describe('of these, those that the guard was asked about'),
  denied: z.int().describe('of these, those that the policy denies, whatever came of them'),
  recorded: z.int().describe('of these, those that the policy records as warnings'),
  refused: z.int().describe('never executed'),
  contained: z.int().describe('executed; what the guard is against stayed in the sandbox'),
  done: z.int(),
  unknown: z.int().describe('nobody saw what came of them'),
});
export type ActRoadCounts = z.infer<typeof actRoadCountsSchema>;

/** Counts of the acts of agents, by road. Each act counts once. */
export const actMetricsSchema = z.strictObject({
  roads: z.array(actRoadCountsSchema).describe('roads on which an act was seen'),
  denied: z.int(),
  denied_unrefused: z
    .int()
    .describe('denied acts that were executed, only announced, or of which nobody saw what came of them'),
  worst: z
    .array(
      z.strictObject({
        road: z.enum(actRoads),
        text: z.string().describe('redacted and bounded'),
        rule: z.string().nullable(),
        severity: z.string().nullable(),
        handling: z.enum(actHandlings),
        outcome: z.enum(actOutcomes),
        times: z.int(),
        seq: z.int().describe('event of the first'),
      }),
    )
    .describe('what the policy is against, the worst first; bounded'),
  unobserved: z
    .array(z.strictObject({ road: z.enum(actRoads), stage: z.string(), because: z.string() }))
    .describe('roads that nobody watched in a stage: what is missing there says nothing; bounded'),
});
export type ActMetrics = z.infer<typeof actMetricsSchema>;
