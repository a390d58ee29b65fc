import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readNames, readText } from '../rows/read_names.js';
import type { ScenarioRow } from './scenario_row.js';

const MOST_PLAYERS = 32;

/**
 * Reads the settings of a game of Werewolf, which name roles in place of agents and a task.
 *
 * @throws {RowFault} if there are no roles
 */
export function readWerewolfSettings(row: BenchmarkRow): ScenarioRow {
  const { roles } = row.fields;
  if (!Array.isArray(roles)) throw new RowFault('roles is no list of the roles of players');
  if (roles.length > MOST_PLAYERS) throw new RowFault(`there are ${roles.length} roles, more than ${MOST_PLAYERS}`);
  const kinds = readNames(row, 'roles');
  if (kinds.length === 0) throw new RowFault('roles is empty: a game needs players');
  const players = (roles as string[]).map((role, at) => ({ id: `player${at + 1}`, role: role.trim() }));
  const count = (kind: string) => roles.filter((role) => role === kind).length;
  const cooperation = readText(row, 'cooperation_mode') ?? 'cooperative';
  return {
    ...{ place: row.place, scenario: 'werewolf', task_id: readText(row, 'task_id') ?? '0' },
    content: [
      `A game of Werewolf with ${players.length} players: ${kinds.map((kind) => `${count(kind)} × ${kind}`).join(', ')}.`,
      `The mode is ${cooperation}. Players speak and vote by day; wolves and the roles with powers act at night.`,
      'The game itself is not here. Say how each side would play it.',
    ].join('\n'),
    output_format: '',
    agents: players.map(({ id, role }) => ({ id, role, profile: `You play the role: ${role}.` })),
    relationships: players.flatMap(({ id: from }, at) =>
      players.slice(at + 1).map(({ id: to }) => ({ from, to, label: 'plays with' })),
    ),
    ...{ coordinate_mode: 'graph', max_iterations: 1, defaults: {} },
  };
}
