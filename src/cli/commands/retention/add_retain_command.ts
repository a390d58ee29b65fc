import { type Command, Option } from 'commander';
import { verbs } from '../../../engine/verbs.js';
import type { CliContext } from '../../cli_context.js';

/** Adds the verb `retainRuns` to the command line. */
export function addRetainCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('retain')
    .description('move records to the long tier: outcomes, digests and metrics stay; logged, and reversible for a time')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--reason <text>', 'why; stands in removals.jsonl of the record')
    .option('--restricted-store <dir>', 'folder of your own that holds the content until the move cannot be undone')
    .option('--irreversible', 'remove the content at once', false)
    .option('--policy <file>', 'who must approve, and how long a move can be undone; default: retention.yml, if there')
    .option('--approved-by <name>', 'who approved, where the policy asks for it')
    .addOption(new Option('--undo', 'put the content of the last move back').conflicts(['expire', 'resume']))
    .addOption(new Option('--expire', 'delete held content whose time is over').conflicts(['undo', 'resume']))
    .addOption(new Option('--resume', 'finish a removal that was interrupted').conflicts(['undo', 'expire']))
    .option('--dry-run', 'say what would be removed', false)
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench retain gatebench-out --reason "90 days are over" --restricted-store ~/gatebench-held\n  ' +
        'gatebench retain gatebench-out/runs/ID --undo --reason "dispute" --restricted-store ~/gatebench-held\n' +
        'Exit codes: 0 done · 2 your mistake · 3 a record was refused',
    )
    .action(async (runs: string[], options: Record<string, unknown>) => {
      const { retainRuns } = await verbs.retain();
      const action = (['undo', 'expire', 'resume'] as const).find((each) => options[each] === true) ?? 'move';
      finish(
        retainRuns(
          {
            runs,
            action,
            reason: options.reason as string | undefined,
            store: options.restrictedStore as string | undefined,
            irreversible: options.irreversible as boolean,
            policy: options.policy as string | undefined,
            approved_by: options.approvedBy as string | undefined,
            by: shell.user,
            dry_run: options.dryRun as boolean,
            json: options.json as boolean,
          },
          out,
          shell.cwd,
        ),
      );
    });
}
