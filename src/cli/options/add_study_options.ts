import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOptionsInput } from '../../commands/study/run_options.js';
import type { ShellContext } from '../cli_context.js';
import { addJudgeOption, addModelOptions, readModelOptions } from './add_model_options.js';
import { collectValues, parseIntegerOption } from './parse_integer_option.js';

/** Option of the verbs that prepare layers. */
export const LAYER_CACHE_OPTION = [
  '--cache <dir>',
  'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
] as const;

/** Creates the option of the verbs that fetch snapshots. */
export const createReposOption = (): Option =>
  new Option('--repos <dir>', 'folder with local mirrors "owner+name", used instead of the network; may be repeated')
    .argParser(collectValues)
    .default([]);

/** Adds the options that say which attempts there are, the same for every verb that plans. */
export function addStudyOptions(command: Command, trials = 'attempts per contract and agent (default: 1)'): Command {
  command
    .argument('[contracts...]', 'contract files, folders with a contract.yml, or patterns; none with --suite')
    .option('-s, --suite <file>', 'suite file: contracts, agents, ablations, trials and budgets (docs/suites.md)')
    .option(
      '-a, --agent <agent>',
      'noop, golden, pull-request, loop, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, ' +
        'command:"…" or a name of `agents list`; may be repeated',
      collectValues,
    )
    .option('-k, --trials <n>', trials, parseIntegerOption)
    .option(
      '--ablate <mechanisms>',
      'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once ' +
        'per configuration',
      collectValues,
    )
    .option('--seed <n>', 'seed of the attempts; another than 20260307 is a protocol deviation', parseIntegerOption)
    .option('--install', 'install agents that come from npm and are not there, as `agents install` does', false)
    .option('--require-proof', 'refuse contracts without a contract.lock that holds (see validate)', false)
    .option('--coordination-rules <file>', 'further guardrail rules (YAML) for all attempts, beside those of contracts')
    .addOption(createReposOption())
    .option('--base <sha>', 'base commit, for contracts with base: pull-request')
    .option('--head <sha>', 'head commit, for contracts with base: pull-request')
    .option(...LAYER_CACHE_OPTION);
  return addJudgeOption(addModelOptions(command));
}

/** Returns the output folder. Results in the default folder are renamed; a folder named by `--out` is refused. */
export function readOutputOptions(
  options: Record<string, unknown>,
  folder: string,
): Required<Pick<RunOptionsInput, 'out' | 'earlier'>> {
  const earlier = options.replace ? 'replace' : options.out === undefined ? 'set-aside' : 'refuse';
  return { out: (options.out as string | undefined) ?? folder, earlier };
}

/** Reads the values of the study options. @throws {InvalidArgumentError} if there is nothing to run */
export function readStudyOptions(
  contracts: string[],
  options: Record<string, unknown>,
  shell: ShellContext,
): Omit<RunOptionsInput, 'out'> {
  const suite = options.suite as string | undefined;
  // Commander's own check would come before that of mistyped options.
  const isRepeated = options.replicate !== undefined;
  if (suite === undefined && contracts.length === 0 && !isRepeated)
    throw new InvalidArgumentError(
      "missing required argument 'contracts', or --suite FILE (add --help for what there is)",
    );
  if (suite === undefined && !options.agent && !isRepeated)
    throw new InvalidArgumentError(
      "required option '-a, --agent <agent>' not specified (add --help for what there is)",
    );
  return {
    suite,
    contracts,
    agents: options.agent as string[] | undefined,
    ablations: options.ablate as string[] | undefined,
    coordination_rules: options.coordinationRules as string | undefined,
    trials: options.trials as number | undefined,
    seed: options.seed as number | undefined,
    cache: options.cache as string | undefined,
    search_path: shell.search_path,
    way_out: shell.way_out,
    install_agents: options.install as boolean,
    require_proof: options.requireProof as boolean,
    models: readModelOptions(options),
    repos: options.repos as string[],
    ...(options.base || options.head
      ? { pull_request: { base_sha: String(options.base), head_sha: String(options.head), workspace: shell.cwd } }
      : {}),
  };
}
