import { verbs } from '../../engine/verbs.js';
import { pickOption, type Verb } from '../options/verb.js';

const CACHE = pickOption('cache');

interface TryValues {
  name: string;
  cache?: string;
  out?: string;
}

/** Verb about the agents that are shipped. */
export const agentsVerb: Verb = {
  name: 'agents',
  help: 'command-line agents that are shipped as files: list them, install them, try one, show one',
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
      name: 'try',
      help: 'run an agent once against a scripted model that asks for one edit, and say what was seen; without a key',
      args: [['<name>', 'name of `agents list`, or agent:FILE']],
      options: [CACHE, pickOption('out', { help: 'keep the record in this folder (default: it is removed)' })],
      more: 'Exit codes: 0 it works · 1 it does not · 2 your mistake · 3 the attempt could not be made · 130 interrupted',
      async run({ name, cache, out: folder }: TryValues, { out, shell }) {
        const { tryAgent } = await verbs.agents();
        return tryAgent({ name, cache, out: folder, search_path: shell.search_path }, out, shell.cwd);
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
