import { z } from 'zod';
import { trajectoryFormats } from '../trajectory/imported_trajectory.js';
import { digestSchema } from './execution.js';

/**
 * Event payloads of an imported trajectory. They say what a file of another program claims, never what was observed:
 * no breaker, meter or metric of safety counts them.
 */

const countSchema = z.int().min(0).nullable();

/** Sums that a trajectory claims; null = it claims none. */
const claimedTotalsSchema = z.strictObject({
  prompt_tokens: countSchema.describe('cached ones included'),
  completion_tokens: countSchema,
  cached_tokens: countSchema,
  cost_usd: z.number().nullable(),
  requests: countSchema,
});
export type ClaimedTotals = z.infer<typeof claimedTotalsSchema>;

/** Plain JSON of a foreign file, with its digest. A value that is too large for an event stands in an artifact. */
const foreignJsonSchema = z.strictObject({
  sha256: digestSchema.describe('of its canonical JSON, before anything was redacted'),
  bytes: z.int().describe('of the same'),
  claimed: z.unknown().describe('the value; its texts cut where there is an artifact'),
  artifact: digestSchema.optional().describe('name of all of it, redacted, in artifacts/; absent = claimed is all'),
});
export type ForeignJson = z.infer<typeof foreignJsonSchema>;

export const importedPayloads = {
  imported_trajectory: z.strictObject({
    format: z.enum(trajectoryFormats),
    format_version: z.string().nullable(),
    place: z.string().describe('name of the file, and the row in it'),
    sha256: digestSchema.describe('of the text that was read'),
    bytes: z.int(),
    agent: z.string(),
    agent_version: z.string(),
    model: z.string().nullable(),
    task: z.string().nullable().describe('id of the task that the file names; null = none'),
    steps: z.int(),
    calls: z.int(),
    subagents: z.int(),
    totals: claimedTotalsSchema,
    exit_status: z.string().nullable().describe("in the words of the agent's program"),
    patch: z.enum(['trajectory', 'file']).describe('where the patch is from: the trajectory, or a file beside it'),
    document: foreignJsonSchema.describe('all of the trajectory but its steps, as ATIF'),
  }),
  imported_step: z.strictObject({
    subagent: z.string().nullable().describe('id of the embedded trajectory that it belongs to; null = the root'),
    step: z.int().min(1),
    source: z.enum(['system', 'user', 'agent']),
    kind: z.enum(['prompt', 'response']).describe('response: a step of the agent, with its calls and their results'),
    calls: z.int(),
    document: foreignJsonSchema.describe('the step, as ATIF'),
  }),
  imported_act: z.strictObject({
    of_seq: z.int().describe('event of the step that claims it'),
    tool: z.string(),
    form: z.enum(['command', 'edit', 'code', 'text']),
    text: z.string().describe('the command line, the path of an edit, the words; redacted and bounded'),
    rule: z.string().describe('rule of the guard that is against it'),
    category: z.string().nullable(),
    severity: z.enum(['catastrophic', 'severe', 'risky']).nullable(),
    reason: z.string(),
    prohibited: z.string().nullable().describe('entry of policy.commands.deny that it is against; null = none'),
  }),
  imported_acts_asked: z.strictObject({
    asked: z.int().describe('acts that the guard was asked about'),
    objections: z.int().describe('of these, those that it is against'),
    skipped: z.int().describe('calls beyond the limit that it was not asked about'),
  }),
} as const;
