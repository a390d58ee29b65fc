import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { UserError } from '../../../contract/input/user_error.js';
import { verbs } from '../../../engine/verbs.js';
import type { CliContext } from '../../cli_context.js';

/** Adds the verb `eraseSecret` to the command line. */
export function addEraseCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('erase')
    .description('erase a secret that was found in sealed records; the rest stays proven, and the erasure is logged')
    .argument('<runs...>', 'run directories, or output folders')
    .addOption(new Option('--secret-file <file>', 'file that holds the secret').conflicts('secretEnv'))
    .addOption(new Option('--secret-env <name>', 'environment variable that holds the secret').conflicts('secretFile'))
    .option('--reason <text>', 'why; stands in removals.jsonl of the record')
    .option('--restricted-store <dir>', 'folder of your own that keeps the originals, for `reveal`')
    .option('--policy <file>', 'who must approve; default: retention.yml, if there')
    .option('--approved-by <name>', 'who approved, where the policy asks for it')
    .option('--dry-run', 'say where it is', false)
    .option('--json', 'one JSON object', false)
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench erase gatebench-out --secret-env LEAKED_KEY --reason "key of 3 May stood in a test log"\n' +
        'Exit codes: 0 it is nowhere any more · 2 your mistake · 3 a record was refused, or another file holds it',
    )
    .action(async (runs: string[], options: Record<string, unknown>) => {
      const secret = readSecret(options, shell.cwd, out.variable);
      const { eraseSecret } = await verbs.erase();
      finish(
        eraseSecret(
          {
            runs,
            secret,
            reason: options.reason as string | undefined,
            store: options.restrictedStore as string | undefined,
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

/** Reads the secret from a file or a variable; on the command line it would stand in the history of the shell. */
function readSecret(
  { secretFile: file, secretEnv: name }: Record<string, unknown>,
  cwd: string,
  variable: ((name: string) => string | undefined) | undefined,
): string {
  if (typeof name === 'string') {
    const value = variable?.(name);
    if (value) return value;
    throw new UserError(`the environment variable ${name} is not set`, 'Set it, or name a file with --secret-file.');
  }
  if (typeof file !== 'string')
    throw new UserError('the secret is missing', 'Name it with --secret-file FILE or --secret-env NAME.');
  try {
    return readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new UserError(`file of the secret ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
