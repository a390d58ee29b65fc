import type { PlanOptionsInput } from '../../commands/plan/plan_options.js';
import { verbs } from '../../engine/verbs.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb } from '../options/verb.js';
import { CONTRACTS_ARGUMENT, completeStudyValues, STUDY_OPTIONS, type StudyValues } from './study_options.js';

type PlanValues = StudyValues & Omit<PlanOptionsInput, 'program'> & { program: string };

/** Verb that writes a plan. */
export const planVerb: Verb = {
  name: 'plan',
  help: 'write down every attempt of a suite, in order and in shards, before the first is made',
  args: [CONTRACTS_ARGUMENT],
  options: [
    ...STUDY_OPTIONS,
    pickOption('out', { flag: '-o, --out <file>', help: 'file for the plan (default: plan.json)' }),
    ...pickOptions('max_shards', 'durations'),
    pickOption('reuse', { help: 'count what records of earlier runs could be used again; may be repeated' }),
    {
      flag: '--format <engine>',
      kind: { type: 'text' },
      help: 'also write a file that runs a job per shard: gitlab, kubernetes-job or slurm-array',
    },
    { flag: '--job-file <file>', kind: { type: 'text' }, help: 'name of that file (default: one for each engine)' },
    {
      flag: '--image <name>',
      kind: { type: 'text' },
      help: 'container image of the jobs: has gatebench, Node, git and bubblewrap',
    },
    {
      flag: '--program <words>',
      kind: { type: 'text' },
      help: 'how jobs start gatebench, words apart by blanks',
      default: 'gatebench',
    },
    pickOption('json', { help: 'print what the plan comes to, with the matrix of a workflow, as JSON' }),
  ],
  more:
    'Example:\n  ' +
    'gatebench plan --suite gatebench.yml --max-shards 8\n  ' +
    'gatebench run --suite gatebench.yml --plan plan.json --shard 3/8\n  ' +
    'gatebench plan --suite gatebench.yml --max-shards 100 --format gitlab',
  async run({ program, ...values }: PlanValues, cli) {
    const { planStudy, planOptionsSchema, resolveChange } = await verbs.plan();
    const study = await completeStudyValues(values, cli, resolveChange);
    const input = { ...study, program: program.split(/\s+/).filter(Boolean) };
    const options = requireOptions(planOptionsSchema.safeParse(input));
    return (await planStudy(options, cli.out, cli.shell.cwd)) ? 0 : 130;
  },
};
