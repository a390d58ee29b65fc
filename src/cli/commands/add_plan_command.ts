import type { Command } from 'commander';
import type { PlanOptionsInput } from '../../commands/plan/plan_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { addStudyOptions, readStudyOptions } from '../options/add_study_options.js';
import { collectValues, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Adds the verb `planStudy` to the command line. */
export function addPlanCommand(program: Command, { out, shell, finish }: CliContext): void {
  const command = program
    .command('plan')
    .description('write down every attempt of a suite, in order and in shards, before the first is made')
    .option('-o, --out <file>', 'file for the plan', 'plan.json')
    .option(
      '--max-shards <n>',
      'at most so many shards of like length; up to 256, with --format up to what the engine takes',
      parseIntegerOption,
      1,
    )
    .option(
      '--durations <path>',
      'results of earlier runs, for how long attempts take; may be repeated',
      collectValues,
      [],
    )
    .option(
      '--reuse <dir>',
      'count what records of earlier runs could be used again; may be repeated',
      collectValues,
      [],
    )
    .option('--format <engine>', 'also write a file that runs a job per shard: gitlab, kubernetes-job or slurm-array')
    .option('--job-file <file>', 'name of that file (default: one for each engine)')
    .option('--image <name>', 'container image of the jobs: has gatebench, Node, git and bubblewrap')
    .option('--program <words>', 'how jobs start gatebench, words apart by blanks', 'gatebench')
    .option('--json', 'print what the plan comes to, with the matrix of a workflow, as JSON', false);
  addStudyOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench plan --suite gatebench.yml --max-shards 8\n  ' +
        'gatebench run --suite gatebench.yml --plan plan.json --shard 3/8\n  ' +
        'gatebench plan --suite gatebench.yml --max-shards 100 --format gitlab',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { planStudy, planOptionsSchema } = await verbs.plan();
      const input: PlanOptionsInput = {
        ...readStudyOptions(contracts, options, shell),
        out: options.out as string,
        max_shards: options.maxShards as number,
        durations: options.durations as string[],
        reuse: options.reuse as string[],
        json: options.json as boolean,
        format: options.format as PlanOptionsInput['format'],
        job_file: options.jobFile as string | undefined,
        image: options.image as string | undefined,
        program: (options.program as string).split(/\s+/).filter(Boolean),
      };
      finish((await planStudy(requireOptions(planOptionsSchema.safeParse(input)), out, shell.cwd)) ? 0 : 130);
    });
}
