import { type Command, InvalidArgumentError } from 'commander';
import type { ClientStreams } from './mcp.js';
import type { RunOutput } from './orders.js';
import { verbs } from './verbs.js';

/** Adds the verb `reveal` to the command line; `done` is told the exit code. */
export function addReveal(
  program: Command,
  out: RunOutput,
  around: { cwd: string; user: string; client?: ClientStreams | undefined },
  done: (code: number) => void,
): void {
  program
    .command('reveal')
    .description(
      'show the original of something that was redacted, or list what there is; each reading is written down',
    )
    .argument('<run>', 'run directory')
    .argument('[digest]', 'which original: the sha256 of a message, or its beginning')
    .requiredOption('--store <dir>', 'the folder that --restricted-store named')
    .option('--reason <text>', 'why; stands in the log of the store')
    .option('--raw', 'the very bytes, also those that a terminal would obey', false)
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      '\nExample:\n  gatebench reveal gatebench-out/runs/ID --store ~/gatebench-originals\n  gatebench reveal gatebench-out/runs/ID 3f9a0c11 --store ~/gatebench-originals --reason "dispute about attempt 3"\nExit codes: 0 shown or listed · 1 the original was changed · 2 your mistake',
    )
    .action(async (run: string, digest: string | undefined, options: Record<string, unknown>) => {
      const { client } = around;
      if (options.raw && !client) throw new InvalidArgumentError('there is no standard output here');
      const { reveal } = await verbs.reveal();
      done(
        reveal(
          run,
          {
            store: options.store as string,
            digest,
            reason: options.reason as string | undefined,
            by: around.user,
            json: options.json as boolean,
            raw: options.raw ? (bytes) => void client?.output.write(bytes) : undefined,
          },
          out,
          around.cwd,
        ),
      );
    });
}
