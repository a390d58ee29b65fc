import { verbs } from '../../engine/verbs.js';
import { pickOption, type Verb } from '../options/verb.js';

const CACHE = pickOption('cache');

/** Verb about the agents that are shipped. */
export const agentsVerb: Verb = {
  name: 'agents',
  help: 'command-line agents that are shipped as files: list them, install them, show one',
  more:
    'Example:\n  ' +
    'gatebench agents install pi\n  ' +
    'gatebench run tasks/limiter --agent pi --upstream ollama --model qwen3',
  verbs: [
    {
      name: 'list',
      help: 'what there is, and what of it is installed',
      options: [CACHE, pickOption('json', { help: 'one JSON object per agent' })],
      async run(values: { cache?: string; json: boolean }, { out }) {
        const { listAgents } = await verbs.agents();
        return listAgents(values, out);
      },
    },
    {
      name: 'install',
      help: 'install the package of agents with npm, at the exact version of their file and without its scripts',
      args: [['<names...>', 'names of `agents list`, or agent:FILE']],
      options: [CACHE],
      async run({ names, cache }: { names: string[]; cache?: string }, { out, shell }) {
        const { installAgents } = await verbs.agents();
        return installAgents(names, { cache, search_path: shell.search_path }, out, shell.cwd);
      },
    },
    {
      name: 'show',
      help: 'print the file of an agent, to make one of your own from',
      args: [['<name>', 'name of `agents list`']],
      async run({ name }: { name: string }, { out }) {
        const { showAgent } = await verbs.agents();
        return showAgent(name, out);
      },
    },
  ],
};
