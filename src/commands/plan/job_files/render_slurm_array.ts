import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';
import { createJobName, createShardArguments, type JobFileRequest, SHARD_FOLDER } from './job_file_request.js';

/** Most tasks of the array that run side by side, unless the file is edited. */
const PARALLEL_TASKS = 20;

/**
 * Renders a batch script of Slurm whose array has a task per shard. It is submitted in a clone of the repository that
 * all nodes see; providers' keys are variables of the environment of `sbatch`.
 */
export function renderSlurmArray(request: JobFileRequest): string {
  const { shards, name } = request;
  const side_by_side = Math.min(shards, PARALLEL_TASKS);
  return `${[
    '#!/bin/sh',
    `#SBATCH --job-name=${createJobName(name)}`,
    `#SBATCH --array=1-${shards}%${side_by_side}`,
    '#SBATCH --output=gatebench-shard-%a.log',
    '#SBATCH --cpus-per-task=2',
    '#SBATCH --mem=4G',
    '#SBATCH --time=06:00:00',
    '#SBATCH --requeue',
    `exec ${createShardArguments(request).map(quoteShellText).join(' ')} \\`,
    `  --shard "$SLURM_ARRAY_TASK_ID/${shards}" --out "${SHARD_FOLDER}/$SLURM_ARRAY_TASK_ID"`,
  ].join('\n')}\n`;
}
