import { z } from 'zod';

/**
 * Schema of an ATIF document (Agent Trajectory Interchange Format, RFC 0001 of Harbor, v1.0 to v1.7) with the rules of
 * its validator: step ids count from 1, fields of agents stand in steps of agents only, a result names a call of its
 * step, and embedded trajectories have ids of their own.
 */

const extraSchema = z.record(z.string(), z.unknown()).nullish();
const countSchema = z.int().nullish();

const contentPartSchema = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string(), source: z.null().optional() }),
  z.strictObject({
    type: z.literal('image'),
    source: z.strictObject({
      media_type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
      path: z.string(),
    }),
    text: z.null().optional(),
  }),
]);
const contentSchema = z.union([z.string(), z.array(contentPartSchema)]);

const toolCallSchema = z.strictObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  extra: extraSchema,
});

const subagentReferenceSchema = z
  .strictObject({
    trajectory_id: z.string().nullish(),
    trajectory_path: z.string().nullish(),
    session_id: z.string().nullish(),
    extra: extraSchema,
  })
  .refine(
    (one) => (one.trajectory_id ?? one.trajectory_path) != null,
    'names neither trajectory_id nor trajectory_path',
  );

const resultSchema = z.strictObject({
  source_call_id: z.string().nullish(),
  content: contentSchema.nullish(),
  subagent_trajectory_ref: z.array(subagentReferenceSchema).nullish(),
  extra: extraSchema,
});

const metricsSchema = z.strictObject({
  prompt_tokens: countSchema,
  completion_tokens: countSchema,
  cached_tokens: countSchema,
  cost_usd: z.number().nullish(),
  prompt_token_ids: z.array(z.int()).nullish(),
  completion_token_ids: z.array(z.int()).nullish(),
  logprobs: z.array(z.number()).nullish(),
  extra: extraSchema,
});
export type AtifMetrics = z.infer<typeof metricsSchema>;

/** Fields that only a step of an agent has. */
const AGENT_FIELDS = ['model_name', 'reasoning_effort', 'reasoning_content', 'tool_calls', 'metrics'] as const;

export const atifStepSchema = z
  .strictObject({
    step_id: z.int().min(1),
    timestamp: z
      .string()
      .refine((text) => !Number.isNaN(Date.parse(text)), 'is no time of ISO 8601')
      .nullish(),
    source: z.enum(['system', 'user', 'agent']),
    model_name: z.string().nullish(),
    reasoning_effort: z.union([z.string(), z.number()]).nullish(),
    message: contentSchema,
    reasoning_content: z.string().nullish(),
    tool_calls: z.array(toolCallSchema).nullish(),
    observation: z.strictObject({ results: z.array(resultSchema) }).nullish(),
    metrics: metricsSchema.nullish(),
    is_copied_context: z.boolean().nullish(),
    llm_call_count: z.int().min(0).nullish(),
    extra: extraSchema,
  })
  .superRefine((step, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    for (const field of AGENT_FIELDS)
      if (step.source !== 'agent' && step[field] != null)
        say(field, `belongs to steps of agents, not of ${step.source}`);
    if (step.source === 'agent' && step.llm_call_count === 0)
      for (const field of ['metrics', 'reasoning_content'] as const)
        if (step[field] != null) say(field, 'must be absent where llm_call_count is 0');
    const calls = new Set((step.tool_calls ?? []).map(({ tool_call_id }) => tool_call_id));
    for (const { source_call_id } of step.observation?.results ?? [])
      if (source_call_id != null && !calls.has(source_call_id))
        say('observation', `names the call "${source_call_id.slice(0, 80)}", which the step does not have`);
  });
/** One step of a trajectory. */
export type AtifStep = z.infer<typeof atifStepSchema>;

const agentSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  model_name: z.string().nullish(),
  tool_definitions: z.array(z.record(z.string(), z.unknown())).nullish(),
  extra: extraSchema,
});

const finalMetricsSchema = z.strictObject({
  total_prompt_tokens: countSchema,
  total_completion_tokens: countSchema,
  total_cached_tokens: countSchema,
  total_cost_usd: z.number().nullish(),
  total_steps: z.int().min(0).nullish(),
  extra: extraSchema,
});

