import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { callRunnerService } from '../../../src/action/runner/call_runner_service.js';
import { uploadBlocks } from '../../../src/action/runner/upload_blocks.js';
import { givenServices } from './given_services.js';
import { type RunnerServicesFake, startRunnerServices } from './runner_services_fake.js';

let fake: RunnerServicesFake;
beforeEach(async () => {
  fake = await startRunnerServices();
});
afterEach(() => fake.close());

const { signal } = new AbortController();
const BLOCK = Buffer.alloc(8 * 2 ** 20, 1);

/** Opens an artifact. @returns its signed address */
async function openArtifact(): Promise<string> {
  const services = givenServices(fake);
  const { workflow_run_backend_id, workflow_job_run_backend_id } = services;
  const message = { workflow_run_backend_id, workflow_job_run_backend_id, name: 'a', version: 7 };
  const schema = z.object({ signed_upload_url: z.string() });
  const created = await callRunnerService(services, 'ArtifactService/CreateArtifact', message, schema, signal);
  return created.signed_upload_url;
}

it('a block that fails while the next one is read ends the upload at once, with its own reason', async () => {
  const url = await openArtifact();
  fake.fail({ on: /comp=block$/, status: 403 });
  const reads: string[] = [];
  async function* readSlowly() {
    reads.push('first');
    yield BLOCK;
    while (fake.requests[1]?.status !== 403) await turn();
    // Each answer of the same server comes after the one before: the block's has arrived.
    for (let number = 0; number < 3; number++) await (await fetch(`${fake.url}/blobs/none`)).text();
    reads.push('second');
    yield BLOCK;
    reads.push('third');
    yield BLOCK;
  }
  await expect(uploadBlocks(givenServices(fake), url, readSlowly(), 'text/plain', signal)).rejects.toThrow(
    'the storage refused its signed address (403).',
  );
  expect(reads).toEqual(['first', 'second']);
  expect(fake.requests.filter(({ path }) => path.includes('comp=blocklist'))).toEqual([]);
});
