import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { createReposOption, LAYER_CACHE_OPTION } from '../options/add_study_options.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Folder for the records of a check, unless one is named. */
const CHECK_FOLDER = 'gatebench-check';

/** Adds the verb `checkContracts` to the command line. */
export function addCheckCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('check')
    .description('check contracts: runs golden and noop once each; golden must pass, noop must fail')
    .argument('<contracts...>', 'contract files, folders with a contract.yml, or patterns')
    .option('-o, --out <dir>', `folder for the records (default: ${CHECK_FOLDER}, made anew each time)`)
    .option('--replace', 'remove the results of an earlier run from the folder', false)
    .option('-j, --concurrency <n>', 'attempts side by side', parseIntegerOption, 1)
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print the checks as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench check tasks/*/contract.yml\n' +
        'Exit codes: 0 every contract works · 1 one does not · 2 your mistake · 3 undecided · 130 interrupted\n' +
        'It is a first look: `gatebench validate` proves a contract.',
    )
    .action(async (contracts: string[], options: Record<string, unknown>) => {
      const { replace, out: folder, ...rest } = options;
      const { search_path, way_out } = shell;
      const { checkContracts, checkOptionsSchema } = await verbs.check();
      const input = {
        ...rest,
        ...{ contracts, search_path, way_out },
        out: folder ?? CHECK_FOLDER,
        earlier: replace || folder === undefined ? 'replace' : 'refuse',
      };
      finish((await checkContracts(requireOptions(checkOptionsSchema.safeParse(input)), out, shell.cwd)).exit_code);
    });
}
