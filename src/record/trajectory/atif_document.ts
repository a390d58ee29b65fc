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
    const wrong = steps.findIndex(({ step_id }, at) => step_id !== at + 1);
    if (wrong !== -1)
      context.addIssue({ code: 'custom', path: ['steps', wrong, 'step_id'], message: `must be ${wrong + 1}` });
    const seen = new Set<string>();
    for (const [at, { trajectory_id }] of (subagent_trajectories ?? []).entries()) {
      const path = ['subagent_trajectories', at, 'trajectory_id'];
      if (trajectory_id == null) context.addIssue({ code: 'custom', path, message: 'is missing' });
      else if (seen.has(trajectory_id)) context.addIssue({ code: 'custom', path, message: 'is that of another one' });
      else seen.add(trajectory_id);
    }
  });
