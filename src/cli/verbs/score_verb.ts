import { InvalidArgumentError } from 'commander';
import { FLAG, getLongFlag, LIST, TEXT } from '../../commands/options/option_spec.js';
import { UserError } from '../../contract/input/user_error.js';
import { verbs } from '../../engine/verbs.js';
import type { CliContext } from '../options/cli_context.js';
import { requireOptions } from '../options/require_options.js';
import { pickOption, pickOptions, type Verb, type VerbOption } from '../options/verb.js';
import { getMachineValues, type OutputValues, RUNS_ARGUMENT, readOutputFolder, readSandbox } from './study_options.js';

const TERMS = 'Other terms (counterfactual: provisional, never a result)';
const RERUN = 'Evaluate again (--rerun)';

interface RerunValues extends OutputValues {
  runs: string[];
  json: boolean;
  sandbox?: string;
  unsafe: boolean;
  contracts?: string[];
  repos?: string[];
  cache?: string;
}

interface ScoreValues
  extends RerunValues,
    Partial<Record<'cap_usd' | 'cap_tokens' | 'cap_wall' | 'weights' | 'lambda', string>> {
  rerun: boolean;
}

const TERM_OPTIONS: readonly VerbOption[] = [
  {
    flag: '--cap-usd <usd>',
    kind: TEXT,
    help:
      'as if an attempt had been allowed to cost no more: everything that has a price, as the cap in force ' +
      'counts it',
  },
  { flag: '--cap-tokens <n>', kind: TEXT, help: 'as if an attempt had been allowed no more tokens: 500k' },
  { flag: '--cap-wall <time>', kind: TEXT, help: 'as if the agent had been allowed no more time: 10m' },
  {
    flag: '--weights <list>',
    kind: TEXT,
    help: 'minimal=…,trace=…,maintainability=… or ok=…,validity=…,violation=…',
  },
  { flag: '--lambda <x>', kind: TEXT, help: 'λ of the size of a change' },
].map((option) => ({ ...option, group: TERMS }) as VerbOption);

const RERUN_OPTIONS: readonly VerbOption[] = [
  {
    flag: '--contract <path>',
    field: 'contracts',
    kind: LIST,
    help: 'contract file, folder or pattern; may be repeated (default: as the record names it)',
  } as VerbOption,
  ...pickOptions('replace', 'sandbox', 'unsafe', 'repos', 'cache'),
].map((option) => ({ ...option, group: RERUN }));

/** Verb that judges records again. */
export const scoreVerb: Verb = {
  name: 'score',
  help: 'judge recorded attempts again and compare with the sealed verdict; --rerun: evaluate their patches again',
  args: [RUNS_ARGUMENT],
  is_grouped: true,
  options: [
    {
      flag: '--rerun',
      kind: FLAG,
      help: 'apply the recorded patches again to the pinned repository, run the checks, and compare check by check',
      conflicts: TERM_OPTIONS.map(getLongFlag),
    },
    pickOption('out', {
      help:
        'folder for counterfactual.jsonl and counterfactual.md; with --rerun for the new records (default: ' +
        'gatebench-replay, made anew each time)',
      group: undefined,
    }),
    pickOption('json', { help: 'one JSON object per run; with --rerun the comparison', group: undefined }),
    ...TERM_OPTIONS,
    ...RERUN_OPTIONS,
  ],
  more:
    'With --rerun agents are not run: the patch of the record is applied again. ' +
    'Hidden tests are no part of a record,\nso the contract is needed; its digest must be that of the record.\n\n' +
    'Example:\n  ' +
    'gatebench score gatebench-out\n  ' +
    'gatebench score gatebench-out --cap-usd 0.50 --out what-if\n  ' +
    'gatebench score downloaded/runs/ID --rerun --contract tasks/first --repos mirrors\n' +
    'Exit codes: 0 the same, or scored under other terms · 1 differs · 2 your mistake · 3 cannot be judged, or ' +
    'undecided · 130 interrupted',
  run: ({ rerun, ...values }: ScoreValues, cli) => (rerun ? rerunPatches : scoreRecords)(values, cli),
};

async function scoreRecords(values: Omit<ScoreValues, 'rerun'>, { out, shell }: CliContext): Promise<number> {
  const { runs, json, out: folder } = values;
  const { cap_usd, cap_tokens, cap_wall, weights, lambda } = values;
  const { contracts, replace, sandbox, unsafe, repos, cache } = values;
  if ([contracts, sandbox, repos, cache].some((value) => value !== undefined) || replace || unsafe)
    throw new InvalidArgumentError('--contract, --replace, --sandbox, --repos and --cache are for --rerun');
  const { scoreRuns, scoreCounterfactual, parseCounterfactualLimits } = await verbs.score();
  const terms = parseCounterfactualLimits({ cap_usd, cap_tokens, cap_wall, weights, lambda });
  if (terms !== undefined) return scoreCounterfactual(runs, terms, { json, out: folder }, out, shell.cwd);
  if (folder !== undefined)
    throw new UserError(
      '--out is for scores under other terms',
      'Name some: --cap-usd, --cap-tokens, --cap-wall, --weights, --lambda.',
    );
  return scoreRuns(runs, { json }, out, shell.cwd);
}

async function rerunPatches(values: RerunValues, cli: CliContext): Promise<number> {
  const { replayRuns, replayOptionsSchema } = await verbs.score();
  const input = { ...readSandbox(readOutputFolder(values, 'gatebench-replay', 'replace')), ...getMachineValues(cli) };
  const options = requireOptions(replayOptionsSchema.safeParse(input));
  return (await replayRuns(options, cli.out, cli.shell.cwd)).exit_code;
}
