import { type Command, Option } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { createReposOption, LAYER_CACHE_OPTION } from '../options/add_study_options.js';
import { collectValues } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Folder for the records of a replay, unless one is named. */
const REPLAY_FOLDER = 'gatebench-replay';

/** Adds the verb `replayRuns` to the command line. */
export function addReplayCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('replay')
    .description('evaluate recorded patches again, and compare with the record check by check')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--contract <path>', 'contract file, folder or pattern; default: as the record names it', collectValues, [])
    .option('-o, --out <dir>', `folder for the new records (default: ${REPLAY_FOLDER}, made anew each time)`)
    .option('--replace', 'remove the results of an earlier run from the folder', false)
    .addOption(
      new Option('--sandbox <name>', 'isolation')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'),
    )
    .option('--unsafe', 'needed for --sandbox none', false)
    .addOption(createReposOption())
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print the comparison as JSON', false)
    .addHelpText(
      'after',
      '\nAgents are not run: the patch of the record is applied again to the pinned repository. Hidden tests are no\n' +
        'part of a record, so the contract is needed; its digest must be that of the record.\n\n' +
        'Examples:\n  gatebench replay gatebench-out\n' +
        '  gatebench replay downloaded/runs/ID --contract tasks/first --repos mirrors\n' +
        'Exit codes: 0 the same · 1 differs · 2 your mistake · 3 undecided, or not replayed · 130 interrupted',
    )
    .action(async (runs: string[], options: Record<string, unknown>) => {
      const { replace, out: folder, contract, ...rest } = options;
      const { search_path, way_out } = shell;
      const { replayRuns, replayOptionsSchema } = await verbs.replay();
      const input = {
        ...{ ...rest, runs, contracts: contract, search_path, way_out },
        out: folder ?? REPLAY_FOLDER,
        earlier: replace || folder === undefined ? 'replace' : 'refuse',
      };
      finish((await replayRuns(requireOptions(replayOptionsSchema.safeParse(input)), out, shell.cwd)).exit_code);
    });
}
