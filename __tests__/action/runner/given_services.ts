import { type RunnerServices, readRunnerServices } from '../../../src/action/runner/runner_services.js';
import type { RunnerServicesFake } from './runner_services_fake.js';

/** Services as a step of a runner reads them, with short waits. */
export function givenServices(
  { url, token }: Pick<RunnerServicesFake, 'url' | 'token'>,
  more: Record<string, string> = {},
): RunnerServices {
  const services = readRunnerServices({
    GITHUB_ACTIONS: 'true',
    ACTIONS_RESULTS_URL: `${url}/`,
    ACTIONS_RUNTIME_TOKEN: token,
    ACTIONS_CACHE_SERVICE_V2: 'true',
    GITHUB_RETENTION_DAYS: '90',
    RUNNER_OS: 'Linux',
    RUNNER_ARCH: 'X64',
    ...more,
  });
  if (typeof services !== 'object') throw new Error(String(services));
  return { ...services, pause_ms: 1 };
}
