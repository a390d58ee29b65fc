import { z } from 'zod';
import { durationSchema } from '../input/duration_schema.js';
import { relativePathSchema } from '../input/relative_path_schema.js';
import { hostPatternSchema } from '../policy/policy.js';
import { operations } from './mechanism.js';

const memberSchema = z.string().min(1).max(64);

/** Schema of the paths on which agents may hand work to each other. */
const topologySchema = z.strictObject({
  kind: z
    .enum(['star', 'chain', 'tree', 'graph'])
    .describe(
      'star: one agent and each other · chain: each agent and the next of `agents` · tree: parents and children · ' +
        'graph: whoever has a link',
    ),
  center: memberSchema.optional().describe('star: agent in the middle; default: the first'),
  links: z
    .array(z.strictObject({ from: memberSchema, to: memberSchema }))
    .max(1000)
    .optional()
    .describe('tree: from parent to child · graph: both ways; required for these two, and only for them'),
});
type Topology = z.output<typeof topologySchema>;

/** Directed paths between agents. `work`: of items of the work queue; `handoff`: of handoffs. */
export interface TopologyPaths {
  /** Tells whether one agent may hand over to another. */
  mayHandOff(from: string, to: string): boolean;
  /** Tells whether work that one agent submitted may go to another; everybody may take its own. */
  mayPassWork(from: string, to: string): boolean;
}

/** Finds contradictions between a topology and the agents of its contract. */
function findTopologyProblems(
  { kind, center, links }: Topology,
  agents: readonly string[],
): { path: (string | number)[]; message: string }[] {
  const agentNames = new Set(agents);
  const linked = kind === 'tree' || kind === 'graph';
  const unknown = (name: string) => `there is no agent "${name}"`;
  return [
    ...(center !== undefined && kind !== 'star'
      ? [{ path: ['center'], message: `belongs to a star, and this is a ${kind}` }]
      : []),
    ...(center !== undefined && !agentNames.has(center) ? [{ path: ['center'], message: unknown(center) }] : []),
    ...(linked && links === undefined
      ? [{ path: ['links'], message: `is missing: a ${kind} is made of its links` }]
      : []),
    ...(!linked && links !== undefined
      ? [{ path: ['links'], message: `belong to a tree or a graph: those of a ${kind} follow from its agents` }]
      : []),
    ...(links ?? []).flatMap((link, at) =>
      (['from', 'to'] as const)
        .filter((end) => !agentNames.has(link[end]))
        .map((end) => ({ path: ['links', at, end], message: unknown(link[end]) })),
    ),
    ...(links ?? []).flatMap(({ from, to }, at) =>
      from === to ? [{ path: ['links', at], message: `links "${from}" to itself` }] : [],
    ),
    ...(kind === 'tree' ? findTreeProblems(links ?? []) : []),
  ];
}

function findTreeProblems(links: readonly { from: string; to: string }[]) {
  const parents = new Map<string, string>();
  const problems: { path: (string | number)[]; message: string }[] = [];
  for (const [index, { from: parent, to: child }] of links.entries()) {
    const path = ['links', index];
    const known_parent = parents.get(child);
    if (known_parent !== undefined)
      problems.push({ path, message: `"${child}" has a parent already: "${known_parent}"` });
    else if (isBelow(parent, child, parents))
      problems.push({ path, message: `"${child}" is above "${parent}": a tree has no circle` });
    else parents.set(child, parent);
  }
  return problems;
}

/** Tells whether an agent is another one or below it. */
function isBelow(agent: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let ancestor: string | undefined = agent; ancestor !== undefined; ancestor = parents.get(ancestor))
    if (ancestor === other) return true;
  return false;
}

/**
 * Creates the paths of a topology. Work goes out from the middle of a star, down a tree and forward in a chain;
 * handoffs go both ways, but in a chain.
 *
 * @param agents names of all agents, in the order of the contract
 */
export function createTopologyPaths({ kind, center, links = [] }: Topology, agents: readonly string[]): TopologyPaths {
  const down = new Map<string, Set<string>>();
  for (const { from: sender, to: receiver } of listTopologyLinks({ kind, center, links }, agents))
    down.set(sender, (down.get(sender) ?? new Set()).add(receiver));
  const has = (from: string, to: string) => down.get(from)?.has(to) === true;
  return {
    mayHandOff: (from, to) => has(from, to) || (kind !== 'chain' && has(to, from)),
    mayPassWork: (from, to) => from === to || has(from, to) || (kind === 'graph' && has(to, from)),
  };
}

/** Lists the links of a topology: those of a star or a chain follow from its agents. */
function listTopologyLinks({ kind, center, links = [] }: Topology, agents: readonly string[]) {
  const [first, ...followers] = agents;
  if (first === undefined) return links;
  const middle = center ?? first;
  if (kind === 'star') return agents.filter((agent) => agent !== middle).map((to) => ({ from: middle, to }));
  if (kind === 'chain') return followers.map((to, index) => ({ from: agents[index] ?? first, to }));
  return links;
}

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
    const predecessors = new Map<string, Set<string>>();
    const last = new Map<string, string>();
    coordination.subtasks.forEach((subtask, i) => {
      const { id, agent, depends_on } = subtask;
      if (predecessors.has(id)) issue(['subtasks', i, 'id'], `subtask "${id}" is named twice`);
      if (agent !== undefined && !agentNames.has(agent))
        issue(['subtasks', i, 'agent'], `there is no agent "${agent}"`);
      // Only earlier subtasks may be named, so that no subtask can wait for itself.
      depends_on.forEach((other, j) => {
        if (!predecessors.has(other)) issue(['subtasks', i, 'depends_on', j], `there is no earlier subtask "${other}"`);
      });
      const ancestors = new Set(depends_on.flatMap((other) => [other, ...(predecessors.get(other) ?? [])]));
      const worker = getSubtaskWorker(subtask);
      const earlier = last.get(worker);
      if (earlier !== undefined && !ancestors.has(earlier))
        issue(['subtasks', i, 'agent'], `agent "${worker}" does "${earlier}" as well, and this does not depend on it`);
      last.set(worker, id);
      predecessors.set(id, ancestors);
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
  const declared_names = new Set(coordination.agents.map(({ name }) => name));
  const workers = [...new Set(coordination.subtasks.map(getSubtaskWorker))].filter((name) => !declared_names.has(name));
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

/** Parts of a contract that its tier of coordination follows from. */
interface CoordinatedTask {
  coordination?: Pick<Coordination, 'agents' | 'subtasks' | 'require_locks' | 'topology'> | undefined;
}

/**
 * Returns the tier of a task by the coordination that it asks for. `metadata.tier` is the author's, and counts size as
 * well.
 *
 * @returns 1: one agent, who shares nothing · 2: several agents, or locks that edits need · 3: parts for several agents
 */
export function getCoordinationTier({ coordination }: CoordinatedTask): 1 | 2 | 3 {
  if (!coordination) return 1;
  const { agents, subtasks, require_locks, topology } = coordination;
  if (subtasks.length > 1) return 3;
  return agents.length > 1 || require_locks || topology !== undefined ? 2 : 1;
}
