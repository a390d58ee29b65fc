import { FLAG, integer, LIST, TEXT } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import { parseIntegerOption } from '../options/parse_integer_option.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, type Verb } from '../options/verb.js';
import { getMachineValues } from './study_options.js';

const collectNumbers = (value: string, earlier: number[] = []) => [...earlier, parseIntegerOption(value)];

/** Verb that sets a repository up. */
export const initVerb: Verb = {
  name: 'init',
  help: 'set a repository up, and make proven contracts from its merged changes',
  options: [
    { flag: '--repo <dir>', kind: TEXT, help: 'the repository', default: '.' },
    { flag: '--from-commit <sha>', kind: LIST, help: 'make a contract from this commit (repeatable)' },
    {
      flag: '--from-pr <n>',
      kind: LIST,
      parse: collectNumbers as (text: string) => unknown,
      help: 'make a contract from this merged pull request (repeatable)',
    },
    { flag: '--from-range <A..B>', kind: TEXT, help: 'make contracts from the commits after A, up to B' },
    { flag: '--mine', kind: FLAG, help: 'walk the history and try the most promising commits first' },
    {
      flag: '--max <n>',
      kind: integer(),
      help: 'at most so many contracts (default: 20, or 1 where no commit is named)',
    },
    {
      flag: '--budget <time>',
      kind: TEXT,
      help: 'time for all commits, such as 90m or 2h; what still runs then is ended',
    },
    { flag: '--branch <name>', kind: TEXT, help: 'where the history begins', default: 'HEAD' },
    { flag: '--since <date>', kind: TEXT, help: 'no commits before this date' },
    { flag: '--tasks <dir>', kind: TEXT, help: 'folder for the contracts, in the repository', default: 'tasks' },
    { flag: '--no-prove', field: 'prove', kind: FLAG, help: 'write the contracts without proving them' },
    { flag: '--keep-unproven', kind: FLAG, help: 'also write contracts that could not be proven' },
    { flag: '-n, --reruns <n>', kind: integer(), help: 'reruns of each proof', default: 5 },
    { flag: '--mutants <n>', kind: integer(), help: 'at most so many mutants in each proof', default: 8 },
    pickOption('concurrency', { help: 'attempts side by side', default: 2 }),
    pickOption('out', { help: 'folder for the records', default: 'gatebench-init' }),
    pickOption('cache'),
    { flag: '--project <dir>', kind: TEXT, help: 'the package to set up, where there are several' },
    { flag: '--test <command>', kind: TEXT, help: 'what runs the tests, where init does not find it' },
    {
      flag: '--report <format>',
      kind: TEXT,
      help: 'report that --test writes to $REPORT, such as junit (default: its exit status)',
    },
    { flag: '--install <command>', kind: TEXT, help: 'what installs the dependencies' },
    { flag: '-y, --yes', kind: FLAG, help: 'ask nothing' },
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
