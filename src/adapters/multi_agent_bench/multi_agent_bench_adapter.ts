import { basename } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import type { BenchmarkRow, BrokenRow } from '../rows/benchmark_row.js';
import { RowFault, readNames, readText } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';
import { RATING_GRADERS } from './create_rating_check.js';
import { createScenarioTask } from './create_scenario_task.js';
import { readScenarioRow } from './read_scenario_row.js';
import { SCENARIOS, type ScenarioName, type ScenarioRow } from './scenario_row.js';

const MAX_SETTINGS_BYTES = 16 * 2 ** 20;

/** Adapter of MultiAgentBench (MARBLE): files of rows, and the YAML settings of single tasks. */
export const multiAgentBenchAdapter: BenchmarkAdapter = {
  name: 'multi-agent-bench',
  summary: 'MultiAgentBench (MARBLE): rows of its scenarios as JSON lines, or settings of one task as YAML',
  dialects: SCENARIOS,
  graders: RATING_GRADERS,
  async *readTasks(path, { dialect, grader }) {
    const rows = /\.ya?ml$/i.test(path) ? [readSettings(path)] : readRows(path);
    for await (const row of rows) yield createTask(row, dialect as ScenarioName | undefined, grader !== undefined);
  },
};

/** Reads a settings file as a row. @throws {UserError} with file:line:column if it is no YAML */
function readSettings(path: string): BenchmarkRow {
  const name = basename(path);
  const text = readRegularFile(path, MAX_SETTINGS_BYTES).toString('utf8');
  const { value } = parseYaml(text, name, z.record(z.string(), z.unknown()));
  return { place: name, fields: { task_id: name.replace(/\.ya?ml$/i, ''), ...value } };
}

function createTask(row: BenchmarkRow | BrokenRow, scenario: ScenarioName | undefined, rated: boolean): AdapterOutcome {
  if ('problem' in row) return { place: row.place, reason: row.problem };
  try {
    const { row: cleaned, replaced } = cleanRow(row);
    const isWerewolf = scenario === 'werewolf' || 'roles' in row.fields;
    const read = isWerewolf ? readWerewolfSettings(cleaned) : readScenarioRow(cleaned, scenario);
    const task = createScenarioTask(read, rated);
    const note = 'characters that YAML forbids are written as U+FFFD';
    return replaced === 0 ? task : { ...task, notes: [...task.notes, note] };
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    const { task_id } = row.fields;
    const has_id = typeof task_id === 'string' || typeof task_id === 'number';
    return {
      place: row.place,
      ...omitUndefined({ id: has_id ? String(task_id).slice(0, 200) : undefined }),
      reason: error.message,
    };
  }
}

/** Characters that a contract cannot hold, since YAML forbids them. Texts that were taken from PDF files have some. */
const FORBIDDEN = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const MAX_DEPTH = 32;

/**
 * Replaces the characters that a contract cannot hold by U+FFFD in all texts of a row.
 *
 * @returns the row, and how many characters were replaced
 * @throws {RowFault} if the row is nested too deep
 */
function cleanRow({ place, fields }: BenchmarkRow): { row: BenchmarkRow; replaced: number } {
  let replaced = 0;
  const clean = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw new RowFault(`its fields are nested deeper than ${MAX_DEPTH}`);
    if (typeof value === 'string')
      return value.replace(FORBIDDEN, () => {
        replaced += 1;
        return '\uFFFD';
      });
    if (Array.isArray(value)) return value.map((each) => clean(each, depth + 1));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each, depth + 1)]));
  };
  return { row: { place, fields: clean(fields, 0) as Record<string, unknown> }, replaced };
}

const MOST_PLAYERS = 32;

/**
 * Reads the settings of a game of Werewolf, which name roles in place of agents and a task.
 *
 * @throws {RowFault} if there are no roles
 */
function readWerewolfSettings(row: BenchmarkRow): ScenarioRow {
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
      `A game of Werewolf with ${players.length} players: ` +
        `${kinds.map((kind) => `${count(kind)} × ${kind}`).join(', ')}.`,
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
