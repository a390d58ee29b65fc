import type { Command } from 'commander';
import type { RunOutput } from './orders.js';
import type { PlanOrderInput } from './plan_order.js';
import { demandOrder } from './run_command.js';
import { addStudyOptions, type Caller, type Parsers, studyInput } from './study_options.js';
import { verbs } from './verbs.js';

/** Adds the verb `plan` to the command line; `done` is told the exit code. */
export function addPlan(
  program: Command,
  out: RunOutput,
  around: Caller,
  parsers: Parsers,
  done: (code: number) => void,
): void {
  const { whole, collect } = parsers;
  const command = program
    .command('plan')
    .description('write down every attempt of a suite, in order and in shards, before the first is made')
    .option('-o, --out <file>', 'file for the plan', 'plan.json')
    .option('--max-shards <n>', 'at most so many shards of like length, up to 256', whole, 1)
    .option('--durations <path>', 'results of earlier runs, for how long attempts take; may be repeated', collect, [])
    .option('--reuse <dir>', 'count what records of earlier runs could be used again; may be repeated', collect, [])
    .option('--json', 'print what the plan comes to, with the matrix of a workflow, as JSON', false);
  addStudyOptions(command, parsers)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench plan --suite gatebench.yml --max-shards 8\n  gatebench run --suite gatebench.yml --plan plan.json --shard 3/8',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { plan, planOrderSchema } = await verbs.plan();
      const input: PlanOrderInput = {
        ...studyInput(contracts, options, around),
        out: options.out as string,
        max_shards: options.maxShards as number,
        durations: options.durations as string[],
        reuse: options.reuse as string[],
        json: options.json as boolean,
      };
      done((await plan(demandOrder(planOrderSchema.safeParse(input)), out, around.cwd)) ? 0 : 130);
    });
}
