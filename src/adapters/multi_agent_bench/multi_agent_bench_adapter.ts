import { basename } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import type { BenchmarkRow, BrokenRow } from '../rows/benchmark_row.js';
import { RowFault } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';
import { cleanRow } from './clean_row.js';
import { RATING_GRADERS } from './create_rating_check.js';
import { createScenarioTask } from './create_scenario_task.js';
import { readScenarioRow } from './read_scenario_row.js';
import { readWerewolfSettings } from './read_werewolf_settings.js';
import { SCENARIOS, type ScenarioName } from './scenario_row.js';

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
    const named = typeof task_id === 'string' || typeof task_id === 'number';
    return { place: row.place, ...(named ? { id: String(task_id).slice(0, 200) } : {}), reason: error.message };
  }
}
