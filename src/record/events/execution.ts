import { z } from 'zod';
import { testReportSchema } from '../tests/test_report.js';

/** Causes of the end of a command. `signal` includes the 128+n statuses of a shell. */
export const exitCauses = [
  'exit',
  'signal',
  'timeout',
  'oom',
  'cpu-limit',
  'disk-limit',
  'output-limit',
  'cancelled',
  'not-started',
] as const;
export type ExitCause = (typeof exitCauses)[number];

/** Line of a file of the repository that the output of a command names, with what the output says about it. */
export const namedLineSchema = z.strictObject({
  path: z.string().describe('relative to the root of the repository'),
  line: z.int().min(1),
  column: z.int().min(1).optional(),
  message: z.string().describe('redacted and bounded'),
});

/** SHA-256 in hexadecimal. */
export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Bounded text: digest and size of the whole, its beginning and end, and the name of the stored bytes. */
export const outputLogSchema = z.strictObject({
  sha256: digestSchema.describe('digest of everything that was printed'),
  bytes: z.int().min(0),
  truncated: z.boolean().describe('true when the artifact holds only the beginning and the end'),
  artifact: digestSchema.optional().describe('name of the stored text in artifacts/'),
  head: z.string().describe('bounded beginning'),
  tail: z.string().describe('bounded end; empty when head holds everything'),
});
export type OutputLog = z.infer<typeof outputLogSchema>;

/** Resources that a command used. */
export const resourceUsageSchema = z.strictObject({
  wall_ms: z.number(),
  cpu_ms: z.number().nullable().describe('CPU time of the whole tree; null = not measured'),
  peak_memory_bytes: z.number().nullable().describe('peak memory of the whole tree; null = not measured'),
  source: z.enum(['cgroup-v1', 'cgroup-v2', 'rusage', 'container', 'none']),
});
export type ResourceUsage = z.infer<typeof resourceUsageSchema>;

/** Record of one executed command. */
export const executionSchema = z.strictObject({
  command: z.string().describe('the command line as given by the contract'),
  started_ms: z.number().describe('since run start'),
  ended_ms: z.number(),
  cause: z.enum(exitCauses),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  detail: z.string().optional().describe('what a reader needs to understand the cause'),
  timeout_ms: z.number().describe('the configured ceiling'),
  usage: resourceUsageSchema,
  network_attempts: z.int().nullable().describe('attempts that bypassed the sandbox network; null = not measured'),
  forks_refused: z
    .int()
    .nullable()
    .optional()
    .describe('processes and threads that the kernel refused at the limit; null or absent = not measured'),
  stdout: outputLogSchema,
  stderr: outputLogSchema,
});
export type Execution = z.infer<typeof executionSchema>;

/** Stages of an attempt, in order. */
export const attemptStages = [
  'setup',
  'briefing',
  'inspect',
  'write',
  'test',
  'extraction',
  'evaluation',
  'packaging',
] as const;
export type AttemptStage = (typeof attemptStages)[number];

/** Counts of the spans replaced in one place of a record, and the digest of the original in the restricted store. */
export const redactedOriginalSchema = z.strictObject({
  sha256: digestSchema.describe('of the original'),
  bytes: z.int().min(0).describe('of the same'),
  spans: z.record(z.string(), z.int()).describe('rule → spans that it replaced'),
});
export type RedactedOriginal = z.infer<typeof redactedOriginalSchema>;

/** Reason why a check was not executed: an earlier step had already decided. */
export const skippedCheckSchema = z.strictObject({
  because: z.enum(['patch', 'build', 'oracle', 'interrupted']),
  detail: z.string(),
});

/** Result of reading the test report of one execution. */
export const testReportResultSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  z.strictObject({ state: z.literal('missing') }),
  z.strictObject({ state: z.literal('unreadable'), reason: z.string(), artifact: digestSchema.optional() }),
  z.strictObject({ state: z.literal('read'), report: testReportSchema, artifact: digestSchema, bytes: z.int() }),
]);
export type TestReportResult = z.infer<typeof testReportResultSchema>;
