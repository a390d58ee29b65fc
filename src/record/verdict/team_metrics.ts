import { z } from 'zod';

const memberSchema = z.strictObject({
  milestones: z.int().describe('that it reached or had a part in'),
  share: z.number().nullable().describe('milestones / all milestones; null = there is none'),
  work_submitted: z.int(),
  work_done: z.int(),
  handoffs_written: z.int(),
  handoffs_read: z.int(),
  refused: z.int().describe('work and handoffs for which the topology has no path'),
});

/**
 * Metrics of agents that work together. They are computed here from recorded events; those of MultiAgentBench, whose
 * names they have, are ratings by a model. The two are not comparable.
 */
export const teamMetricsSchema = z.strictObject({
  method: z.literal('recorded-events').describe('how they are computed: from events of the record, without a model'),
  planned: z.int().describe('work items that were submitted, and parts of the task that were begun'),
  milestones: z
    .int()
    .describe('work done, parts that are in the answer, and parts without a change whose handoff was read'),
  kpi: z.number().nullable().describe("mean of the agents' shares; null = no milestone"),
  planning: z.number().nullable().describe('milestones / planned; null = nothing was planned'),
  communication: z
    .number()
    .nullable()
    .describe('handoffs that their recipients read / handoffs that were delivered; null = none'),
  coordination: z.number().nullable().describe('mean of planning and communication, of those that are known'),
  members: z.record(z.string(), memberSchema).describe('by agent'),
  paths: z
    .array(z.strictObject({ from: z.string(), to: z.string(), handoffs: z.int(), work: z.int() }))
    .describe('who handed what to whom, bounded'),
});
export type TeamMetrics = z.infer<typeof teamMetricsSchema>;
