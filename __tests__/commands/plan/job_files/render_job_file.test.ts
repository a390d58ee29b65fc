import { chmodSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { Job } from 'kubernetes-models/batch/v1';
import { parse, parseAllDocuments } from 'yaml';
import {
  createReportArguments,
  createShardArguments,
  type JobFileRequest,
} from '../../../../src/commands/plan/job_files/job_file_request.js';
import { JOB_FILE_FORMATS, renderJobFile } from '../../../../src/commands/plan/job_files/render_job_file.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

const gitlabCiLocal = createRequire(import.meta.url).resolve('gitlab-ci-local/dist/index.js');

/** A program that prints the words it was started with, each on a line of its own as JSON. */
const PRINT = ['node', '-e', 'for (const word of process.argv.slice(1)) console.log(JSON.stringify(word))', '--'];

function givenRequest(changes: Partial<JobFileRequest> = {}): JobFileRequest {
  return {
    name: 'Night of agents',
    digest: 'ab'.repeat(32),
    plan_path: 'plan.json',
    shards: 3,
    program: PRINT,
    study_arguments: ['--suite=gatebench.yml'],
    plan_arguments: ['--max-shards', '3'],
    image: undefined,
    ...changes,
  };
}

const printedWords = (stdout: string): string[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('"'))
    .map((line) => JSON.parse(line));
const shardWords = (request: JobFileRequest, shard: number) => [
  ...createShardArguments(request).slice(PRINT.length),
  '--shard',
  `${shard}/${request.shards}`,
  '--out',
  `gatebench-shards/${shard}`,
];

/** Puts values in place of `$(NAME)` as the kubelet does; `$$` is one `$`. */
const expandReferences = (word: string) =>
  word.replace(/\$\$|\$\(([^)]*)\)/g, (found) => (found === '$$' ? '$' : 'EXPANDED'));

/** Runs a rendered shard as its engine would. Returns the words that gatebench was started with. */
const RUNS: Record<(typeof JOB_FILE_FORMATS)[number], (text: string, shard: number) => Promise<string[]>> = {
  async gitlab(text, shard) {
    const script = parse(text)['gatebench-shard'].script as string[];
    const { stdout } = await execa('bash', ['-euo', 'pipefail', '-c', script.join('\n')], {
      env: { CI_NODE_INDEX: String(shard) },
    });
    return printedWords(stdout);
  },
  async 'kubernetes-job'(text, shard) {
    const { command } = parseAllDocuments(text)[0]!.toJS().spec.template.spec.containers[0];
    const [program, ...words] = (command as string[]).map(expandReferences);
    const { stdout } = await execa(program!, words, { env: { JOB_COMPLETION_INDEX: String(shard - 1) } });
    return printedWords(stdout);
  },
  async 'slurm-array'(text, shard) {
    const script = join(givenRoom(), 'job');
    writeFileSync(script, text);
    chmodSync(script, 0o755);
    const { stdout } = await execa(script, { env: { SLURM_ARRAY_TASK_ID: String(shard) } });
    return printedWords(stdout);
  },
};

const imageFor = (format: string) => (format === 'kubernetes-job' ? 'bench@sha256:00' : undefined);

describe.each(JOB_FILE_FORMATS)('--format %s', (format) => {
  it('starts every shard with its number and the arguments of the study', async () => {
    const request = givenRequest({ image: imageFor(format) });
    const text = renderJobFile(format, 'jobs', request);
    for (const shard of [1, 3]) expect(await RUNS[format](text, shard)).toEqual(shardWords(request, shard));
  });

  it('one shard is shard 1/1', async () => {
    const request = givenRequest({ shards: 1, image: imageFor(format) });
    expect(await RUNS[format](renderJobFile(format, 'jobs', request), 1)).toEqual(shardWords(request, 1));
  });

  it('hands over any argument as it is, and runs nothing that stands in one', async () => {
    const word = fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        '$',
        '(',
        ')',
        '`',
        '\\',
        ' ',
        '{',
        '}',
        '%',
        '!',
        '#',
        '-',
        '*',
        'é',
        'a',
        ';',
        '&',
        '|',
        ':',
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), async (study_arguments) => {
        const request = givenRequest({ study_arguments, image: imageFor(format) });
        expect(await RUNS[format](renderJobFile(format, 'jobs', request), 2)).toEqual(shardWords(request, 2));
      }),
      { numRuns: 12, examples: [[['$(HOME)', '$$HOME', '`id`', "'; id; '", '$$(A)']]] },
    );
  });

  it('a name of many lines stays in the comment at the head', () => {
    const text = renderJobFile(format, 'jobs', givenRequest({ name: 'a\nrm -rf /\u2028b', image: imageFor(format) }));
    expect(text.split('\n').filter((line) => line.includes('rm -rf'))).toEqual([
      expect.stringMatching(/^# Study a rm -rf \/ b: 3 shards/),
    ]);
  });
});

