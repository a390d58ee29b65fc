import { readRunnerServices } from '../../../src/action/runner/runner_services.js';
import { createRuntimeToken, JOB_ID, RUN_ID } from './runner_services_fake.js';

const given = (more: Record<string, string | undefined> = {}) =>
  readRunnerServices({
    GITHUB_ACTIONS: 'true',
    ACTIONS_RESULTS_URL: 'https://results-receiver.actions.githubusercontent.com/some/path/',
    ACTIONS_RUNTIME_TOKEN: createRuntimeToken(),
    ...more,
  });

describe('the services of a runner', () => {
  it('are at the origin of the address, with the ids in the scope of the token', () => {
    expect(given({ ACTIONS_CACHE_SERVICE_V2: 'true', GITHUB_RUN_ATTEMPT: '2', RUNNER_OS: 'Linux' })).toMatchObject({
      url: 'https://results-receiver.actions.githubusercontent.com',
      workflow_run_backend_id: RUN_ID,
      workflow_job_run_backend_id: JOB_ID,
      has_cache: true,
      is_rerun: true,
      retention_days: undefined,
      platform: 'Linux-unknown',
    });
    expect(given({ GITHUB_SERVER_URL: 'https://acme.ghe.com' })).toMatchObject({ has_cache: false, is_rerun: false });
  });

  it('are none outside of a workflow, without a word', () => {
    expect(readRunnerServices({})).toBeUndefined();
  });

  it.each([
    ['this runner offers no', { ACTIONS_RUNTIME_TOKEN: undefined }],
    ['Enterprise Server offers no', { GITHUB_SERVER_URL: 'https://github.acme.example' }],
    ['Enterprise Server offers no', { GITHUB_SERVER_URL: 'https://notgithub.com' }],
    ['an unknown form', { ACTIONS_RUNTIME_TOKEN: 'a.b.c' }],
    ['an unknown form', { ACTIONS_RUNTIME_TOKEN: createRuntimeToken('Actions.Results:only-one') }],
    ['an unknown form', { ACTIONS_RESULTS_URL: 'nowhere' }],
  ])('say why there are none: %s', (because, more) => {
    expect(given(more)).toContain(because);
  });
});
