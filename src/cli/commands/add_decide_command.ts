import { type Command, Option } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `decideEscalation` to the command line. */
export function addDecideCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('decide')
    .description('answer a question that a run asks, or list what is asked')
    .argument('<run>', 'run directory, or output folder')
    .argument('[id]', 'which question; may be left out when there is one')
    .addOption(new Option('--allow', 'what was asked about may go on').conflicts('deny'))
    .option('--deny', 'it may not')
    .option('--because <reason>', 'why; stands in the record')
    .option('--by <name>', 'who decides', shell.user)
    .option('--json', 'one JSON object per line', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench decide gatebench-out\n  ' +
        'gatebench decide gatebench-out 3f9a0c11de --deny --because "nobody ordered this dependency"\n' +
        'Exit codes: 0 answered or listed · 2 your mistake',
    )
    .action(async (run: string, id: string | undefined, options: Record<string, unknown>) => {
      const { decideEscalation } = await verbs.decide();
      finish(
        await decideEscalation(
          [run],
          {
            id,
            decision: options.allow ? 'allow' : options.deny ? 'deny' : undefined,
            because: options.because as string | undefined,
            by: options.by as string,
            json: options.json as boolean,
          },
          out,
          shell.cwd,
        ),
      );
    });
}
