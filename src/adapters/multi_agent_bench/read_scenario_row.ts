import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { RowFault, readNames, readRequiredText, readText } from '../rows/read_names.js';
import {
  COORDINATE_MODES,
  type CoordinateMode,
  SCENARIOS,
  type ScenarioName,
  type ScenarioRow,
} from './scenario_row.js';

/** Values that `jsonl2yaml.py` fills in for settings that are empty. */
const DEFAULTS = {
  coordinate_mode: 'graph',
  llm: 'gpt-3.5-turbo',
  'environment.max_iterations': '3',
  'memory.type': 'BaseMemory',
  'metrics.evaluate_llm': 'gpt-4o',
} as const;

/** Types of environments by scenario, for settings files, which name no scenario. */
const ENVIRONMENT_TYPES: Readonly<Record<string, ScenarioName>> = {
  Coding: 'coding',
  DB: 'database',
  Research: 'research',
  WorldSimulation: 'bargaining',
  Minecraft: 'minecraft',
};

const MOST_AGENTS = 32;
const MOST_ITERATIONS = 10_000;
const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/**
 * Reads a row, or a settings file of one task, and fills in what is empty as the original does.
 *
 * @param given scenario, where the row names none
 * @throws {RowFault} if a field is missing, or is not what its name says
 */
export function readScenarioRow(row: BenchmarkRow, given?: ScenarioName): ScenarioRow {
  const scenario = readScenario(row, given);
  const task = readPart(row, 'task');
  const environment = readPart(row, 'environment');
  const settings: Readonly<Record<keyof typeof DEFAULTS, string | undefined>> = {
    coordinate_mode: readText(row, 'coordinate_mode'),
    llm: readText(row, 'llm'),
    'environment.max_iterations': readText(environment, 'max_iterations'),
    'memory.type': readText(readPart(row, 'memory', true), 'type'),
    'metrics.evaluate_llm': readModelName(readPart(row, 'metrics', true)),
  };
  const isEmpty = (value: string | undefined) => value === undefined || value.trim() === '';
  const defaults = Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => isEmpty(settings[name as never])));
  const choose = (name: keyof typeof DEFAULTS) => (isEmpty(settings[name]) ? DEFAULTS[name] : settings[name]!.trim());
  const agents = readAgents(row);
  return {
    ...{ place: row.place, scenario, agents, defaults },
    task_id: readText(row, 'task_id') ?? readText(environment, 'task_id') ?? '0',
    content: readRequiredText(task, 'content'),
    output_format: readText(task, 'output_format') ?? '',
    relationships: readRelationships(row, new Set(agents.map(({ id }) => id))),
    coordinate_mode: readMode(choose('coordinate_mode')),
    max_iterations: readIterations(choose('environment.max_iterations')),
    ...(scenario === 'database' && { labels: readLabels(task), init_sql: readText(environment, 'init_sql') }),
  };
}

/** Reads an object in a row as a row of its own, so that its fields are read in the same way. */
function readPart(row: BenchmarkRow, name: string, optional = false): BenchmarkRow {
  const value = row.fields[name];
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { place: row.place, fields: value as Record<string, unknown> };
  if (optional && (value === undefined || value === null || value === '')) return { place: row.place, fields: {} };
  throw new RowFault(value === undefined ? `there is no ${name}` : `${name} is no object with fields`);
}

function readScenario(row: BenchmarkRow, given: ScenarioName | undefined): ScenarioName {
  const name = readText(row, 'scenario')?.trim();
  if (name !== undefined && name !== '') {
    if (Object.hasOwn(SCENARIOS, name)) return name as ScenarioName;
    throw new RowFault(`scenario "${name.slice(0, 40)}" is none of ${Object.keys(SCENARIOS).join(', ')}`);
  }
  if (given !== undefined) return given;
  const type = readText(readPart(row, 'environment'), 'type') ?? '';
  if (Object.hasOwn(ENVIRONMENT_TYPES, type)) return ENVIRONMENT_TYPES[type]!;
  throw new RowFault(
    `there is no scenario, and environment.type "${type.slice(0, 40)}" tells none: name it with --dialect`,
  );
}

