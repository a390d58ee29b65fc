import { stringify } from 'yaml';
import { quoteShellText } from '../../../project/parsing/quote_shell_text.js';
import {
  createReportArguments,
  createShardArguments,
  type JobFileRequest,
  MERGED_REPORT_FOLDER,
  SHARD_FOLDER,
} from './job_file_request.js';

/**
 * Renders a pipeline of GitLab: a job that plans, one job per shard (`parallel`), and a job that reports.
 *
 * The first job makes the plan again, which gives the same bytes. Provider's keys are variables of the project.
 */
export function renderGitlabPipeline(request: JobFileRequest): string {
  const { program, study_arguments, plan_arguments, plan_path, shards, image } = request;
  const plan = [...program, 'plan', ...study_arguments, ...plan_arguments, '--out', plan_path];
  const index = shards === 1 ? '1' : '$CI_NODE_INDEX';
  const shard = `--shard "${index}/${shards}" --out "${SHARD_FOLDER}/${index}"`;
  return stringify(
    {
      stages: ['plan', 'shards', 'report'],
      ...(image === undefined ? {} : { default: { image } }),
      'gatebench-plan': {
        stage: 'plan',
        script: [quoteCommand(plan)],
        artifacts: { paths: [plan_path], expire_in: '30 days' },
      },
      'gatebench-shard': {
        stage: 'shards',
        ...(shards === 1 ? {} : { parallel: shards }),
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
