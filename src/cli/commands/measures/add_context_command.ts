import type { Command } from 'commander';
import { verbs } from '../../../engine/verbs.js';
import type { CliContext } from '../../cli_context.js';
import { LAYER_CACHE_OPTION } from '../../options/add_study_options.js';

/** Adds the verb `measureContext` to the command line. */
export function addContextCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('context')
    .description('how much of the context that a solution needs agents have read, from recorded reads')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--gold <dir>', 'folder of the contracts, each with gold_context.json (default: where they were run)')
    .option(...LAYER_CACHE_OPTION)
    .option('--json', 'print the metrics as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench context gatebench-out --gold retrieval/tasks\n' +
        'Exit codes: 0 every record was measured · 2 your mistake · 3 some could not be',
    )
    .action(async (runs: string[], options: { gold?: string; cache?: string; json: boolean }) => {
      const { measureContext } = await verbs.context();
      finish(await measureContext(runs, options, out, shell.cwd));
    });
}
