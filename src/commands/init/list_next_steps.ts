import { dirname, relative, resolve } from 'node:path';
import { quoteShellText } from '../../project/parsing/quote_shell_text.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { ContractOutcome } from './create_contract.js';
import type { InitOptions } from './setup/init_options.js';

/** State of the repository after a walk. */
interface WalkEnd {
  options: InitOptions;
  cwd: string;
  /** Absolute path of the suite file, if there is one. */
  suite?: string | undefined;
  /** True if the history can be walked for tasks. */
  has_history: boolean;
}

/** Purpose of a command, and its words. */
type NextStep = readonly [purpose: string, ...words: string[]];

/** Most commands that are shown. */
const MAX_STEPS = 3;
/** Most commits that a command names. */
const MAX_NAMED = 5;
/** Time of a walk over the history where none was named. */
const WALK_BUDGET = '2h';

/** Lists what to do after a walk: lines that say what each command does, and the command as it can be typed. */
export function listNextSteps(contracts: readonly ContractOutcome[], end: WalkEnd): string[] {
  const { suite, has_history, cwd } = end;
  const steps: NextStep[] = [
    ...listOpenSteps(contracts, end),
    ...listContractSteps(contracts),
    ...(has_history ? [createMiningStep(end)] : []),
    suite === undefined
      ? ['See which agents can be judged', 'agents', 'list']
      : [`Name agents in ${relative(cwd, suite)}, and compare them`, 'run', ...listSuiteOptions(relative(cwd, suite))],
  ];
  return [
    '',
    'Next:',
    ...steps
      .slice(0, MAX_STEPS)
      .flatMap(([purpose, ...words]) => [
        `  ${purpose}:`,
        `    gatebench ${safe(words.map(quoteShellText).join(' '))}`,
      ]),
  ];
}

/** Lists the command that goes on with commits that were not done; none if there are none. */
function listOpenSteps(contracts: readonly ContractOutcome[], end: WalkEnd): NextStep[] {
  const { options } = end;
  const open = contracts.filter(({ state, unfinished }) => unfinished || state === 'not begun');
  if (open.length === 0 || options.mine) return [];
  const range = options.from_range === undefined ? [] : ['--from-range', options.from_range];
  const commits = open.slice(0, MAX_NAMED).flatMap(({ commit }) => ['--from-commit', commit.slice(0, 12)]);
  const budget = options.budget === undefined ? [] : ['--budget', `${Math.ceil(options.budget / 60_000)}m`];
  const selection = range.length > 0 ? range : commits;
  return [['Go on with what was not done', 'init', ...selection, ...budget, ...listPlaceOptions(end)]];
}

/** Lists the command for the first contract: proven ones can be tried, others have to be proven. */
function listContractSteps(contracts: readonly ContractOutcome[]): NextStep[] {
  const proven = contracts.find(({ state }) => state === 'proven');
  const folder = proven?.path === undefined ? undefined : dirname(proven.path);
  if (folder !== undefined)
    return [['See the solution pass and no change fail', 'run', folder, '--agent', 'golden', '--agent', 'noop']];
  const unproven = contracts.find(({ path }) => path !== undefined)?.path;
  return unproven === undefined ? [] : [['Prove the contract', 'validate', dirname(unproven)]];
}

/** Creates the command that walks the history, or goes on with it. */
const createMiningStep = (end: WalkEnd): NextStep => [
  'Make more tasks from the history',
  ...['init', '--mine', '--budget', WALK_BUDGET],
  ...listPlaceOptions(end),
];

/** Lists the options that name a suite; none for the one that is taken anyway. */
const listSuiteOptions = (suite: string): string[] => (suite === 'gatebench.yml' ? [] : ['--suite', suite]);

/** Lists the options by which the next call finds the same repository and its drafts. */
function listPlaceOptions({ options: { repo, tasks, out, cache }, cwd }: WalkEnd): string[] {
  const listOption = (name: string, value: string, usual: string) => (value === usual ? [] : [name, value]);
  return [
    ...(resolve(cwd, repo) === cwd ? [] : ['--repo', repo]),
    ...listOption('--tasks', tasks, 'tasks'),
    ...listOption('--out', out, 'gatebench-init'),
    ...(cache === undefined ? [] : ['--cache', cache]),
  ];
}
