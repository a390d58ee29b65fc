import { type Command, Option } from 'commander';
import type { ConsistencyOptionsInput } from '../../commands/consistency/consistency_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { addStudyOptions, readOutputOptions, readStudyOptions } from '../options/add_study_options.js';
import { createNumberParser, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

const parseNumber = createNumberParser('must be a number');

/** Adds the verb `measureConsistency` to the command line. */
export function addConsistencyCommand(program: Command, { out, shell, finish }: CliContext): void {
  const command = program
    .command('consistency')
    .description('k passes of one agent over the same contracts: how often it succeeds, and how often always')
    .option(
      '-o, --out <dir>',
      'folder for records and reports (default: gatebench-consistency; an earlier run there is renamed, ' +
        'gatebench-consistency.1)',
    )
    .option('-j, --concurrency <n>', 'attempts side by side', parseIntegerOption)
    .option('--resume', 'keep sealed, decided attempts of an earlier run in the same folder', false)
    .addOption(
      new Option('--replace', 'remove the results of an earlier run from the folder')
        .default(false)
        .conflicts('resume'),
    )
    .option('--history <file>', 'append the report, and compare with the agents that are in it')
    .option('--threshold <score>', 'CLEAR score from which an attempt succeeds (default: 0.95)', parseNumber)
    .option('--worst-usd <n>', 'cost of an attempt that scores 0 (default: 5)', parseNumber)
    .option('--worst-ms <n>', 'wall clock of an attempt that scores 0 (default: 1800000)', parseNumber)
    .option('--json', 'print the report as JSON', false);
  addStudyOptions(command, 'k: passes over all contracts (-k default 8)')
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench consistency tasks/*/contract.yml --agent codex -k 8 --history consistency.jsonl\n' +
        'Exit codes: 0 measured · 2 your mistake · 3 not all attempts were decided · 130 interrupted',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { measureConsistency, consistencyOptionsSchema } = await verbs.consistency();
      const { trials: k, ...study } = readStudyOptions(contracts, options, shell);
      const input: ConsistencyOptionsInput = {
        run: {
          ...study,
          ...readOutputOptions(options, 'gatebench-consistency'),
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
      finish(
        (await measureConsistency(requireOptions(consistencyOptionsSchema.safeParse(input)), out, shell.cwd)).exit_code,
      );
    });
}
