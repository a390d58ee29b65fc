import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { LAYER_CACHE_OPTION } from '../options/add_study_options.js';
import { collectValues, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions, toSnakeCase } from '../options/require_options.js';

const collectNumbers = (value: string, before: number[] = []) => [...before, parseIntegerOption(value)];

/** Adds the verb `init` to the command line. */
export function addInitCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('init')
    .description('set a repository up, and make proven contracts from its merged changes')
    .option('--repo <dir>', 'the repository', '.')
    .option('--from-commit <sha>', 'make a contract from this commit (repeatable)', collectValues)
    .option('--from-pr <n>', 'make a contract from this merged pull request (repeatable)', collectNumbers)
    .option('--from-range <A..B>', 'make contracts from the commits after A, up to B')
    .option('--mine', 'walk the history and try the most promising commits first', false)
    .option('--max <n>', 'at most so many contracts (default: 20, or 1 where no commit is named)', parseIntegerOption)
    .option('--budget <time>', 'time for all commits, such as 90m or 2h; what still runs then is ended')
    .option('--branch <name>', 'where the history begins', 'HEAD')
    .option('--since <date>', 'no commits before this date')
    .option('--tasks <dir>', 'folder for the contracts, in the repository', 'tasks')
    .option('--no-prove', 'write the contracts without proving them')
    .option('--keep-unproven', 'also write contracts that could not be proven', false)
    .option('-n, --reruns <n>', 'reruns of each proof', parseIntegerOption, 5)
    .option('--mutants <n>', 'at most so many mutants in each proof', parseIntegerOption, 8)
    .option('-j, --concurrency <n>', 'attempts side by side', parseIntegerOption, 2)
    .option('-o, --out <dir>', 'folder for the records', 'gatebench-init')
    .option(...LAYER_CACHE_OPTION)
    .option('--project <dir>', 'the package to set up, where there are several')
    .option('--test <command>', 'what runs the tests, where init does not find it')
    .option('--report <format>', 'report that --test writes to $REPORT, such as junit (default: its exit status)')
    .option('--install <command>', 'what installs the dependencies')
    .option('-y, --yes', 'ask nothing', false)
    .option('--json', 'print the outcome as JSON', false)
    .addHelpText(
      'after',
      '\nWithout a commit, a range or --mine it writes gatebench.yml, a contract for pull requests and a workflow,\n' +
        'and makes the first contract that it can prove. At a terminal it asks for what it cannot find.\n\n' +
        'Examples:\n  gatebench init\n  gatebench init --from-commit 4f2a91c\n  gatebench init --mine --budget 2h\n' +
        '  gatebench init --test "make -C packages/core check" --yes\n\n' +
        'The commands of --test and --install run at the root of the repository, also with --project.\n' +
        'Exit codes: 0 every named commit became a contract (--mine: at least one; alone: the files are there) · 1 not · ' +
        '2 your mistake · 130 interrupted',
    )
    .action(async (options: Record<string, unknown>) => {
      const { search_path, way_out } = shell;
      const { initRepository, initOptionsSchema } = await verbs.init();
      const order = requireOptions(initOptionsSchema.safeParse({ ...toSnakeCase(options), search_path, way_out }));
      finish((await initRepository(order, out, shell.cwd)).exit_code);
    });
}
