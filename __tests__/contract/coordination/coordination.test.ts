import { coordinationSchema, getCoordinationTier } from '../../../src/contract/coordination/coordination.js';

const agents = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const problems = (given: object): string[] => {
  const checked = coordinationSchema.safeParse({ agents, ...given });
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};
const link = (from: string, to: string) => ({ from, to });

it.each<[object, string]>([
  [{ kind: 'star', center: 'x' }, 'topology.center: there is no agent "x"'],
  [{ kind: 'chain', center: 'a' }, 'topology.center: belongs to a star, and this is a chain'],
  [{ kind: 'graph' }, 'topology.links: is missing: a graph is made of its links'],
  [{ kind: 'star', links: [] }, 'topology.links: belong to a tree or a graph: those of a star follow from its agents'],
  [{ kind: 'graph', links: [link('a', 'x')] }, 'topology.links.0.to: there is no agent "x"'],
  [{ kind: 'graph', links: [link('a', 'a')] }, 'topology.links.0: links "a" to itself'],
  [{ kind: 'tree', links: [link('a', 'c'), link('b', 'c')] }, 'topology.links.1: "c" has a parent already: "a"'],
  [
    { kind: 'tree', links: [link('a', 'b'), link('b', 'a')] },
    'topology.links.1: "a" is above "b": a tree has no circle',
  ],
])('refuses the topology %j', (topology, problem) => {
  expect(problems({ topology })).toEqual([problem]);
});

it('knows the workers of parts that no agent is named for', () => {
  const subtasks = [{ id: 'p', description: 'd' }];
  expect(problems({ subtasks, topology: { kind: 'graph', links: [link('a', 'worker-p')] } })).toEqual([]);
});

it('gives an agent several parts only one after another', () => {
  const part = (id: string, agent: string, ...depends_on: string[]) => ({ id, agent, depends_on, description: 'd' });
  expect(problems({ subtasks: [part('p', 'a'), part('q', 'b', 'p'), part('r', 'a', 'q')] })).toEqual([]);
  expect(problems({ subtasks: [part('p', 'a'), part('q', 'a')] })).toEqual([
    'subtasks.1.agent: agent "a" does "p" as well, and this does not depend on it',
  ]);
  expect(problems({ subtasks: [part('p', 'x')] })).toEqual(['subtasks.0.agent: there is no agent "x"']);
});

it('gives a task the tier of the coordination that it asks for', () => {
  const tier = (given?: object) => getCoordinationTier({ coordination: given && coordinationSchema.parse(given) });
  const subtasks = [
    { id: 'p', description: 'd' },
    { id: 'q', description: 'd' },
  ];
  expect([tier(), tier({}), tier({ require_locks: true }), tier({ agents }), tier({ subtasks })]).toEqual([
    1, 1, 2, 2, 3,
  ]);
});
