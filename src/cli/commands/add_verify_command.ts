import type { Command } from 'commander';
import type { VerifyOptions } from '../../commands/verify/verify_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `verifyRuns` to the command line. */
export function addVerifyCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('verify')
    .description('check that records are whole and unchanged')
    .argument('<runs...>', 'run directories, or output folders')
    .option('--head <hash>', 'head that was published for the run, or root that was published for the output folder')
    .option('--prove <attempt>', 'print the proof that the output folder has this attempt')
    .option('--proof <file>', 'proof that the run is among those under the root of --head')
    .option('--bundle <file>', 'attestation of the output folder, as GitHub hands it out (needs the two below)')
    .option('--trusted-root <file>', 'authorities and logs to trust: gh attestation trusted-root')
    .option('--signer <identity>', 'workflow that must have signed, as an address; * stands for any characters')
    .option('--issuer <url>', 'who must have issued its identity', 'https://token.actions.githubusercontent.com')
    .option('--json', 'one JSON object per run', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench verify gatebench-out --head ROOT\n  ' +
        'gatebench verify gatebench-out --bundle bundle.jsonl --trusted-root root.jsonl --signer "https://github.com/OWNER/REPO/*"\n  ' +
        'gatebench verify gatebench-out --prove ID > proof.json\n  ' +
        'gatebench verify runs/ID --proof proof.json --head ROOT\n' +
        'Exit codes: 0 sealed, or reduced as its ledger says · 1 changed after it was written · 2 your mistake · ' +
        '3 unfinished, or of another version',
    )
    .action(async (runs: string[], options: VerifyOptions) => {
      const { verifyRuns } = await verbs.verify();
      finish(verifyRuns(runs, options, out, shell.cwd));
    });
}
