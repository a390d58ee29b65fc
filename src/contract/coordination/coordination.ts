import { z } from 'zod';
import { durationSchema } from '../input/duration_schema.js';
import { relativePathSchema } from '../input/relative_path_schema.js';
import { hostPatternSchema } from '../policy/policy.js';
import { operations } from './operations.js';
import { findTopologyProblems, topologySchema } from './topology_schema.js';

const agentNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/, 'must be a name of letters, digits, "_", "." and "-"');

/**
 * Schema of a rule on network destinations. Rules of the agent's profile come before global ones, low priority numbers
 * first, deny before allow.
 */
export const networkRuleSchema = z.strictObject({
  host: hostPatternSchema.describe('exact or *.wildcard, with an optional port'),
  action: z.enum(['allow', 'deny']),
  priority: z.int().min(0).max(10_000).default(100).describe('low wins'),
  reason: z.string().max(300).optional().describe('told to the agent with a refusal'),
});
export type NetworkRule = z.output<typeof networkRuleSchema>;

/** Schema of the permissions of agents with one profile (requirement A5). Anything not allowed is denied. */
export const agentProfileSchema = z.strictObject({
  trust_level: z.int().min(0).max(4).describe('0 untrusted · 1 limited · 2 standard · 3 elevated · 4 admin'),
  allow: z
    .array(z.enum(operations))
    .optional()
    .describe('operations; absent = all that the trust level admits. Never more than that'),
  block: z.array(z.enum(operations)).default([]).describe('operations that are refused whatever else says; wins'),
  max_files: z.int().min(0).default(50).describe('different files that may be edited'),
  max_calls: z.int().min(0).default(1000).describe('operations, refused ones included'),
  max_time: durationSchema().optional().describe('time from the first operation on; absent = the budget alone'),
  network: z.array(networkRuleSchema).default([]).describe('rules on destinations, before the global ones'),
});
export type AgentProfile = z.output<typeof agentProfileSchema>;

/** Schema of a part of the task for an agent process of its own (requirement A4). */
const subtaskSchema = z.strictObject({
  id: agentNameSchema,
  agent: agentNameSchema.optional().describe('who does it, of `agents`; default: an agent worker-ID of its own'),
  description: z.string().min(1).describe('what this part asks, for its agent'),
  affected_files: z.array(z.string()).default([]).describe('files that a solution of this part changes'),
  depends_on: z.array(agentNameSchema).default([]).describe('parts that must be merged before this one begins'),
});
export type Subtask = z.output<typeof subtaskSchema>;

