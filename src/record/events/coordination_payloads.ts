import { z } from 'zod';
import { stateTransitionSchema } from './act_payloads.js';
import { digestSchema, executionSchema } from './execution.js';

/**
 * Event payloads of the coordination layer: operations, their audit, subtasks, and the fixture environment
 * (requirements A4, A5).
 */
export const coordinationPayloads = {
  coordination: z.strictObject({
    id: z.string().describe('names the operation; its audit entry has the same'),
    agent: z.string(),
    profile: z.string().nullable(),
    operation: z.string().describe('as asked for; it may be no operation at all'),
    arguments: z.unknown().describe('bounded'),
    outcome: z.enum(['done', 'denied', 'failed']),
    code: z.string().nullable(),
    message: z.string(),
    stages: z
      .array(
        z.strictObject({
          stage: z.enum(['profile', 'guardrails', 'network', 'execute', 'audit']),
          outcome: z.enum(['passed', 'denied', 'failed']),
          ms: z.number(),
          rule: z.string().optional(),
          format: z.enum(['code', 'natural_text']).optional(),
          checks: z.int().optional().describe('destinations that were checked, for network'),
        }),
      )
      .describe('stages that ran, in order; one that is switched off is not among them'),
    wall_ms: z.number(),
    waited_ms: z.number().describe('for a lock'),
    operations: z.int().describe("the dispatcher's own count, this one included"),
    transition: stateTransitionSchema
      .nullable()
      .describe('what it changed of the shared state; null = nothing. Replayed, they are the state'),
  }),
  audit: z.strictObject({
    entry: z.int().describe("the audit's own count; admitted and completed are one entry"),
    id: z.string().describe('operation that it is about'),
    phase: z
      .enum(['decided', 'admitted', 'completed'])
      .describe(
        'decided: nothing is left to do · admitted: written before something is done · completed: how that went',
      ),
    agent: z.string(),
    operation: z.string(),
    arguments_sha256: digestSchema,
    outcome: z.enum(['done', 'denied', 'failed', 'pending']),
    code: z.string().nullable(),
    duration_ms: z.number(),
  }),
  subtask: z.strictObject({
    id: z.string(),
    agent: z.string(),
    started_ms: z.number(),
    ended_ms: z.number(),
    outcome: z.enum(['merged', 'empty', 'conflict', 'failed']),
    conflicts: z.array(z.string()).describe('paths that could not be merged'),
    artifact: digestSchema.nullable().describe('its own patch, against what it began with; null = there is none'),
    tree: z.string().nullable().describe('git tree id after the merge'),
    detail: z.string(),
  }),
  world: z.strictObject({
    when: z.enum(['prepared', 'left']),
    sha256: digestSchema.describe('digest over names, modes and contents'),
    files: z.int(),
    bytes: z.int(),
    changed: z
      .array(z.strictObject({ path: z.string(), change: z.enum(['added', 'deleted', 'modified']) }))
      .describe('against what was prepared, bounded'),
    more: z.int().describe('further changes that are not listed'),
    steps: z.array(executionSchema),
  }),
} as const;
