import { existsSync, lstatSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse as parseToml, TomlError } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { readRegularFile } from '../../system/read_regular_file.js';
import { type FolderFiles, readFolderFiles } from '../rows/read_folder_files.js';
import { RowFault } from '../rows/read_names.js';

/** Fault of a task folder. The task is rejected with it. */
export class TaskFault extends Error {}

/** Task of Harbor, or of the older Terminal-Bench, as it lies in its folder. */
export interface HarborTask {
  place: string;
  /** Settings of `task.toml`; those of `task.yaml` in the same form. */
  settings: Readonly<Record<string, unknown>>;
  name: string;
  instruction: string;
  /** Steps of a task with several, with their own instructions and tests. */
  steps: { name: string; instruction: string; tests: FolderFiles }[];
  dockerfile: string | undefined;
  /** Files beside the Dockerfile, which it may copy. */
  environment: FolderFiles;
  tests: FolderFiles;
  solution: string | undefined;
  /** Files of the solution's folder, which its script may read. */
  solution_files: FolderFiles;
}

/** Most bytes of one file. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Reads the folder of a task.
 *
 * @throws {TaskFault} if a file is missing, is a link, or cannot be read
 */
export function readTaskFolder(place: string): HarborTask {
  if (existsSync(join(place, 'task.toml'))) return readHarborTask(place);
  return readTerminalBenchTask(place);
}

function readHarborTask(place: string): HarborTask {
  const settings = parseSettings(place, 'task.toml', parseToml);
  const steps = (Array.isArray(settings.steps) ? settings.steps : []).map((step: { name?: unknown }) => {
    const name = String(step?.name ?? '');
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.'))
      throw new TaskFault(`a step has the name ${JSON.stringify(name)}`);
    return {
      name,
      instruction: requireText(place, `steps/${name}/instruction.md`),
      tests: readFiles(join(place, 'steps', name, 'tests')),
    };
  });
  const task = settings.task as { name?: unknown } | undefined;
  return {
    ...{ place, settings, steps },
    name: typeof task?.name === 'string' ? task.name : basename(place),
    instruction: steps.length > 0 ? (readText(place, 'instruction.md') ?? '') : requireText(place, 'instruction.md'),
    dockerfile: readText(place, 'environment/Dockerfile'),
    environment: readFiles(join(place, 'environment')),
    tests: readFiles(join(place, 'tests')),
    solution_files: readFiles(join(place, 'solution')),
    solution:
      readText(place, 'solution/solve.sh') ??
      joinSolutions(
        place,
        steps.map(({ name }) => name),
      ),
  };
}

/** Joins the solutions of all steps, each in a shell of its own; undefined if one has none. */
function joinSolutions(place: string, steps: readonly string[]): string | undefined {
  const scripts = steps.map((name) => readText(place, `steps/${name}/solution/solve.sh`));
  if (scripts.length === 0 || scripts.includes(undefined)) return undefined;
  return scripts.map((script) => `(\n${script}\n)\n`).join('');
}

/** Files of an older task that its Dockerfile does not copy: they would tell the tests or the solution. */
const OLD_OWN_FILES = /^(tests\/|task\.yaml$|run-tests\.sh$|solution\.)/;
/** Settings of an older task that have a counterpart, or only describe it. */
const OLD_KEYS = new Set([
  ...['instruction', 'author_name', 'author_email', 'difficulty', 'category', 'tags', 'parser_name'],
  ...['max_agent_timeout_sec', 'max_test_timeout_sec', 'estimated_duration_sec', 'expert_time_estimate_min'],
  ...['junior_time_estimate_min', 'agent', 'verifier', 'metadata'],
]);

function readTerminalBenchTask(place: string): HarborTask {
  const old = parseSettings(place, 'task.yaml', parseYaml);
  if (typeof old.instruction !== 'string' || old.instruction.trim() === '')
    throw new TaskFault('task.yaml has no instruction');
  const tests = new Map(readFiles(join(place, 'tests')));
  const script = readText(place, 'run-tests.sh');
  if (script !== undefined) tests.set('test.sh', { content: Buffer.from(script), executable: true });
  return {
    ...{ place, name: basename(place), instruction: old.instruction, steps: [], tests },
    settings: {
      metadata: { difficulty: old.difficulty, category: old.category },
      ...Object.fromEntries(Object.entries(old).filter(([name]) => !OLD_KEYS.has(name))),
      agent: { timeout_sec: old.max_agent_timeout_sec },
      verifier: { timeout_sec: old.max_test_timeout_sec },
    },
    dockerfile: readText(place, 'Dockerfile'),
    environment: new Map([...readFiles(place)].filter(([path]) => !OLD_OWN_FILES.test(path))),
    solution: readText(place, 'solution.sh'),
    solution_files: new Map(),
  };
}

function parseSettings(place: string, name: string, parse: (text: string) => unknown): Record<string, unknown> {
  try {
    const value = parse(requireText(place, name));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new TaskFault(`${name} has no fields`);
    return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof TaskFault) throw error;
    const position = error instanceof TomlError ? `:${error.line}:${error.column}` : '';
    const [first = ''] = (error as Error).message.split('\n');
    throw new TaskFault(`${name}${position}  ${first.slice(0, 200)}`);
  }
}

function requireText(place: string, path: string): string {
  const text = readText(place, path);
  if (text === undefined || text.trim() === '') throw new TaskFault(`there is no ${path}`);
  return text;
}

function readText(place: string, path: string): string | undefined {
  const file = join(place, path);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  // A link of somebody's folder could lead anywhere.
  if (!stat.isFile()) throw new TaskFault(`${path} is a link or no file`);
  if (stat.size > MAX_BYTES) throw new TaskFault(`${path} has more than ${MAX_BYTES / 2 ** 20} MiB`);
  return readRegularFile(file, MAX_BYTES).toString('utf8');
}

/** Reads all files below a folder. @throws {TaskFault} for a link, and for more than there may be */
function readFiles(folder: string): FolderFiles {
  try {
    return readFolderFiles(folder);
  } catch (error) {
    throw error instanceof RowFault ? new TaskFault(error.message) : error;
  }
}
