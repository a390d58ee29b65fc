import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initRepository } from '../../../src/commands/init/init_repository.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import type { CallerQuestion } from '../../../src/commands/io/command_context.js';
import { itInFullWhere } from '../../extent.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);
const cache = join(givenRoom(), 'cache');

const suite = (name: string): GivenFiles => ({
  [`packages/${name}/package.json`]: JSON.stringify({ name, type: 'module', scripts: { test: 'node --test' } }),
  [`packages/${name}/test/a.test.js`]: "import { test } from 'node:test';\ntest('adds', () => {});\n",
});

/** Runs `init` with these answers; undefined is the end of the input. */
async function init(files: GivenFiles, answers: readonly (string | undefined)[] | 'nobody', options: object = {}) {
  const repo = givenHistory();
  commit(repo, files, 'one');
  const asked: CallerQuestion[] = [];
  const stop = new AbortController();
  const question = async (each: CallerQuestion) => {
    asked.push(each);
    const answer = answers[asked.length - 1];
    if (answer === 'Ctrl-C') stop.abort('SIGINT');
    return answer === '' ? each.fallback : answer === 'Ctrl-C' ? undefined : answer;
  };
  const context = {
    ...{ log() {}, error() {}, signal: stop.signal, terminal: { columns: 100, colour: false } },
    question: answers === 'nobody' ? undefined : question,
  };
  const order = initOptionsSchema.parse({
    ...{ repo, cache, out: 'out', prove: false, search_path: process.env.PATH, max: 1 },
    ...options,
  });
  const ended = await initRepository(order, context, repo).then(
    ({ exit_code }) => exit_code,
    (error: { text: string }) => error.text,
  );
  const path = join(repo, 'tasks/pull-request/contract.yml');
  return {
    ended,
    options: asked.map(({ option }) => option),
    asked,
    contract: existsSync(path) ? readFileSync(path, 'utf8') : undefined,
    left: readdirSync(repo).filter(
      (name) => !['.git', 'out', ...Object.keys(files).map((path) => path.split('/')[0])].includes(name),
    ),
  };
}

const PLAIN: GivenFiles = { 'check.sh': 'test -f check.sh\n' };

describe('init', () => {
  where('sandbox')('asks how tests are run that it does not find, and writes what was answered', async () => {
    const { ended, options, asked, contract } = await init(PLAIN, ['sh check.sh', '', '']);
    expect([ended, options]).toEqual([0, ['--test COMMAND', '--install COMMAND', '--report FORMAT']]);
    expect(asked[0]!.because[0]).toContain('no manifest of a known ecosystem');
    expect(contract).toContain('run: sh check.sh');
    expect(contract).not.toContain('report:');
  });

  where('sandbox')('takes the same from options, and then asks nothing', async () => {
    const { ended, options, contract } = await init(PLAIN, [], { test: 'sh check.sh' });
    expect([ended, options]).toEqual([0, []]);
    expect(contract).toContain('run: sh check.sh');
  });

  itInFullWhere('sandbox')(
    'asks which of several packages comes first, and takes its number or its folder',
    async () => {
      const files = { ...suite('api'), ...suite('web') };
      for (const answer of ['2', 'packages/web/']) {
        const { options, contract } = await init(files, [answer]);
        expect(options).toEqual(['--project DIR']);
        expect(contract).toContain('packages/web');
      }
      const { options, contract } = await init(files, [], { project: './packages/api' });
      expect(options).toEqual([]);
      expect(contract).toContain('packages/api');
    },
  );

  it('refuses to choose a package where none is recognised, also with a command', async () => {
    for (const test of [undefined, 'sh check.sh']) {
      const { ended, left } = await init(PLAIN, 'nobody', { project: 'api', ...(test === undefined ? {} : { test }) });
      expect(ended).toMatch(/^no package is recognised that --project could name: .*\n {2}Leave out --project, /);
      expect(left).toEqual([]);
    }
  });

  it.each([
    [
      'no such package',
      { ...suite('api'), ...suite('web') },
      ['nowhere'],
      /^no package with tests in nowhere\n.*--project/,
    ],
    ['no such report', PLAIN, ['sh check.sh', '', 'xml'], /^xml is no report format\n {2}Name one of: exit-code, /],
    ['the end of the input', PLAIN, [undefined], /^the input ended before the answer\n.*Answer with --test COMMAND/],
    [
      'no answer',
      PLAIN,
      [''],
      /^no manifest of a known ecosystem.*\n {2}Nothing was written\. Name the command with --test/,
    ],
    ['nobody there', PLAIN, 'nobody' as const, /^no manifest of a known ecosystem.*\n.*--test/],
  ])('ends on %s with one reason and a remedy, and leaves nothing half-written', async (_, files, answers, said) => {
    const { ended, left } = await init(files, answers);
    expect(ended).toMatch(said);
    expect(left).toEqual([]);
  });

  where('sandbox')('ends so on a command that fails', async () => {
    const { ended, left } = await init(PLAIN, ['false', '', '']);
    expect(ended).toMatch(/^the tests of the repository cannot be run/);
    expect(left).toEqual([]);
  });

  it('ends on Ctrl-C as interrupted, and leaves nothing half-written', async () => {
    expect(await init(PLAIN, ['Ctrl-C'])).toMatchObject({ ended: 130, left: [] });
  });

  it.each([{ yes: true }, { json: true }])('asks nothing with %j', async (options) => {
    const { ended, asked } = await init(PLAIN, ['sh check.sh', '', ''], options);
    expect([ended, asked]).toEqual([expect.stringContaining('--test'), []]);
  });
});