/** Reads a model's name, which settings files also write as an object with provider and model. */
function readModelName({ place, fields }: BenchmarkRow): string | undefined {
  const { evaluate_llm: value } = fields;
  if (typeof value === 'object' && value !== null) return readText({ place, fields: value as never }, 'model');
  return readText({ place, fields }, 'evaluate_llm');
}

function readMode(mode: string): CoordinateMode {
  const coordinate_mode = COORDINATE_MODES.find((known) => known === mode);
  if (coordinate_mode !== undefined) return coordinate_mode;
  throw new RowFault(`coordinate_mode "${mode.slice(0, 40)}" is none of ${COORDINATE_MODES.join(', ')}`);
}

function readIterations(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST_ITERATIONS) return count;
  throw new RowFault(`environment.max_iterations "${text.slice(0, 40)}" is no number from 1 to ${MOST_ITERATIONS}`);
}

function readAgents({ place, fields: { agents } }: BenchmarkRow): ScenarioRow['agents'] {
  if (!Array.isArray(agents) || agents.length === 0) throw new RowFault('agents is no list with at least one agent');
  if (agents.length > MOST_AGENTS) throw new RowFault(`there are ${agents.length} agents, more than ${MOST_AGENTS}`);
  const ids = new Set<string>();
  return agents.map((agent, at) => {
    if (typeof agent !== 'object' || agent === null) throw new RowFault(`agents.${at} is no object`);
    const fields = { place, fields: agent as Record<string, unknown> };
    const id = readRequiredText(fields, 'agent_id');
    if (!AGENT_NAME.test(id))
      throw new RowFault(`agents.${at}.agent_id ${JSON.stringify(id.slice(0, 40))} is no name of letters and digits`);
    if (ids.has(id)) throw new RowFault(`two agents have the agent_id "${id}"`);
    ids.add(id);
    return { id, profile: (readText(fields, 'profile') ?? '').trim(), role: readText(fields, 'role') };
  });
}

function readRelationships(
  { fields: { relationships } }: BenchmarkRow,
  agents: ReadonlySet<string>,
): ScenarioRow['relationships'] {
  if (relationships === undefined || relationships === null) return [];
  if (!Array.isArray(relationships)) throw new RowFault('relationships is no list');
  return relationships.map((entry: unknown, at) => {
    if (!Array.isArray(entry) || entry.length !== 3 || entry.some((part) => typeof part !== 'string'))
      throw new RowFault(`relationships.${at} is no list of two agents and what connects them`);
    const [source, target, label] = entry as [string, string, string];
    for (const name of [source, target])
      if (!agents.has(name)) throw new RowFault(`relationships.${at} names "${name.slice(0, 40)}", which is no agent`);
    if (source === target) throw new RowFault(`relationships.${at} connects "${source}" with itself`);
    return { from: source, to: target, label };
  });
}

function readLabels(task: BenchmarkRow): NonNullable<ScenarioRow['labels']> {
  const labels = readNames(task, 'labels');
  const right = readNames(task, 'root_causes');
  if (right.length === 0) throw new RowFault('task.root_causes is empty: nothing could be compared with an answer');
  const unknown = right.find((label) => !labels.includes(label));
  if (unknown !== undefined)
    throw new RowFault(`task.root_causes has ${JSON.stringify(unknown.slice(0, 60))}, which is none of task.labels`);
  const most = Number(readText(task, 'number_of_labels_pred') ?? right.length);
  if (!Number.isInteger(most) || most < right.length || most > labels.length)
    throw new RowFault(`task.number_of_labels_pred is no number from ${right.length} to ${labels.length}`);
  return { choices: labels, right, most };
}
