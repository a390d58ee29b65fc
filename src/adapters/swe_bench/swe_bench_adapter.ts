import { statSync } from 'node:fs';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import type { BenchmarkRow, BrokenRow } from '../rows/benchmark_row.js';
import { RowFault } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';
import { createInstanceTask } from './create_instance_task.js';
import { readInstance } from './read_instance.js';
import { readTaskFolders } from './read_task_folders.js';
import { SWE_BENCH_DIALECTS, type SweBenchDialect } from './swe_bench_instance.js';

/** Adapter of the SWE-bench family: files of rows in all their dialects, and the task repositories of version 5. */
export const sweBenchAdapter: BenchmarkAdapter = {
  name: 'swe-bench',
  summary: 'SWE-bench and its family: JSON, JSON lines, parquet, CSV, or a task repository',
  dialects: SWE_BENCH_DIALECTS,
  async *readTasks(path, { dialect }) {
    const rows = statSync(path).isDirectory() ? readTaskFolders(path) : readRows(path);
    for await (const row of rows) yield createTask(row, dialect as SweBenchDialect | undefined);
  },
};

function createTask(row: BenchmarkRow | BrokenRow, dialect: SweBenchDialect | undefined): AdapterOutcome {
  if ('problem' in row) return { place: row.place, ...omitUndefined({ id: row.id }), reason: row.problem };
  try {
    return createInstanceTask(readInstance(row, dialect));
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    const { instance_id } = row.fields;
    return {
      place: row.place,
      ...omitUndefined({ id: typeof instance_id === 'string' ? instance_id.slice(0, 200) : undefined }),
      reason: error.message,
    };
  }
}
