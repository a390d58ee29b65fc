import { type Command, Option } from 'commander';
import type { ServeMcpOptionsInput } from '../../commands/mcp/serve_mcp_options.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';
import { collectValues, parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';

/** Adds the verb `serveMcp` to the command line. */
export function addMcpCommand(program: Command, { out, shell, finish }: CliContext): void {
  program
    .command('mcp')
    .description('serve the coordination layer alone, over a folder: locks, work, memory, handoffs, commands, edits')
    .requiredOption('-w, --workspace <dir>', 'folder that agents act in')
    .requiredOption('-r, --record <dir>', 'folder for the log; one that is there is gone on with')
    .option(
      '-p, --port <n>',
      'HTTP on this port of 127.0.0.1, 0 = any; without it stdio, for the first agent',
      parseIntegerOption,
    )
    .option(
      '--agent <name>',
      'who may act; may be repeated (default: "agent", or those of the contract)',
      collectValues,
    )
    .option('--contract <file>', 'contract whose agents, profiles, policy and rules hold')
    .option('--trust <n>', 'trust level of the default profile, 0 to 4', parseIntegerOption)
    .option('--ablate <mechanisms>', 'switch mechanisms off: "all" or names with ","', 'none')
    .option(
      '--tokens <file>',
      'write addresses and tokens there, for you alone, instead of to the standard error; kept ones stay valid',
    )
    .addOption(
      new Option('--sandbox <name>', 'isolation of commands')
        .choices(['auto', 'bubblewrap', 'docker', 'podman', 'none'])
        .default('auto'),
    )
    .option('--unsafe-no-sandbox', 'allow --sandbox none: commands can do whatever you can', false)
    .option('--cache <dir>', 'working folder (default: /var/cache/gatebench as root, else ~/.cache/gatebench)')
    .addHelpText(
      'after',
      '\nExamples:\n  ' +
        'gatebench mcp --workspace . --record ../coordination\n  ' +
        'gatebench mcp -w . -r ../coordination --port 7070 --agent ada --agent bob --tokens ../tokens.json',
    )
    .action(async (options: Record<string, unknown>) => {
      const input: ServeMcpOptionsInput = {
        workspace: options.workspace as string,
        record: options.record as string,
        port: options.port as number | undefined,
        agents: options.agent as string[] | undefined,
        contract: options.contract as string | undefined,
        trust: options.trust as number | undefined,
        ablation: options.ablate as string,
        tokens: options.tokens as string | undefined,
        sandbox: options.unsafeNoSandbox && options.sandbox === 'auto' ? 'none' : (options.sandbox as 'auto'),
        unsafe: options.unsafeNoSandbox as boolean,
        cache: options.cache as string | undefined,
        search_path: shell.search_path,
      };
      const { serveMcp, serveMcpOptionsSchema } = await verbs.mcp();
      const order = requireOptions(serveMcpOptionsSchema.safeParse(input));
      finish(await serveMcp(order, out, shell.client, shell.cwd));
    });
}
