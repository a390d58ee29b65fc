import type { OutboundOptions } from '../commands/io/read_outbound_network.js';
import { readCallerNetwork } from './read_caller_network.js';

/**
 * Environment of an Action, read once and then removed from the process, so that no child inherits a token, an input
 * or a file command of the runner (GITHUB_ENV, GITHUB_PATH, …).
 */
export interface ActionEnvironment {
  repository: string;
  sha: string;
  event_name: string;
  event_path: string;
  /** User who triggered the workflow; empty outside of one. */
  actor: string;
  api_url: string;
  workspace: string;
  /** PATH, including what earlier steps added to it (setup-node, setup-python, …); tools are searched there. */
  search_path: string;
  /** True on a runner of GitHub Actions, whose machine the job may change. */
  is_runner: boolean;
  way_out: OutboundOptions;
  summary_file: string | undefined;
  /** Link to the workflow run; undefined outside of one. */
  run_url: string | undefined;
}

const PRIVATE_VARIABLE = /^(?:INPUT_|ACTIONS_|RUNNER_|GITHUB_)|_TOKEN$|^GH_/;

/** Reads the runner's variables. None is required: outside of a workflow the values are empty. */
export function readActionEnvironment(env: NodeJS.ProcessEnv): ActionEnvironment {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run } = env;
  return {
    repository,
    sha: env.GITHUB_SHA ?? '',
    event_name: env.GITHUB_EVENT_NAME ?? '',
    actor: env.GITHUB_TRIGGERING_ACTOR ?? env.GITHUB_ACTOR ?? '',
    event_path: env.GITHUB_EVENT_PATH ?? '',
    api_url: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace: env.GITHUB_WORKSPACE ?? '',
    search_path: env.PATH ?? '',
    is_runner: env.GITHUB_ACTIONS === 'true',
    way_out: readCallerNetwork(env),
    summary_file: env.GITHUB_STEP_SUMMARY || undefined,
    run_url: server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined,
  };
}

/**
 * Removes private variables from `env`.
 *
 * @returns a function that restores the variable which the toolkit needs to set outputs
 */
export function scrubEnvironment(env: NodeJS.ProcessEnv): () => void {
  const output = env.GITHUB_OUTPUT;
  for (const name of Object.keys(env)) if (PRIVATE_VARIABLE.test(name)) delete env[name];
  return () => {
    if (output !== undefined) env.GITHUB_OUTPUT = output;
  };
}