describe('kubernetes-job', () => {
  const jobs = () =>
    parseAllDocuments(
      renderJobFile('kubernetes-job', 'jobs', givenRequest({ image: 'bench@sha256:00', shards: 256 })),
    ).map((one) => one.toJS());

  it('both jobs fit the schema of Kubernetes', () => {
    for (const job of jobs()) expect(() => new Job(job).validate()).not.toThrow();
    expect(() => new Job({ ...jobs()[0], spec: { completions: 'many' } } as never).validate()).toThrow();
  });

  it('shards are indexed, lost pods run again, and the report gets no keys', () => {
    const [shards, report] = jobs();
    expect(shards.spec).toMatchObject({
      completions: 256,
      completionMode: 'Indexed',
      parallelism: 20,
      backoffLimitPerIndex: 2,
      maxFailedIndexes: 256,
    });
    expect(shards.spec.template.spec.containers[0].envFrom).toEqual([
      { secretRef: { name: 'gatebench', optional: true } },
    ]);
    expect(report.spec).toMatchObject({ suspend: true, backoffLimit: 0 });
    expect(report.spec.template.spec.containers[0]).not.toHaveProperty('envFrom');
    expect(report.spec.template.spec.containers[0].command).toEqual(createReportArguments(givenRequest()));
  });

  it('a shard that gatebench itself ended is not run again, one that was displaced does not count', () => {
    expect(jobs()[0].spec.podFailurePolicy.rules).toEqual([
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailIndex', onExitCodes: { operator: 'In', values: [1, 2, 3] } },
    ]);
  });

  it.each(['Complete', 'FailureTarget Failed'])('the report begins when the shards have ended as %s', async (ended) => {
    const text = renderJobFile('kubernetes-job', 'jobs', givenRequest({ image: 'bench@sha256:00' }));
    const head = text.split('\n').filter((line) => line.startsWith('# '));
    const wait = head
      .slice(
        head.findIndex((line) => line.includes('until')),
        -1,
      )
      .map((line) => line.slice(2))
      .join('\n');
    const room = givenRoom();
    writeFileSync(join(room, 'kubectl'), `#!/bin/sh\necho "${ended}"\n`, { mode: 0o755 });
    const path = `${room}:${process.env.PATH}`;
    const run = await execa('bash', ['-euo', 'pipefail', '-c', wait], { env: { PATH: path }, timeout: 10_000 });
    expect(run.exitCode).toBe(0);
    expect(head.at(-1)).toContain('kubectl patch job/gatebench-night-of-agents-report');
  });

  it('needs an image', () => {
    expect(() => renderJobFile('kubernetes-job', 'jobs', givenRequest())).toThrow(/needs an image/);
  });
});

describe('gitlab', () => {
  it('a pipeline that fits the schema of GitLab plans, runs every shard, and reports also when a shard failed', async () => {
    const room = givenRoom();
    const file = renderJobFile('gitlab', '.gitlab-ci.yml', givenRequest());
    writeFileSync(join(room, '.gitlab-ci.yml'), file);
    await execa('git', ['init', '-q', '-b', 'main', room]);
    await execa('git', ['-C', room, 'remote', 'add', 'origin', 'git@gitlab.example:acme/shop.git']);
    // The program is made for Node 22, and needs one method more than Node 20 has.
    const shim = join(room, 'shim.mjs');
    writeFileSync(shim, 'Set.prototype.union ??= function (other) { return new Set([...this, ...other]); };');
    const list = ['--import', shim, gitlabCiLocal, '--list-csv'];
    const listed = await execa(process.execPath, list, { cwd: room, env: { HOME: room } });
    expect(listed.stderr).toContain('json schema validated');
    const rows = listed.stdout.split('\n').map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
    expect(rows.slice(1).map(([name, stage, when]) => [name, stage, when])).toEqual([
      ['gatebench-plan', 'plan', 'on_success'],
      ...[1, 2, 3].map((n) => [`gatebench-shard: [${n}/3]`, 'shards', 'on_success']),
      ['gatebench-report', 'report', 'always'],
    ]);
  });
});

describe('slurm-array', () => {
  it('says its array and limits in lines that sbatch reads', () => {
    const lines = renderJobFile('slurm-array', 'jobs', givenRequest()).split('\n');
    expect(lines[0]).toBe('#!/bin/sh');
    expect(lines.filter((line) => line.startsWith('#SBATCH'))).toEqual([
      '#SBATCH --job-name=gatebench-night-of-agents',
      '#SBATCH --array=1-3%3',
      '#SBATCH --output=gatebench-shard-%a.log',
      '#SBATCH --cpus-per-task=2',
      '#SBATCH --mem=4G',
      '#SBATCH --time=06:00:00',
      '#SBATCH --requeue',
    ]);
  });

  it('has no image', () => {
    expect(() => renderJobFile('slurm-array', 'jobs', givenRequest({ image: 'x' }))).toThrow(/has no image/);
  });
});
