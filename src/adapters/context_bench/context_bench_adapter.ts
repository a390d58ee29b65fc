import { realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import type { AdapterOutcome, BenchmarkAdapter } from '../benchmark_adapter.js';
import type { BenchmarkRow } from '../rows/benchmark_row.js';
import { type FolderFiles, readFolderFiles } from '../rows/read_folder_files.js';
import { RowFault } from '../rows/read_names.js';
import { readRows } from '../rows/read_rows.js';
import { createLettaTask, isLettaGrader } from './create_letta_task.js';
import { createRetrievalTask } from './create_retrieval_task.js';
import { LETTA_GRADERS } from './letta_grader.js';
import { readLettaSample } from './letta_sample.js';
import { createBareSuite, readLettaSuite } from './read_letta_suite.js';

/** Dialects, told apart by the fields of a row. */
const DIALECTS = {
  letta: 'Context-Bench of letta-evals: input, ground_truth',
  retrieval: 'ContextBench, retrieval for coding agents: a row of SWE-bench with gold_context',
} as const;

/** Adapter of the two benchmarks of this name. */
export const contextBenchAdapter: BenchmarkAdapter = {
  name: 'context-bench',
  summary: "Letta's Context-Bench (a suite or its rows), and ContextBench for retrieval (rows)",
  dialects: DIALECTS,
  graders: LETTA_GRADERS,
  takes_files: true,
  async *readTasks(path, { dialect, files, grader }) {
    if (grader !== undefined && !isLettaGrader(grader)) throw new UserError(`there is no grader "${grader}"`);
    const suite = /\.ya?ml$/i.test(path) ? readLettaSuite(path) : createBareSuite(path);
    const folder = createFolderReader(files ?? suite.files, suite.dataset);
    let number = -1;
    for await (const row of readRows(suite.dataset)) {
      number += 1;
      if (suite.max_samples !== undefined && number >= suite.max_samples) return;
      if ('problem' in row) {
        yield { place: row.place, reason: row.problem };
        continue;
      }
      try {
        yield isRetrieval(row, dialect)
          ? createRetrievalTask(row)
          : createLettaTask(readLettaSample(row, number, suite.path), suite, folder(), grader);
      } catch (error) {
        if (!(error instanceof RowFault)) throw error;
        yield rejectRow(row, error.message);
      }
    }
  },
};

/** Tells a row of the retrieval dialect. @throws {RowFault} if it is of neither */
function isRetrieval({ fields }: BenchmarkRow, dialect: string | undefined): boolean {
  if (dialect !== undefined) return dialect === 'retrieval';
  if (Object.hasOwn(fields, 'gold_context')) return true;
  if (Object.hasOwn(fields, 'input') || Object.hasOwn(fields, 'prompt')) return false;
  throw new RowFault('it has neither gold_context (retrieval) nor input (letta)');
}

/**
 * Creates a function that reads the files of a suite when they are first needed.
 *
 * @throws {UserError} if there is no such folder, or the rows lie in it: they hold the answers, and agents see the
 *   files
 */
function createFolderReader(folder: string | undefined, rows: string): () => FolderFiles {
  if (folder === undefined) return () => new Map();
  const path = resolve(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`${folder}: no such folder`, 'Name the folder with the files of the suite.');
  if (!/^\.\.(\/|$)/.test(relative(realpathSync(path), realpathSync(rows))))
    throw new UserError(
      `${folder}: the rows lie in this folder, and agents would read their answers`,
      'Name a folder that has the files only.',
    );
  let read: FolderFiles | undefined;
  return () => {
    read ??= readFolderFiles(path);
    return read;
  };
}

const isGivenText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function rejectRow({ place, fields }: BenchmarkRow, reason: string): AdapterOutcome {
  const id = [fields.sample_id, fields.instance_id, fields.id].find(isGivenText);
  return { place, ...omitUndefined({ id: id?.slice(0, 200) }), reason };
}
