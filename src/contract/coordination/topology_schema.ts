import { z } from 'zod';

const memberSchema = z.string().min(1).max(64);

/** Schema of the paths on which agents may hand work to each other. */
export const topologySchema = z.strictObject({
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
export function findTopologyProblems(
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
  for (const [at, { from, to }] of links.entries()) {
    const path = ['links', at];
    const other = parents.get(to);
    if (other !== undefined) problems.push({ path, message: `"${to}" has a parent already: "${other}"` });
    else if (isBelow(from, to, parents))
      problems.push({ path, message: `"${to}" is above "${from}": a tree has no circle` });
    else parents.set(to, from);
  }
  return problems;
}

/** Tells whether an agent is another one or below it. */
function isBelow(agent: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = agent; at !== undefined; at = parents.get(at)) if (at === other) return true;
  return false;
}

/**
 * Creates the paths of a topology. Work goes out from the middle of a star, down a tree and forward in a chain;
 * handoffs go both ways, but in a chain.
 *
 * @param agents names of all agents, in the order of the contract
 */
export function createTopologyPaths({ kind, center, links = [] }: Topology, agents: readonly string[]): TopologyPaths {
  const middle = center ?? agents[0]!;
  const pairs =
    kind === 'star'
      ? agents.filter((agent) => agent !== middle).map((to) => ({ from: middle, to }))
      : kind === 'chain'
        ? agents.slice(1).map((to, at) => ({ from: agents[at]!, to }))
        : links;
  const down = new Map<string, Set<string>>();
  for (const { from, to } of pairs) down.set(from, (down.get(from) ?? new Set()).add(to));
  const has = (from: string, to: string) => down.get(from)?.has(to) === true;
  return {
    mayHandOff: (from, to) => has(from, to) || (kind !== 'chain' && has(to, from)),
    mayPassWork: (from, to) => from === to || has(from, to) || (kind === 'graph' && has(to, from)),
  };
}
