import { UserError } from '../../../contract/input/user_error.js';
import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';
import { createJobName, createReportArguments, type JobFileRequest } from './job_file_request.js';
import { renderGitlabPipeline } from './render_gitlab_pipeline.js';
import { renderKubernetesJob } from './render_kubernetes_job.js';
import { renderSlurmArray } from './render_slurm_array.js';

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
      `sbatch --dependency=afterany:$id --wrap ${quoteShellText(createReportArguments(request).map(quoteShellText).join(' '))}`,
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
