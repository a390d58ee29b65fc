import { type Command, InvalidArgumentError } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `revealOriginal` to the command line. */
export function addRevealCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('reveal')
    .description(
      'show the original of something that was redacted, or list what there is; each reading is written down',
    )
    .argument('<run>', 'run directory')
    .argument('[digest]', 'which original: the digest that stands beside what was redacted, or its beginning')
    .requiredOption('--store <dir>', 'the folder that --restricted-store named')
    .option('--reason <text>', 'why; stands in the log of the store')
    .option('--raw', 'the very bytes, also those that a terminal would obey', false)
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench reveal gatebench-out/runs/ID --store ~/gatebench-originals\n  ' +
        'gatebench reveal gatebench-out/runs/ID 3f9a0c11 --store ~/gatebench-originals --reason "dispute about ' +
        'attempt 3"\n' +
        'Exit codes: 0 shown or listed · 1 the original was changed · 2 your mistake',
    )
    .action(async (run: string, digest: string | undefined, options: Record<string, unknown>) => {
      const { client } = shell;
      if (options.raw && !client) throw new InvalidArgumentError('there is no standard output here');
      const { revealOriginal } = await verbs.reveal();
      finish(
        revealOriginal(
          run,
          {
            store: options.store as string,
            digest,
            reason: options.reason as string | undefined,
            by: shell.user,
            json: options.json as boolean,
            raw: options.raw ? (bytes) => void client?.output.write(bytes) : undefined,
          },
          out,
          shell.cwd,
        ),
      );
    });
}
