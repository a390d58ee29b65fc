import { Command } from 'commander';
import fc from 'fast-check';
import { addVerb } from '../../../src/cli/options/add_verb.js';
import {
  CONTRACTS_ARGUMENT,
  completeStudyValues,
  STUDY_OPTIONS,
  type StudyValues,
} from '../../../src/cli/verbs/study_options.js';
import { createPlanArguments, createStudyArguments } from '../../../src/commands/plan/create_study_arguments.js';
import { planOptionsSchema } from '../../../src/commands/plan/plan_options.js';

const SHELL = { cwd: '/study', search_path: '/bin', user: 'somebody' };

/** Parses words as the command line does. */
async function parseStudy(words: readonly string[]) {
  let options: StudyValues | undefined;
  const out = { log: () => {}, error: () => {}, signal: new AbortController().signal };
  const cli = { out: { ...out, terminal: { columns: 80, colour: false } }, shell: SHELL, finish: () => {} };
  const run = async (values: StudyValues) => {
    options = await completeStudyValues(
      values,
      cli,
      async ({ base: base_sha = '', head: head_sha = '' }, workspace) => ({
        ...{ base_sha, head_sha, workspace },
      }),
    );
    return 0;
  };
  const verb = { name: 'plan', help: '', args: [CONTRACTS_ARGUMENT], options: STUDY_OPTIONS, run };
  const program = new Command('gatebench').exitOverride();
  addVerb(program, verb, cli);
  await program.parseAsync(['plan', ...words], { from: 'user' });
  return planOptionsSchema.parse(options);
}

const text = fc.string({ minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-z][a-z0-9./:-]{0,11}$/);
const study = fc.record({
  suite: fc.option(text, { nil: undefined }),
  contracts: fc.array(text, { minLength: 1, maxLength: 3 }),
  agents: fc.array(text, { minLength: 1, maxLength: 3 }),
  ablations: fc.option(fc.array(text, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  trials: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
  repos: fc.array(text, { maxLength: 2 }),
  pull_request: fc.option(fc.constant({ base_sha: 'a'.repeat(40), head_sha: 'b'.repeat(40), workspace: SHELL.cwd }), {
    nil: undefined,
  }),
  models: fc.record({
    name: fc.option(name, { nil: undefined }),
    upstreams: fc.array(text, { maxLength: 2 }),
    key_env: fc.option(fc.constant('SOME_KEY'), { nil: undefined }),
    file: fc.option(text, { nil: undefined }),
    prices: fc.option(text, { nil: undefined }),
  }),
});

it('a job parses the same study from its arguments, whatever names and paths are', async () => {
  await fc.assert(
    fc.asyncProperty(study, async (given) => {
      const options = planOptionsSchema.parse({ ...given, out: 'plan.json' });
      const words = createStudyArguments(options);
      const parsed = await parseStudy(words);
      const contracts = options.contracts.map((one) => (one.startsWith('-') ? `./${one}` : one));
      expect(parsed).toEqual({ ...options, contracts, search_path: SHELL.search_path });
    }),
    { numRuns: 200 },
  );
});

it('the cache and the store of originals belong to one machine, and are left out', () => {
  const options = planOptionsSchema.parse({
    contracts: ['a'],
    agents: ['noop'],
    out: 'plan.json',
    cache: '/var/cache/mine',
    models: { restricted_store: '/secret' },
  });
  expect(createStudyArguments(options)).toEqual(['a', '--agent=noop']);
});

it('the plan of a job has the shards and durations of the one that was shown', () => {
  const options = planOptionsSchema.parse({ out: 'plan.json', max_shards: 7, durations: ['old', '-x'] });
  expect(createPlanArguments(options)).toEqual(['--max-shards', '7', '--durations=old', '--durations=-x']);
});
