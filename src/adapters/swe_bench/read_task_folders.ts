import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { UserError } from '../../contract/input/user_error.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import type { BenchmarkRow, BrokenRow } from '../rows/benchmark_row.js';

/** Largest file of a task, in bytes. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Reads a task repository of SWE-bench v5, `tasks/<id>/{task.yaml, tests.json, problem_statement.md, gold.patch,
 * test.patch, eval.sh}`, or one such task, as rows of the same fields.
 *
 * @throws {UserError} if the folder is neither
 */
export async function* readTaskFolders(folder: string): AsyncIterable<BenchmarkRow | BrokenRow> {
  const tasks = existsSync(join(folder, 'task.yaml'))
    ? [folder]
    : listFolders(join(folder, 'tasks')).filter((path) => existsSync(join(path, 'task.yaml')));
  if (tasks.length === 0)
    throw new UserError(
      `${folder} has no tasks/<id>/task.yaml`,
      'Give a task repository of SWE-bench, one of its tasks, or a file of rows.',
    );
  for (const task of tasks) yield readTaskFolder(task);
}

function listFolders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .sort();
}

function readTaskFolder(place: string): BenchmarkRow | BrokenRow {
  const read = (name: string): string | undefined => {
    const path = join(place, name);
    // A link of somebody's repository could lead anywhere.
    if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) return undefined;
    return readRegularFile(path, MAX_BYTES).toString('utf8');
  };
  try {
    const task = parse(read('task.yaml') ?? '') as Record<string, unknown> | null;
    if (typeof task !== 'object' || task === null) return { place, problem: 'task.yaml has no fields' };
    const tests = JSON.parse(read('tests.json') ?? '{}') as Record<string, unknown>;
    return {
      place,
      fields: {
        ...task,
        ...tests,
        ...optional('problem_statement', read('problem_statement.md')),
        ...optional('hints_text', read('hints.md')),
        ...optional('patch', read('gold.patch')),
        ...optional('test_patch', read('test.patch')),
        ...optional('eval_script', read('eval.sh')),
      },
    };
  } catch (error) {
    return { place, problem: `cannot be read: ${(error as Error).message.split('\n')[0]!.slice(0, 200)}` };
  }
}

const optional = (name: string, text: string | undefined) => (text === undefined ? {} : { [name]: text });
