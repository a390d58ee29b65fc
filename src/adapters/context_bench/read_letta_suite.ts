import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { isKeepablePath } from '../../contract/input/get_workspace_root.js';
import { UserError } from '../../contract/input/user_error.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { chooseLettaGrading, type LettaGrading } from './letta_grader.js';

/** Suite of letta-evals, or the lack of one. */
export interface LettaSuite {
  name: string;
  /** File of the samples. */
  dataset: string;
  /** Path of the suite; undefined = rows without one. */
  path: string | undefined;
  grading: LettaGrading;
  max_samples: number | undefined;
  /** Seconds that one sample may take. */
  timeout_sec: number | undefined;
  memory_mb: number | undefined;
  /** Folder with the files of the suite, where there is one beside it. */
  files: string | undefined;
  notes: readonly string[];
}

/** Largest suite file, in bytes. */
const MAX_BYTES = 2 ** 20;

/**
 * Reads a suite of letta-evals.
 *
 * @throws {UserError} if it is no suite, or its samples do not lie beside it
 */
export function readLettaSuite(path: string): LettaSuite {
  const shown = basename(path);
  let value: unknown;
  try {
    value = parse(readRegularFile(path, MAX_BYTES).toString('utf8'), { maxAliasCount: 100 });
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw new UserError(`${shown}  is no YAML: ${first.slice(0, 200)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UserError(`${shown}  has no fields`, 'Give a suite of letta-evals, or a file of rows.');
  const { name, dataset, graders, reward, max_samples, target, sandbox, setup_script } = value as Record<
    string,
    unknown
  >;
  if (typeof dataset !== 'string' || !isKeepablePath(dataset) || dataset.includes('\\'))
    throw new UserError(`${shown}  dataset is no path of a file beside the suite`, 'Give the file of rows itself.');
  const file = join(dirname(path), dataset);
  if (!existsSync(file))
    throw new UserError(`${shown}  its dataset ${dataset} is not there`, 'Give the file of rows itself.');
  const folder = join(dirname(path), 'files');
  return {
    name: typeof name === 'string' && name !== '' ? name : shown.replace(/\.ya?ml$/i, ''),
    dataset: file,
    path,
    grading: chooseLettaGrading(graders, reward, path),
    max_samples: toCount(max_samples),
    timeout_sec: toCount((target as Record<string, unknown> | undefined)?.timeout),
    memory_mb: toCount((sandbox as Record<string, unknown> | undefined)?.memory_mb),
    files: existsSync(folder) ? folder : undefined,
    notes: setup_script === undefined ? [] : ['setup_script is left out: it prepares a service of the benchmark'],
  };
}

/** Creates the suite of a file of rows that is read without one. */
export const createBareSuite = (path: string): LettaSuite => ({
  name: basename(path).replace(/\.[a-z]+$/i, ''),
  dataset: path,
  path: undefined,
  grading: { problem: 'a row has no grader: give the suite (YAML), or name a grader with --grader' },
  ...{ max_samples: undefined, timeout_sec: undefined, memory_mb: undefined, files: undefined, notes: [] },
});

const toCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.ceil(value) : undefined;
