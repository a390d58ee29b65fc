import type { WrittenContract } from '../benchmark_adapter.js';
import { RowFault } from '../rows/read_names.js';
import type { ScenarioRow } from './scenario_row.js';

type WrittenCoordination = NonNullable<WrittenContract['coordination']>;
type WrittenSubtask = NonNullable<WrittenCoordination['subtasks']>[number];
type WrittenTopology = NonNullable<WrittenCoordination['topology']>;

/** Agent in place of the original's engine, which plans in a star and makes one answer of all. */
const PLANNER = 'planner';

/**
 * Creates the coordination section of a row: its agents, the paths between them by its coordinate_mode, and a part of
 * the task for each.
 *
 * @param deliverable file that the team leaves
 * @throws {RowFault} if the relationships do not make the topology that the row names
 */
export function createTeam(row: ScenarioRow, deliverable: string): WrittenCoordination {
  const names = row.agents.map(({ id }) => id);
  // The division of coding rows ends with the last agent, so nobody has to make one answer of several.
  const gathers = row.scenario !== 'coding';
  const planned = row.coordinate_mode === 'star';
  if ((gathers || planned) && names.includes(PLANNER)) throw new RowFault(`an agent has the name "${PLANNER}"`);
  const all = gathers || planned ? [...names, PLANNER] : names;
  const topology = createTopology(row, gathers);
  const order = orderAgents(row, names);
  const parts: WrittenSubtask[] = [];
  if (planned)
    parts.push({
      ...{ id: 'plan', agent: PLANNER },
      description: `You are ${PLANNER}. Give each of ${names.join(', ')} its work: submit_work with its name as assignee.`,
    });
  for (const { id, profile } of order.agents)
    parts.push({
      ...{ id, agent: id, depends_on: order.before(id, parts) },
      description: [
        `You are ${id}, one of ${all.join(', ')}.`,
        profile,
        row.scenario === 'coding' ? createCodingDivision(parts, planned, deliverable) : '',
        'Read what is handed over to you with read_handoff, and take your work with get_work. Tell others what ' +
          'you found with write_handoff.',
      ]
        .filter((text) => text !== '')
        .join('\n\n'),
    });
  if (gathers)
    parts.push({
      ...{ id: 'answer', agent: PLANNER, depends_on: names },
      description:
        `You are ${PLANNER}, one of ${all.join(', ')}. Read what is handed over to you, and write ` + `${deliverable}.`,
    });
  return { agents: all.map((name) => ({ name })), topology, subtasks: parts };
}

/** Creates the paths between agents; the planner is the middle of a star, above a tree, and beside all of a graph. */
function createTopology(
  { coordinate_mode: kind, relationships, agents }: ScenarioRow,
  gathers: boolean,
): WrittenTopology {
  const names = agents.map(({ id }) => id);
  switch (kind) {
    case 'star':
      return { kind, center: PLANNER };
    case 'chain':
      return { kind };
    case 'graph': {
      const links = relationships.map(({ from, to }) => ({ from, to }));
      return {
        kind,
        links: [...dropReversed(links), ...(gathers ? names.map((from) => ({ from, to: PLANNER })) : [])],
      };
    }
    case 'tree': {
      const links = findParents(relationships);
      const children = new Set(links.map(({ to }) => to));
      const tops = names.filter((name) => !children.has(name));
      if (names.length > 1 && tops.length !== 1)
        throw new RowFault(
          `coordinate_mode is tree, and ${tops.length} of its agents have no parent: relationships with "parent" ` +
            'must make one tree',
        );
      return { kind, links: [...links, ...(gathers ? tops.map((to) => ({ from: PLANNER, to })) : [])] };
    }
  }
}

function findParents(relationships: ScenarioRow['relationships']): { from: string; to: string }[] {
  const parents = new Map<string, string>();
  for (const { from: parent, to: child, label } of relationships) {
    if (label !== 'parent') continue;
    const known_parent = parents.get(child);
    if (known_parent !== undefined && known_parent !== parent)
      throw new RowFault(`coordinate_mode is tree, and ${child} has two parents: ${known_parent} and ${parent}`);
    parents.set(child, parent);
  }
  for (const start of parents.keys()) {
    const visited = new Set([start]);
    for (let agent = parents.get(start); agent !== undefined; agent = parents.get(agent)) {
      if (visited.has(agent)) throw new RowFault(`coordinate_mode is tree, and ${agent} is its own ancestor`);
      visited.add(agent);
    }
  }
  return [...parents].map(([to, from]) => ({ from, to }));
}

/** Drops links that are there in the other direction, or twice: those of a graph hold both ways. */
function dropReversed(links: readonly { from: string; to: string }[]): { from: string; to: string }[] {
  const keys = new Set<string>();
  return links.filter(({ from, to }) => {
    const key = [from, to].sort().join(' ');
    return !keys.has(key) && keys.add(key);
  });
}

/**
 * Orders the agents' parts: one after another in a chain and in coding rows, children first in a tree, else side by
 * side.
 */
function orderAgents(row: ScenarioRow, names: readonly string[]) {
  const { agents, coordinate_mode: kind, scenario } = row;
  const inRow = scenario === 'coding' || kind === 'chain';
  if (kind === 'tree') {
    const parents = findParents(row.relationships);
    const childrenOf = (name: string) => parents.filter(({ from }) => from === name).map(({ to }) => to);
    const order: string[] = [];
    const visit = (name: string): void => {
      childrenOf(name).forEach(visit);
      order.push(name);
    };
    names.filter((name) => !parents.some(({ to }) => to === name)).forEach(visit);
    const sorted = order.map((name) => agents.find(({ id }) => id === name)!);
    return { agents: sorted, before: scenario === 'coding' ? takeLast : childrenOf };
  }
  const takePlan = (_: string, parts: readonly WrittenSubtask[]) =>
    parts.filter(({ id }) => id === 'plan').map(({ id }) => id);
  return { agents, before: inRow ? takeLast : takePlan };
}

const takeLast = (_: string, parts: readonly WrittenSubtask[]): string[] => parts.slice(-1).map(({ id }) => id);

/** Says what an agent does by the fixed division of coding rows: the first creates, the others revise. */
const createCodingDivision = (parts: readonly WrittenSubtask[], planned: boolean, deliverable: string): string =>
  parts.length === (planned ? 1 : 0)
    ? `The action "create_code" is: write ${deliverable}.`
    : 'The action "give_advice_and_revise_code" is: say with write_handoff what you would change, and change ' +
      `${deliverable}.`;
