import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `verifyRuns` to the command line. */
export function addVerifyCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('verify')
    .description('check that records are whole and unchanged')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--head <hash>', 'head that was published for the run')
    .option('--json', 'one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench verify gatebench-out\n' +
        'Exit codes: 0 sealed · 1 changed after it was written · 3 unfinished',
    )
    .action(async (runs: string[], options: { head?: string; json: boolean }) => {
      const { verifyRuns } = await verbs.verify();
      finish(verifyRuns(runs, options, out, shell.cwd));
    });
}
