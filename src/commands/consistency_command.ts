import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ConsistencyOrderInput } from './consistency_order.js';
import type { RunOutput } from './orders.js';
import { demandOrder } from './run_command.js';
import { addStudyOptions, type Caller, outputOf, type Parsers, studyInput } from './study_options.js';
import { verbs } from './verbs.js';

/** Adds the verb `consistency` to the command line; `done` is told the exit code. */
export function addConsistency(
  program: Command,
  out: RunOutput,
  around: Caller,
  parsers: Parsers,
  done: (code: number) => void,
): void {
  const command = program
    .command('consistency')
    .description('k passes of one agent over the same contracts: how often it succeeds, and how often always')
    .option(
      '-o, --out <dir>',
      'folder for records and reports (default: gatebench-consistency; an earlier run there is renamed, gatebench-consistency.1)',
    )
    .option('-j, --concurrency <n>', 'attempts side by side', parsers.whole)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .addOption(
      new Option('--replace', 'remove the results of an earlier run from the folder')
        .default(false)
        .conflicts('resume'),
    )
    .option('--history <file>', 'append the report, and compare with the agents that are in it')
    .option('--threshold <score>', 'CLEAR score from which an attempt succeeds (default: 0.95)', number)
    .option('--worst-usd <n>', 'cost of an attempt that scores 0 (default: 5)', number)
    .option('--worst-ms <n>', 'wall clock of an attempt that scores 0 (default: 1800000)', number)
    .option('--json', 'print the report as JSON', false);
  addStudyOptions(command, parsers, 'k: passes over all contracts (-k default 8)')
    .addHelpText(
      'after',
      '\nExample:\n  gatebench consistency tasks/*/contract.yml --agent codex -k 8 --history consistency.jsonl\nExit codes: 0 measured · 2 your mistake · 3 not all attempts were decided · 130 interrupted',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { consistency, consistencyOrderSchema } = await verbs.consistency();
      const { trials: k, ...study } = studyInput(contracts, options, around);
      const input: ConsistencyOrderInput = {
        run: {
          ...study,
          ...outputOf(options, 'gatebench-consistency'),
          concurrency: options.concurrency as number | undefined,
          resume: options.resume as boolean,
          json: options.json as boolean,
        },
        k,
        history: options.history as string | undefined,
        threshold: options.threshold as number | undefined,
        worst_usd: options.worstUsd as number | undefined,
        worst_ms: options.worstMs as number | undefined,
      };
      done((await consistency(demandOrder(consistencyOrderSchema.safeParse(input)), out, around.cwd)).exit_code);
    });
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('must be a number');
  return value;
}
