import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ClientStreams } from './mcp.js';
import type { McpOrderInput } from './mcp_order.js';
import type { RunOutput } from './orders.js';
import { verbs } from './verbs.js';

/** Adds the verb `mcp` to the command line; `done` is told the exit code. */
export function addMcp(
  program: Command,
  out: RunOutput,
  around: { cwd: string; search_path: string; client?: ClientStreams | undefined },
  parsers: { whole: (text: string) => number; collect: (value: string, before?: string[]) => string[] },
  done: (code: number) => void,
): void {
  program
    .command('mcp')
    .description('serve the coordination layer alone, over a folder: locks, work, memory, handoffs, commands, edits')
    .requiredOption('-w, --workspace <dir>', 'folder that agents act in')
    .requiredOption('-r, --record <dir>', 'folder for the log; one that is there is gone on with')
    .option(
      '-p, --port <n>',
      'HTTP on this port of 127.0.0.1, 0 = any; without it stdio, for the first agent',
      parsers.whole,
    )
    .option(
      '--agent <name>',
      'who may act; may be repeated (default: "agent", or those of the contract)',
      parsers.collect,
    )
    .option('--contract <file>', 'contract whose agents, profiles, policy and rules hold')
    .option('--trust <n>', 'trust level of the default profile, 0 to 4', parsers.whole)
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
      '\nExamples:\n  gatebench mcp --workspace . --record ../coordination\n  gatebench mcp -w . -r ../coordination --port 7070 --agent ada --agent bob --tokens ../tokens.json',
    )
    .action(async (options: Record<string, unknown>) => {
      const input: McpOrderInput = {
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
        search_path: around.search_path,
      };
      const { mcp, mcpOrderSchema } = await verbs.mcp();
      const parsed = mcpOrderSchema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0]!;
        throw new InvalidArgumentError(`${issue.path.join('.')}: ${issue.message}`);
      }
      done(await mcp(parsed.data, out, around.client, around.cwd));
    });
}
