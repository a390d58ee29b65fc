import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import { createHarborTask } from './create_harbor_task.js';
import { readExportedTask } from './read_exported_task.js';
import { readTaskFolder, TaskFault } from './read_task_folder.js';

/** Adapter of Harbor's task folders, and of those of the older Terminal-Bench. */
export const harborAdapter: BenchmarkAdapter = {
  name: 'harbor',
  summary: 'task folders of Harbor (task.toml) and Terminal-Bench (task.yaml), or folders of them',
  async *readTasks(path) {
    const folders = isTask(path) ? [path] : listTasks(path);
    if (folders.length === 0)
      throw new UserError(
        `${path} has no task.toml or task.yaml, and no folder in it has`,
        'Give a task, or a folder of tasks.',
      );
    for (const folder of folders) yield readTask(folder);
  },
};

const isTask = (path: string): boolean => existsSync(join(path, 'task.toml')) || existsSync(join(path, 'task.yaml'));

function listTasks(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name))
    .filter(isTask)
    .sort();
}

function readTask(place: string): AdapterOutcome {
  try {
    const task = readTaskFolder(place);
    return readExportedTask(task) ?? createHarborTask(task);
  } catch (error) {
    if (!(error instanceof TaskFault)) throw error;
    return { place, id: basename(place), reason: error.message };
  }
}
