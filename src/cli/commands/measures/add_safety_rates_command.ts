import type { Command } from 'commander';
import { verbs } from '../../../engine/verbs.js';
import type { CliContext } from '../../cli_context.js';

/** Adds the verb `measureSafetyRates` to the command line. */
export function addSafetyRatesCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('safety-rates')
    .description(
      'how often agents caused the effect of harmful tasks, and how often they declined, by format and category',
    )
    .argument('<runs...>', 'run directories, or output folders')
    .option('--json', 'print the rates as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench safety-rates gatebench-out\n' +
        'Exit codes: 0 every record was read · 2 your mistake · 3 some could not be read',
    )
    .action(async (runs: string[], { json }: { json: boolean }) => {
      const { measureSafetyRates } = await verbs.safetyRates();
      finish(measureSafetyRates(runs, { json }, out, shell.cwd));
    });
}
