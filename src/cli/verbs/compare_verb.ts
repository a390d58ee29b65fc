import { InvalidArgumentError } from 'commander';
import { FLAG, getLongFlag } from '../../commands/options/option_spec.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../options/cli_context.js';
import { requireOptions } from '../options/require_options.js';
import { getField, pickOption, pickOptions, type Verb, type VerbOption } from '../options/verb.js';
import { getMachineValues, readOutputFolder } from './study_options.js';

const RESULTS = 'Of two results';
const SETTINGS = 'Of the settings of agents (--settings)';

const RESULTS_OPTIONS: readonly VerbOption[] = [
  ...pickOptions('arms', 'base_arm', 'head_arm'),
  pickOption('history', {
    help: 'history of the base: contracts that are stable in it alone may turn the gate',
    group: RESULTS,
  }),
  ...pickOptions('minimum_effect', 'confidence', 'tolerance', 'minimum_history', 'coverage_floor'),
];

const SETTINGS_OPTIONS: readonly VerbOption[] = [
  pickOption('suite', { help: 'suite with contracts and agents, as base has it (default: gatebench.yml)' }),
  pickOption('agents', { flag: '-a, --agent <name>', help: 'agent of the suite; may be repeated (default: all)' }),
  pickOption('trials', { help: 'attempts per contract and side (default: as the suite says, at least 3)' }),
  pickOption('extra_trials'),
  ...pickOptions('concurrency', 'resume'),
  pickOption('replace', { conflicts: ['--resume'] }),
  ...pickOptions('dry_run', 'models.upstreams', 'models.file', 'models.key_env', 'models.judge', 'repos', 'cache'),
].map((option) => ({ ...option, group: SETTINGS }));

interface CompareValues {
  settings: boolean;
  base?: string;
  head?: string;
  alpha?: number;
  out?: string;
  json: boolean;
}

interface SettingsValues {
  suite?: string;
  agents?: string[];
  trials?: number;
  replace: boolean;
}

/** Verb that compares two results, or the settings of agents in two commits. */
export const compareVerb: Verb = {
  name: 'compare',
  help: 'head against base, paired by task; --settings: of agents in two commits',
  args: [
    ['[base]', 'output folder of `run` or `report`, or its results.jsonl; with --settings a revision'],
    ['[head]', 'the same of what is judged (with --settings: HEAD)'],
  ],
  is_grouped: true,
  options: [
    {
      flag: '--settings',
      kind: FLAG,
      help:
        'run the contracts of the suite with the settings of agents (AGENTS.md, CLAUDE.md, skills, MCP servers, ' +
        'models) of two commits, in pairs; base is the default branch unless you name another',
    },
    pickOption('out', {
      help: 'folder for what is found (with --settings for records and reports; default: gatebench-settings)',
      group: undefined,
    }),
    pickOption('alpha'),
    pickOption('json', { help: 'print the comparison as JSON', group: undefined }),
    ...RESULTS_OPTIONS,
    ...SETTINGS_OPTIONS,
  ],
  more:
    'Example:\n  ' +
    'gatebench compare before/ after/ --history history.jsonl\n  ' +
    'gatebench compare --settings main\n' +
    'Exit codes: 0 no regression · 1 regression · 2 your mistake · 3 undecided · 130 interrupted',
  run: ({ settings, ...values }: CompareValues, cli) => (settings ? compareSettings : compareFolders)(values, cli),
};

async function compareFolders(values: Omit<CompareValues, 'settings'>, cli: CliContext): Promise<number> {
  for (const name of ['base', 'head'] as const)
    if (values[name] === undefined) throw new InvalidArgumentError(`missing required argument '${name}'`);
  const flags = listGivenFlags(values, SETTINGS_OPTIONS);
  if (flags.length > 0) throw new InvalidArgumentError(`${flags.join(', ')}: only with --settings`);
  const fields = ['base', 'head', 'out', 'alpha', 'json', ...RESULTS_OPTIONS.map(getField)];
  const input = Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)));
  const { compareResults, compareOptionsSchema } = await verbs.compare();
  const options = requireOptions(compareOptionsSchema.safeParse(input));
  return compareResults(options, cli.out, cli.shell.cwd).exit_code;
}

async function compareSettings(values: Omit<CompareValues, 'settings'>, cli: CliContext): Promise<number> {
  const { out, shell } = cli;
  const flags = listGivenFlags(values, RESULTS_OPTIONS);
  if (flags.length > 0) throw new InvalidArgumentError(`${flags.join(', ')}: not with --settings`);
  const { base, head = 'HEAD', alpha, ...rest } = values;
  const { suite = 'gatebench.yml', agents, trials, ...run } = rest as typeof rest & SettingsValues;
  const { compareSettings: compare, resolveComparedRevisions, runOptionsSchema } = await verbs.compare();
  const pull_request = await resolveComparedRevisions(base, head, shell.cwd, suite, out.error);
  const input = {
    ...readOutputFolder(run, 'gatebench-settings'),
    ...getMachineValues(cli),
    ...{ suite, pull_request, fail_on: 'regression', compare_settings: { agents, trials, alpha } },
  };
  const options = requireOptions(runOptionsSchema.safeParse(input));
  return (await compare(options, out, shell.cwd)).exit_code;
}

/** Returns the long flags of the options that have values. */
function listGivenFlags(values: object, options: readonly VerbOption[]): string[] {
  return options.flatMap((option) => {
    const [member = ''] = getField(option).split('.');
    const value = (values as Record<string, unknown>)[member];
    return value === undefined || value === false ? [] : [getLongFlag(option)];
  });
}
