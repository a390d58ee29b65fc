import { stringify } from 'yaml';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { UserError } from '../../../contract/input/user_error.js';
import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';
import {
  createJobName,
  createReportArguments,
  createShardArguments,
  type JobFileRequest,
  MERGED_REPORT_FOLDER,
  SHARD_FOLDER,
} from './job_file_request.js';
import { renderKubernetesJob } from './render_kubernetes_job.js';

/** Engines that a plan can be rendered for. GitHub needs no file: its workflow reads the matrix of `plan --json`. */
export const JOB_FILE_FORMATS = ['gitlab', 'kubernetes-job', 'slurm-array'] as const;
type JobFileFormat = (typeof JOB_FILE_FORMATS)[number];

/** Engine that runs a container or process per shard. */
interface JobFileSpec {
  /** Default name of the file. */
  file: string;
  /** Most shards that the engine takes in one file, as it is installed. */
  most_shards: number;
  /** `required`: jobs have no other program; `none`: jobs run on the machine itself. */
  image: 'required' | 'optional' | 'none';
  /** Returns the lines that say how the file is used. */
  usage(file: string, request: JobFileRequest): string[];
  render(request: JobFileRequest): string;
}

const JOB_FILE_SPECS: Record<JobFileFormat, JobFileSpec> = {
  gitlab: {
    file: 'gatebench.gitlab-ci.yml',
    most_shards: 200,
    image: 'optional',
    usage: (file) => [`Name it in .gitlab-ci.yml:  include: ${file}`],
    render: renderGitlabPipeline,
  },
  'kubernetes-job': {
    file: 'gatebench-job.yml',
    most_shards: 10_000,
    image: 'required',
    // `kubectl wait` waits for one condition: it would never end for a job that fails, or for one that does not.
    usage: (file, { name }) => [
      `kubectl apply -f ${file}`,
      `until kubectl get job/${createJobName(name)}-shards -o jsonpath='{.status.conditions[*].type}' \\`,
      `  | grep -Ewq 'Complete|Failed'; do sleep 30; done`,
      `kubectl patch job/${createJobName(name)}-report -p '{"spec":{"suspend":false}}'`,
    ],
    render: renderKubernetesJob,
  },
  'slurm-array': {
    file: 'gatebench.sbatch',
    most_shards: 1000,
    image: 'none',
    usage: (file, request) => [
      `id=$(sbatch --parsable ${file})`,
      `sbatch --dependency=afterany:$id --wrap ${quoteShellText(quoteCommand(createReportArguments(request)))}`,
    ],
    render: renderSlurmArray,
  },
};

/** Returns the default name of a format's file. */
export const getJobFileName = (format: JobFileFormat): string => JOB_FILE_SPECS[format].file;

/** Returns the most shards that an engine takes. */
export const getMostShards = (format: JobFileFormat): number => JOB_FILE_SPECS[format].most_shards;

/**
 * Renders the file with which an engine runs every shard of a plan, with a head that says how it is used.
 *
 * @param file name of the file, for the head
 * @throws {UserError} if the engine needs an image and none is named, or has none and one is
 */
export function renderJobFile(format: JobFileFormat, file: string, request: JobFileRequest): string {
  const spec = JOB_FILE_SPECS[format];
  if (spec.image === 'required' && request.image === undefined)
    throw new UserError(
      `--format ${format} needs an image in which gatebench, Node, git and bubblewrap are`,
      'Name it with --image NAME@sha256:….',
    );
  if (spec.image === 'none' && request.image !== undefined)
    throw new UserError(`--format ${format} has no image: its jobs run on the machine itself`, 'Leave --image out.');
  const head = [
    `Study ${request.name}: ${request.shards} shards of the plan ${request.plan_path}, digest ${request.digest}.`,
    ...spec.usage(quoteShellText(file), request),
  ].map((line) => `# ${line.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')}\n`);
  const text = spec.render(request);
  // A script begins with the line that names its interpreter.
  const [first, ...rest] = text.split('\n');
  return text.startsWith('#!') ? `${first}\n${head.join('')}${rest.join('\n')}` : head.join('') + text;
}

/**
 * Renders a pipeline of GitLab: a job that plans, one job per shard (`parallel`), and a job that reports.
 *
 * The first job makes the plan again, which gives the same bytes. Provider's keys are variables of the project.
 */
function renderGitlabPipeline(request: JobFileRequest): string {
  const { program, study_arguments, plan_arguments, plan_path, shards, image } = request;
  const plan = [...program, 'plan', ...study_arguments, ...plan_arguments, '--out', plan_path];
  const index = shards === 1 ? '1' : '$CI_NODE_INDEX';
  const shard = `--shard "${index}/${shards}" --out "${SHARD_FOLDER}/${index}"`;
  return stringify(
    {
      stages: ['plan', 'shards', 'report'],
      ...omitUndefined({ default: image === undefined ? undefined : { image } }),
      'gatebench-plan': {
        stage: 'plan',
        script: [quoteCommand(plan)],
        artifacts: { paths: [plan_path], expire_in: '30 days' },
      },
      'gatebench-shard': {
        stage: 'shards',
        ...omitUndefined({ parallel: shards === 1 ? undefined : shards }),
        timeout: '6 hours',
        // A job that was lost runs again; one whose script failed does not.
        retry: { max: 2, when: ['runner_system_failure', 'stuck_or_timeout_failure', 'scheduler_failure'] },
        script: [`${quoteCommand(createShardArguments(request))} ${shard}`],
        artifacts: { when: 'always', paths: [`${SHARD_FOLDER}/`], expire_in: '30 days' },
      },
      'gatebench-report': {
        stage: 'report',
        when: 'always',
        script: [quoteCommand(createReportArguments(request))],
        artifacts: { when: 'always', paths: [`${MERGED_REPORT_FOLDER}/`], expire_in: '90 days' },
      },
    },
    { lineWidth: 0 },
  );
}

const quoteCommand = (words: readonly string[]) => words.map(quoteShellText).join(' ');

/** Most tasks of the array that run side by side, unless the file is edited. */
const PARALLEL_TASKS = 20;

/**
 * Renders a batch script of Slurm whose array has a task per shard. It is submitted in a clone of the repository that
 * all nodes see; providers' keys are variables of the environment of `sbatch`.
 */
function renderSlurmArray(request: JobFileRequest): string {
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
