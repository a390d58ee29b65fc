import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { createReposOption, LAYER_CACHE_OPTION, readOutputOptions } from '../options/add_study_options.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions, toSnakeCase } from '../options/require_options.js';

/** Adds the verb `validateContracts` to the command line. */
export function addValidateCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('validate')
    .description('prove contracts: the reference passes, nothing else does, reruns agree; writes contract.lock')
    .argument('<contracts...>', 'contract files, folders with a contract.yml, or patterns')
    .option(
      '-o, --out <dir>',
      'folder for the records of the proof (default: gatebench-proof; the proof of other contracts there is ' +
        'renamed, gatebench-proof.1)',
    )
    .option('--replace', 'remove the proof of other contracts, or an earlier run, from the folder', false)
    .option(
      '--resume',
      'keep sealed, decided attempts of an interrupted proof in the same folder; the folder is trusted: resume none ' +
        'that somebody else could write',
      false,
    )
    .option(
      '-n, --reruns <n>',
      "executions beyond the first (default: the contract's flakiness.reruns)",
      parseIntegerOption,
    )
    .option('--mutants <n>', 'at most so many mutants of the reference solution', parseIntegerOption, 24)
    .option('-j, --concurrency <n>', 'attempts side by side', parseIntegerOption, 2)
    .option('--seed <n>', 'seed of the attempts and of the choice of mutants', parseIntegerOption, 20260307)
    .option('--base <revision>', 'commit at which contracts with base: pull-request are proven; contract.lock names it')
    .option('--update-lock', 'also write contract.lock where one holds already', false)
    .option('--no-lock', 'write no contract.lock')
    .option('--checklist <file>', 'YAML file with what people found for criteria of the benchmark checklist')
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print findings as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench validate tasks/*/contract.yml --reruns 29\n' +
        'Exit codes: 0 proven · 1 refuted · 2 your mistake · 3 undecided · 130 interrupted',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { lock, updateLock, replace: _, ...rest } = options;
      const { search_path, way_out } = shell;
      const input = {
        ...toSnakeCase(rest),
        ...readOutputOptions(options, 'gatebench-proof'),
        ...{ contracts, search_path, way_out },
        lock: lock === false ? 'never' : updateLock ? 'renew' : 'write',
      };
      const { validateContracts, validateOptionsSchema } = await verbs.validate();
      const order = requireOptions(validateOptionsSchema.safeParse(input));
      finish((await validateContracts(order, out, shell.cwd)).exit_code);
    });
}
