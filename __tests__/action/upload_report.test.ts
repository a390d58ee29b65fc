import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActionInputs } from '../../src/action/action_inputs.js';
import { uploadReport } from '../../src/action/upload_report.js';
import { cleanUp, givenRoom } from '../given.js';
import { givenServices } from './runner/given_services.js';
import { type RunnerServicesFake, startRunnerServices } from './runner/runner_services_fake.js';

let fake: RunnerServicesFake;
let workspace: string;
beforeEach(async () => {
  fake = await startRunnerServices();
  workspace = join(givenRoom(), 'acme/shop');
  mkdirSync(join(workspace, 'gatebench-out'), { recursive: true });
  writeFileSync(join(workspace, 'credentials.json'), '{}');
  writeFileSync(join(workspace, 'gatebench-out/report.md'), '# report\n');
});
afterEach(() => fake.close());
afterAll(cleanUp);

const run_url = 'https://github.test/acme/shop/actions/runs/42';
const out = { log() {}, signal: new AbortController().signal };
const upload = (given: Record<string, string>, more: object = {}) =>
  uploadReport(
    readActionInputs((name) => given[name] ?? ''),
    { services: { ...givenServices(fake), ...more }, run_url, workspace },
    out,
  );

describe('the upload of a report', () => {
  it.each([
    ['the workspace', (): string => workspace],
    ['a folder above it', (): string => join(workspace, '../..')],
    [
      'a link to the workspace',
      (): string => {
        symlinkSync(workspace, `${workspace}-link`);
        return `${workspace}-link`;
      },
    ],
  ])('leaves out %s, which holds what earlier steps left, and says so', async (_, folder) => {
    const { artifact, warnings } = await upload({ out: folder() });
    expect([artifact, fake.requests]).toEqual([undefined, []]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^The report was not uploaded: .* holds the workspace of the job. Name another folder as `out`.$/,
      ),
    ]);
  });

  it('takes a folder in the workspace, and one beside it whose name begins like it', async () => {
    const beside = `${workspace}-out`;
    mkdirSync(beside);
    writeFileSync(join(beside, 'report.md'), '# report\n');
    for (const folder of [join(workspace, 'gatebench-out'), beside])
      expect((await upload({ out: folder })).warnings).toEqual([]);
    expect([...fake.artifacts.keys()]).toEqual(['gatebench-run', 'gatebench-run-2']);
  });

  it('ends after a time for all of it, with a warning', async () => {
    fake.fail({ on: /CreateArtifact/, hang: true, times: 9 });
    const { warnings } = await upload({ out: join(workspace, 'gatebench-out') }, { report_ms: 100 });
    expect(warnings).toEqual([expect.stringContaining('The report was not uploaded: it took more than ')]);
  });
});
