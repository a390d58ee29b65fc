import { randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listArtifactFiles } from '../../../src/action/runner/list_artifact_files.js';
import { uploadArtifact } from '../../../src/action/runner/upload_artifact.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenServices } from './given_services.js';
import { readZip } from './read_zip.js';
import { type RunnerServicesFake, type ServiceFault, startRunnerServices } from './runner_services_fake.js';
import { normalizeRequests, TOOLKIT_REQUESTS } from './toolkit_requests.js';

let fake: RunnerServicesFake;
let folder: string;
beforeEach(async () => {
  fake = await startRunnerServices();
  folder = givenRoom();
  mkdirSync(join(folder, 'runs/a'), { recursive: true });
  writeFileSync(join(folder, 'report.md'), '# report\n');
  writeFileSync(join(folder, 'runs/a/events.jsonl'), '{}\n'.repeat(1000));
});
afterEach(() => fake.close());
afterAll(cleanUp);

const { signal } = new AbortController();
const upload = (more: Record<string, unknown> = {}, env: Record<string, string> = {}) =>
  uploadArtifact(
    givenServices(fake, env),
    { name: 'gatebench', is_named: true, files: listArtifactFiles(folder), now_ms: 0, ...more },
    signal,
  );
const methods = () => fake.requests.map(({ path }) => path.replace(/.*\//, ''));

describe('an artifact', () => {
  it("is uploaded by the requests of GitHub's own package", async () => {
    await upload({ retention_days: 7 });
    expect(normalizeRequests(fake.requests)).toEqual(TOOLKIT_REQUESTS.artifact);
  });

  it('holds every file, but no link and nothing hidden, as actions/upload-artifact has it', async () => {
    symlinkSync('/etc/passwd', join(folder, 'link'));
    symlinkSync('/etc', join(folder, 'linked'));
    writeFileSync(join(folder, '.hidden'), 'x');
    expect(await upload()).toEqual({ name: 'gatebench', id: '1001', bytes: expect.any(Number) });
    const { content, mime_type } = fake.artifacts.get('gatebench')!;
    expect(mime_type).toBe('application/zip');
    expect(await readZip(content)).toEqual({
      'report.md': Buffer.from('# report\n'),
      'runs/a/events.jsonl': Buffer.from('{}\n'.repeat(1000)),
    });
  });

  it('goes in blocks when it is large, and arrives as it was', async () => {
    const large = randomBytes(20 * 2 ** 20);
    writeFileSync(join(folder, 'large'), large);
    await upload();
    expect(methods().filter((path) => path === 'ID?comp=block')).toHaveLength(3);
    expect((await readZip(fake.artifacts.get('gatebench')!.content)).large!.equals(large)).toBe(true);
  });

  it('is kept for no more days than the repository allows', async () => {
    await upload({ retention_days: 400 });
    expect(fake.artifacts.get('gatebench')!.expires_at).toBe('1970-04-01T00:00:00.000Z');
  });

  it('gets a number where nobody chose the name and it is taken', async () => {
    for (const name of ['gatebench', 'gatebench-2', 'gatebench-3'])
      expect(await upload({ is_named: false })).toMatchObject({ name });
  });

  it('replaces that of its name where the run was started again, and otherwise leaves it to the other job', async () => {
    await upload();
    await expect(upload()).rejects.toThrow('this run has an artifact of that name already. Give each job a name');
    expect(fake.artifacts.get('gatebench')!.id).toBe('1001');
    expect(await upload({}, { GITHUB_RUN_ATTEMPT: '2' })).toMatchObject({ name: 'gatebench', id: '1002' });
  });
});

describe('an upload', () => {
  const block = /comp=block$/;
  const passing: [fault: string, fault: ServiceFault][] = [
    ['a server error', { on: /CreateArtifact/, status: 503, times: 4 }],
    ['a limit', { on: /FinalizeArtifact/, status: 429, headers: { 'retry-after': '0' } }],
    ['a broken connection', { on: /CreateArtifact/, reset: true }],
    ['an answer that breaks off', { on: /CreateArtifact/, cut: true }],
    ['an answer that is no JSON', { on: /FinalizeArtifact/, status: 200, body: 'ok' }],
    ['a storage that breaks the connection', { on: block, reset: true, times: 2 }],
    ['a storage that is busy', { on: /comp=blocklist/, status: 500 }],
  ];
  it.each(passing)('goes on after %s', async (_, fault) => {
    fake.fail(fault);
    if (fault.cut || fault.body) {
      // What was done before the answer broke is done: the name is taken by ourselves, or the artifact is complete.
      await upload({ is_named: false });
    } else await upload();
    expect(fake.artifacts.size).toBe(1);
  });

  const ending: [fault: ServiceFault, requests: number, because: string][] = [
    [
      { on: /CreateArtifact/, status: 401, body: { msg: 'expired' } },
      1,
      'GitHub refused the token of this job (401: expired).',
    ],
    [{ on: /CreateArtifact/, status: 403 }, 1, 'GitHub refused the token of this job (403).'],
    [{ on: block, status: 403 }, 2, 'the storage refused its signed address (403).'],
    [
      { on: /CreateArtifact/, status: 403, body: { msg: 'insufficient usage to create artifact' } },
      1,
      'the storage for artifacts is full.',
    ],
    [
      { on: /CreateArtifact/, status: 429, headers: { 'retry-after': '3600' } },
      1,
      "GitHub's rate limit is reached (429).",
    ],
    [{ on: /CreateArtifact/, status: 500, times: 9 }, 5, 'GitHub answered with an error (500).'],
    [{ on: /CreateArtifact/, reset: true, times: 9 }, 5, 'GitHub could not be reached ('],
    [
      { on: /CreateArtifact/, status: 200, body: { ok: true }, times: 9 },
      5,
      'the answer has no valid signed_upload_url',
    ],
    [
      { on: /CreateArtifact/, status: 200, body: { ok: false, x: 'y'.repeat(2 ** 20) }, times: 9 },
      5,
      'more than 1048576 bytes',
    ],
    [
      { on: /CreateArtifact/, status: 302, headers: { location: 'http://127.0.0.1:9/' }, times: 9 },
      5,
      'could not be reached',
    ],
  ];
  it.each(ending)(
    'ends on %j after %i requests, with a reason and without an address',
    async (fault, requests, because) => {
      fake.fail(fault);
      const error = (await upload().catch((thrown) => thrown)) as Error;
      expect([error.message, fake.requests.length]).toEqual([expect.stringContaining(because), requests]);
      expect(error.message).not.toMatch(/sig=|127\.0\.0\.1/);
    },
  );

  it('ends at once when it is interrupted', async () => {
    const stop = new AbortController();
    fake.fail({ on: /CreateArtifact/, status: 503, times: 9 });
    const services = { ...givenServices(fake), pause_ms: 50_000 };
    const uploading = uploadArtifact(
      services,
      { name: 'a', is_named: true, files: listArtifactFiles(folder), now_ms: 0 },
      stop.signal,
    );
    setImmediate(() => stop.abort());
    await expect(uploading).rejects.toThrow('abort');
  });

  it('fails when a file is gone meanwhile', async () => {
    const files = [...listArtifactFiles(folder), { path: join(folder, 'gone'), name: 'gone', bytes: 3 }];
    await expect(upload({ files })).rejects.toThrow('ENOENT');
    expect(fake.artifacts.size).toBe(0);
  });
});
