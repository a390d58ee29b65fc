import { wayOutOf } from './caller_network.js';
import type { WayOutOrder } from './way_out.js';

/**
 * What an Action is told through the environment. It is read once and then taken out of the environment of this process,
 * so that no child can inherit a token, an input or a file command of the runner (GITHUB_ENV, GITHUB_PATH, …).
 */
export interface ActionEnvironment {
  repository: string;
  sha: string;
  event_name: string;
  event_path: string;
  api_url: string;
  workspace: string;
  /** PATH, with what earlier steps have added to it (setup-node, setup-python, …): where tools are looked for */
  search_path: string;
  way_out: WayOutOrder;
  summary_file: string | undefined;
  /** link to the workflow run; undefined outside a workflow */
  run_url: string | undefined;
}

const PRIVATE = /^(?:INPUT_|ACTIONS_|RUNNER_|GITHUB_)|_TOKEN$|^GH_/;

/** Reads what the runner says. Nothing is required: outside a workflow the values are empty. */
export function readEnvironment(env: NodeJS.ProcessEnv): ActionEnvironment {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository = '', GITHUB_RUN_ID: run } = env;
  return {
    repository,
    sha: env.GITHUB_SHA ?? '',
    event_name: env.GITHUB_EVENT_NAME ?? '',
    event_path: env.GITHUB_EVENT_PATH ?? '',
    api_url: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace: env.GITHUB_WORKSPACE ?? '',
    search_path: env.PATH ?? '',
    way_out: wayOutOf(env),
    summary_file: env.GITHUB_STEP_SUMMARY || undefined,
    run_url: server && repository && run ? `${server}/${repository}/actions/runs/${run}` : undefined,
  };
}

/** Takes everything private out of `env`; the returned function puts back what the toolkit needs to set outputs. */
export function conceal(env: NodeJS.ProcessEnv): () => void {
  const output = env.GITHUB_OUTPUT;
  for (const name of Object.keys(env)) if (PRIVATE.test(name)) delete env[name];
  return () => {
    if (output !== undefined) env.GITHUB_OUTPUT = output;
  };
}