/** Schema of the coordination layer of a contract (requirements A4, A5). */
export const coordinationSchema = z
  .strictObject({
    agents: z
      .array(z.strictObject({ name: agentNameSchema, profile: agentNameSchema.default('default') }))
      .min(1)
      .default([{ name: 'agent', profile: 'default' }])
      .describe('who may act; each gets a token of its own'),
    profiles: z
      .record(agentNameSchema, agentProfileSchema)
      .default({})
      .describe('what they may do; "default" exists with the trust level of policy.trust_level'),
    protected: z
      .array(z.string().min(1))
      .default([])
      .describe('paths, as globs, that may be locked or edited from trust level 3 on only'),
    require_locks: z.boolean().default(false).describe('edits need a lock of the file'),
    lock_ttl: durationSchema().default(600_000).describe('a lock that is not renewed ends after this'),
    lease: durationSchema()
      .default(600_000)
      .describe('work that is claimed and not completed returns to the queue after this'),
    network: z
      .array(networkRuleSchema)
      .default([])
      .describe('global rules on destinations, within policy.network; hosts that no rule names follow policy.network'),
    rules: relativePathSchema('further guardrail rules beside the contract (YAML)').optional(),
    denied_operations: z
      .enum(['record', 'warn', 'fail'])
      .default('fail')
      .describe('what an operation that guardrails refused means for the safety gate'),
    subtasks: z.array(subtaskSchema).default([]).describe('parts for agent processes of their own'),
    topology: topologySchema
      .optional()
      .describe('who may hand work to whom; absent = everybody to everybody. Enforced with the profiles'),
  })
  .superRefine((coordination, ctx) => {
    const issue = (path: (string | number)[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    const agentNames = new Set<string>();
    coordination.agents.forEach((agent, i) => {
      if (agentNames.has(agent.name)) issue(['agents', i, 'name'], `agent "${agent.name}" is named twice`);
      agentNames.add(agent.name);
      if (agent.profile !== 'default' && !Object.hasOwn(coordination.profiles, agent.profile))
        issue(['agents', i, 'profile'], `there is no profile "${agent.profile}"`);
    });
    const before = new Map<string, Set<string>>();
    const last = new Map<string, string>();
    coordination.subtasks.forEach((subtask, i) => {
      const { id, agent, depends_on } = subtask;
      if (before.has(id)) issue(['subtasks', i, 'id'], `subtask "${id}" is named twice`);
      if (agent !== undefined && !agentNames.has(agent))
        issue(['subtasks', i, 'agent'], `there is no agent "${agent}"`);
      // Only earlier subtasks may be named, so that no subtask can wait for itself.
      depends_on.forEach((other, j) => {
        if (!before.has(other)) issue(['subtasks', i, 'depends_on', j], `there is no earlier subtask "${other}"`);
      });
      const ancestors = new Set(depends_on.flatMap((other) => [other, ...(before.get(other) ?? [])]));
      const worker = getSubtaskWorker(subtask);
      const earlier = last.get(worker);
      if (earlier !== undefined && !ancestors.has(earlier))
        issue(['subtasks', i, 'agent'], `agent "${worker}" does "${earlier}" as well, and this does not depend on it`);
      last.set(worker, id);
      before.set(id, ancestors);
    });
    const { topology } = coordination;
    if (topology)
      for (const { path, message } of findTopologyProblems(topology, [...new Set([...agentNames, ...last.keys()])]))
        issue(['topology', ...path], message);
  });
export type Coordination = z.output<typeof coordinationSchema>;

/** Coordination section of contracts that have none. */
export const defaultCoordination: Coordination = coordinationSchema.parse({});

/** Returns the name of the agent that works on a subtask. */
export const getSubtaskWorker = ({ id, agent }: Pick<Subtask, 'id' | 'agent'>): string => agent ?? `worker-${id}`;

/** Adds an agent for each subtask that has none, with the default profile. */
export function addSubtaskWorkers(coordination: Coordination): Coordination {
  const named = new Set(coordination.agents.map(({ name }) => name));
  const workers = [...new Set(coordination.subtasks.map(getSubtaskWorker))].filter((name) => !named.has(name));
  return {
    ...coordination,
    agents: [...coordination.agents, ...workers.map((name) => ({ name, profile: 'default' }))],
  };
}

/**
 * Finds the profile of an agent.
 *
 * @returns undefined if there is no agent of that name
 */
export function findAgentProfile(
  coordination: Coordination,
  trust_level: number,
  agent: string,
): AgentProfile | undefined {
  const matchingAgent = coordination.agents.find(({ name }) => name === agent);
  if (!matchingAgent) return undefined;
  return Object.hasOwn(coordination.profiles, matchingAgent.profile)
    ? coordination.profiles[matchingAgent.profile]
    : agentProfileSchema.parse({ trust_level });
}

/**
 * Schema of the fixtures outside the repository that an agent can change (requirement K10): a remote, a home, a store
 * of credentials. They are not part of the patch. Checks see them read-only at the same place, as the agent left them.
 */
export const fixtureEnvironmentSchema = z.strictObject({
  directory: relativePathSchema('folder beside the contract whose copy is the world of each attempt').optional(),
  prepare: z
    .array(
      z.strictObject({
        run: z.string().min(1).describe('shell command, in the sandbox, in the world'),
        timeout: durationSchema().default(60_000).describe('wall-clock ceiling'),
      }),
    )
    .default([])
    .describe('commands that make what the folder cannot hold, such as a bare repository'),
  audit: relativePathSchema(
    'file of the world in which checks find the audit of the coordination layer: one JSON object per line; none ' +
      'where nothing was audited',
  ).optional(),
});
