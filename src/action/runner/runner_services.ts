/** Services of the runner for artifacts and caches, with the token of the job. */
export interface RunnerServices {
  /** Origin of the service, without a path. */
  url: string;
  token: string;
  /** Ids of run and job, out of the scope of the token. */
  workflow_run_backend_id: string;
  workflow_job_run_backend_id: string;
  /** True if the service for caches is there. */
  has_cache: boolean;
  /** True if the run was started again: an artifact of an earlier attempt may be replaced. */
  is_rerun: boolean;
  /** Most days that the repository keeps an artifact; undefined = not known. */
  retention_days: number | undefined;
  /** Operating system and architecture of the runner, such as "Linux-X64". */
  platform: string;
  /** Time before the first repetition of a request, in milliseconds; each further one waits half as long again. */
  pause_ms: number;
  /** Most time for the upload of a report with all repetitions, in milliseconds. */
  report_ms: number;
  /** Most time in which layers are restored, or saved, in milliseconds. */
  layers_ms: number;
}

/** Variables of the runner. */
type RunnerVariables = Readonly<Record<string, string | undefined>>;

const PAUSE_MS = 3_000;
const REPORT_MS = 15 * 60_000;
const LAYERS_MS = 5 * 60_000;

/**
 * Reads the services of the runner from its variables.
 *
 * @returns why there are none, as a clause; undefined outside of GitHub Actions
 */
export function readRunnerServices(env: RunnerVariables): RunnerServices | string | undefined {
  const { ACTIONS_RESULTS_URL: address, ACTIONS_RUNTIME_TOKEN: token } = env;
  if (!address || !token)
    return env.GITHUB_ACTIONS === 'true' ? 'this runner offers no service for artifacts and caches' : undefined;
  if (!hasServices(env.GITHUB_SERVER_URL || 'https://github.com'))
    return 'GitHub Enterprise Server offers no such service for artifacts and caches';
  const ids = readBackendIds(token);
  const url = readOrigin(address);
  if (!ids || !url) return 'the token or the address that the runner gave to this step has an unknown form';
  const days = Number(env.GITHUB_RETENTION_DAYS);
  return {
    url,
    token,
    ...ids,
    has_cache: Boolean(env.ACTIONS_CACHE_SERVICE_V2),
    is_rerun: Number(env.GITHUB_RUN_ATTEMPT) > 1,
    retention_days: Number.isInteger(days) && days > 0 ? days : undefined,
    platform: `${env.RUNNER_OS || 'unknown'}-${env.RUNNER_ARCH || 'unknown'}`,
    pause_ms: PAUSE_MS,
    report_ms: REPORT_MS,
    layers_ms: LAYERS_MS,
  };
}

/** Returns true for github.com and its variant with data residency, which have the services. */
function hasServices(server: string): boolean {
  try {
    return /^github\.com$|\.ghe\.com$|(^|\.)localhost$/i.test(new URL(server).hostname);
  } catch {
    return false;
  }
}

function readOrigin(address: string): string | undefined {
  try {
    return new URL(address).origin;
  } catch {
    return undefined;
  }
}

/** Reads the ids of run and job from the scope "Actions.Results:<run>:<job>" of the token. The service checks it. */
function readBackendIds(
  token: string,
): Pick<RunnerServices, 'workflow_run_backend_id' | 'workflow_job_run_backend_id'> | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scp?: unknown };
    const scope = String(claims.scp)
      .split(' ')
      .map((each) => each.split(':'))
      .find(([name]) => name === 'Actions.Results');
    const [, workflow_run_backend_id, workflow_job_run_backend_id] = scope ?? [];
    if (!workflow_run_backend_id || !workflow_job_run_backend_id || scope?.length !== 3) return undefined;
    return { workflow_run_backend_id, workflow_job_run_backend_id };
  } catch {
    return undefined;
  }
}