/** Document of one trajectory, with those of its subagents. */
export interface AtifDocument {
  schema_version: string;
  session_id?: string | null | undefined;
  trajectory_id?: string | null | undefined;
  agent: z.infer<typeof agentSchema>;
  steps: AtifStep[];
  notes?: string | null | undefined;
  final_metrics?: z.infer<typeof finalMetricsSchema> | null | undefined;
  continued_trajectory_ref?: string | null | undefined;
  extra?: Record<string, unknown> | null | undefined;
  subagent_trajectories?: AtifDocument[] | null | undefined;
}

export const atifDocumentSchema: z.ZodType<AtifDocument> = z
  .strictObject({
    schema_version: z.string().regex(/^ATIF-v1\.[0-7]$/, 'is none of ATIF-v1.0 to ATIF-v1.7'),
    session_id: z.string().nullish(),
    trajectory_id: z.string().nullish(),
    agent: agentSchema,
    steps: z.array(atifStepSchema).min(1),
    notes: z.string().nullish(),
    final_metrics: finalMetricsSchema.nullish(),
    continued_trajectory_ref: z.string().nullish(),
    extra: extraSchema,
    get subagent_trajectories() {
      return z.array(atifDocumentSchema).nullish();
    },
  })
  .superRefine(({ steps, subagent_trajectories }, context) => {
    const misplaced = steps.findIndex(({ step_id }, at) => step_id !== at + 1);
    if (misplaced !== -1)
      context.addIssue({ code: 'custom', path: ['steps', misplaced, 'step_id'], message: `must be ${misplaced + 1}` });
    const ids = new Set<string>();
    for (const [index, { trajectory_id }] of (subagent_trajectories ?? []).entries()) {
      const path = ['subagent_trajectories', index, 'trajectory_id'];
      if (trajectory_id == null) context.addIssue({ code: 'custom', path, message: 'is missing' });
      else if (ids.has(trajectory_id)) context.addIssue({ code: 'custom', path, message: 'is that of another one' });
      else ids.add(trajectory_id);
    }
  });

/** Formats of trajectories that are read. */
export const trajectoryFormats = [
  'swe-agent',
  'mini-swe-agent',
  'openhands',
  'atif',
  'gemini-cli',
  'claude-code',
  'codex',
  'opencode',
] as const;
type TrajectoryFormat = (typeof trajectoryFormats)[number];

/** Trajectory of an agent that ran elsewhere, in the form of ATIF. It is what its file claims: nobody here saw it. */
export interface ImportedTrajectory {
  format: TrajectoryFormat;
  /** Version of the format or of the program that wrote it; null = not stated. */
  format_version: string | null;
  document: AtifDocument;
  /** Id of the task that the file names; null = none. */
  task: string | null;
  /** Bytes of the agent's patch; null = the file has none, no bytes = the agent submitted nothing. */
  patch: Uint8Array | null;
  /** The patch is from a file beside the trajectory. */
  patch_file?: true;
  /** End of the agent, in the words of its program; null = not stated. */
  exit_status: string | null;
  /** File with the position of the row: `output.jsonl:12`, `run.traj`. */
  place: string;
  /** Digest and size of the text that was read. */
  sha256: string;
  bytes: number;
}

/** Longest id of a subagent that is kept as it is, in characters. */
const MAX_ID = 200;

/** Embedded trajectory, as far as it has an id. */
interface NamedTrajectory {
  trajectory_id?: string | null | undefined;
}

/**
 * Names the steps of an embedded trajectory: the path of its id. An id that an earlier sibling has, and a longer one,
 * is kept apart by its place. Signs of the path itself are escaped in an id.
 *
 * @param parent name of the trajectory that holds it; null = the root
 * @param siblings trajectories beside it, and itself
 * @param at place among them, from 0
 */
export function nameSubagent(parent: string | null, siblings: readonly NamedTrajectory[], at: number): string {
  const id = siblings[at]?.trajectory_id ?? '';
  const isLong = id.length > MAX_ID;
  const isRepeated = siblings.slice(0, at).some((one) => (one.trajectory_id ?? '') === id);
  const shown = isLong ? id.slice(0, 160).toWellFormed() : id;
  const escaped = shown.replace(/[%/~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  const name = isLong || isRepeated ? `${escaped}~${at}` : escaped;
  return parent === null ? name : `${parent}/${name}`;
}
