import { z } from 'zod';

/** How a command ended, exactly. `signal` covers 128+n statuses of a shell. */
export const causes = [
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
export type Cause = (typeof causes)[number];

/** SHA-256, in hexadecimal. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A bounded text: digest and size of all of it, its beginning and end, and where the stored bytes are. */
export const logSchema = z.strictObject({
  sha256: digest.describe('digest of everything that was printed'),
  bytes: z.int().min(0),
  truncated: z.boolean().describe('true when the artifact holds only the beginning and the end'),
  artifact: digest.optional().describe('name of the stored text in artifacts/'),
  head: z.string().describe('bounded beginning'),
  tail: z.string().describe('bounded end; empty when head holds everything'),
});
export type Log = z.infer<typeof logSchema>;

export const usageSchema = z.strictObject({
  wall_ms: z.number(),
  cpu_ms: z.number().nullable().describe('CPU time of the whole tree; null = not measured'),
  peak_memory_bytes: z.number().nullable().describe('peak memory of the whole tree; null = not measured'),
  source: z.enum(['cgroup-v1', 'cgroup-v2', 'rusage', 'container', 'none']),
});
export type Usage = z.infer<typeof usageSchema>;

/** One command as it ran: the canonical fields of executable contracts §4.5. */
export const executionSchema = z.strictObject({
  command: z.string().describe('the command line as given by the contract'),
  started_ms: z.number().describe('since run start'),
  ended_ms: z.number(),
  cause: z.enum(causes),
  exit_code: z.int().nullable(),
  signal: z.string().nullable(),
  detail: z.string().optional().describe('what a reader needs to understand the cause'),
  timeout_ms: z.number().describe('the configured ceiling'),
  usage: usageSchema,
  network_attempts: z.int().nullable().describe('attempts that bypassed the sandbox network; null = not measured'),
  stdout: logSchema,
  stderr: logSchema,
});
export type Execution = z.infer<typeof executionSchema>;
