import { verbs } from '../../engine/verbs.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb } from '../options/verb.js';
import { getMachineValues } from './study_options.js';

const collectNumbers = (value: string, earlier: number[] = []) => [...earlier, parseIntegerOption(value)];

/** Verb that sets a repository up. */
export const initVerb: Verb = {
  name: 'init',
  help: 'set a repository up, and make proven contracts from its merged changes',
  options: [
    pickOption('repo', { default: '.' }),
    pickOption('from_commit'),
    pickOption('from_pr', { parse: collectNumbers as (text: string) => unknown }),
    ...pickOptions('from_range', 'mine'),
    pickOption('max', { help: 'at most so many contracts (default: 20, or 1 where no commit is named)' }),
    pickOption('budget'),
    pickOption('branch', { default: 'HEAD' }),
    pickOption('since'),
    pickOption('tasks', { default: 'tasks' }),
    ...pickOptions('prove', 'keep_unproven'),
    pickOption('reruns', { default: 5 }),
    pickOption('mutants', { default: 8 }),
    pickOption('concurrency', { help: 'attempts side by side', default: 2 }),
    pickOption('out', { help: 'folder for the records', default: 'gatebench-init' }),
    pickOption('cache'),
    ...pickOptions('project', 'test', 'report', 'install', 'yes'),
    pickOption('json', { help: 'print the outcome as JSON' }),
  ],
  more:
    'Without a commit, a range or --mine it writes gatebench.yml, a contract for pull requests and a workflow,\n' +
    'and makes the first contract that it can prove. At a terminal it asks for what it cannot find.\n\n' +
    'Examples:\n  gatebench init\n  gatebench init --from-commit 4f2a91c\n  gatebench init --mine --budget 2h\n' +
    '  gatebench init --test "make -C packages/core check" --yes\n\n' +
    'The commands of --test and --install run at the root of the repository, also with --project.\n' +
    'Exit codes: 0 every named commit became a contract (--mine: at least one; alone: the files are there) · 1 not · ' +
    '2 your mistake · 130 interrupted',
  async run(values: object, cli) {
    const { initRepository, initOptionsSchema } = await verbs.init();
    const options = requireOptions(initOptionsSchema.safeParse({ ...values, ...getMachineValues(cli) }));
    return (await initRepository(options, cli.out, cli.shell.cwd)).exit_code;
  },
};
