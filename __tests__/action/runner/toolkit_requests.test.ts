import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { startRunnerServices } from './runner_services_fake.js';
import { normalizeRequests, TOOLKIT_REQUESTS } from './toolkit_requests.js';

/** Folder in which @actions/artifact and @actions/cache are installed; they are too large for a dependency. */
const toolkit = process.env.GATEBENCH_TOOLKIT;
const given = where('toolkit');

afterAll(cleanUp);

describe("GitHub's own packages", () => {
  given('pass the server, and send what the fixture says', async () => {
    const folder = givenRoom();
    mkdirSync(join(folder, 'sub'));
    for (const name of ['report.md', 'sub/results.jsonl']) writeFileSync(join(folder, name), '{}\n');
    const script = `
      import { DefaultArtifactClient } from '@actions/artifact';
      import * as cache from '@actions/cache';
      process.chdir(process.env.RUNNER_TEMP);
      const files = ['report.md', 'sub/results.jsonl'].map((name) => process.cwd() + '/' + name);
      await new DefaultArtifactClient().uploadArtifact('gatebench', files, process.cwd(), { retentionDays: 7 });
      await cache.saveCache(['sub'], 'layers-Linux-X64-abc');
      await cache.restoreCache(['sub'], 'layers-Linux-X64-none', ['layers-Linux-X64-']);`;
    const fake = await startRunnerServices();
    try {
      await execa(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: toolkit!,
        env: {
          ACTIONS_RUNTIME_TOKEN: fake.token,
          ACTIONS_RESULTS_URL: fake.url,
          ACTIONS_CACHE_SERVICE_V2: 'true',
          RUNNER_TEMP: folder,
          GITHUB_WORKSPACE: folder,
          GITHUB_SERVER_URL: 'https://github.com',
        },
      });
    } finally {
      await fake.close();
    }
    expect(normalizeRequests(fake.requests)).toEqual([...TOOLKIT_REQUESTS.artifact, ...TOOLKIT_REQUESTS.cache]);
  });
});
