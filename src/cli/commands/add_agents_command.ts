import type { Command } from 'commander';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../cli_context.js';

/** Adds the verb `agents` to the command line. */
export function addAgentsCommand(program: Command, { out, shell, finish }: CliContext): void {
  const cache = [
    '--cache <dir>',
    'working folder (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
  ] as const;
  const agents = program
    .command('agents')
    .description('command-line agents that are shipped as files: list them, install them, show one')
    .addHelpText(
      'after',
      '\nExample:\n  ' +
        'gatebench agents install pi\n  ' +
        'gatebench run tasks/limiter --agent pi --upstream ollama --model qwen3',
    );

  agents
    .command('list')
    .description('what there is, and what of it is installed')
    .option(...cache)
    .option('--json', 'one JSON object per agent', false)
    .action(async (options: { cache?: string; json: boolean }) => {
      const { listAgents } = await verbs.agents();
      finish(listAgents(options, out));
    });

  agents
    .command('install')
    .description('install the package of agents with npm, at the exact version of their file and without its scripts')
    .argument('<names...>', 'names of `agents list`, or agent:FILE')
    .option(...cache)
    .action(async (names: string[], options: { cache?: string }) => {
      const { installAgents } = await verbs.agents();
      finish(await installAgents(names, { ...options, search_path: shell.search_path }, out, shell.cwd));
    });

  agents
    .command('show')
    .description('print the file of an agent, to make one of your own from')
    .argument('<name>', 'name of `agents list`')
    .action(async (name: string) => {
      const { showAgent } = await verbs.agents();
      finish(showAgent(name, out));
    });
}
