import { type Command, InvalidArgumentError } from 'commander';
import { addModelOptions, modelsInput } from './models_options.js';
import type { RunOrderInput } from './orders.js';
import type { WayOutOrder } from './way_out.js';

/** How words of the command line are read. */
export interface Parsers {
  whole(text: string): number;
  collect(value: string, before?: string[]): string[];
}

/** What the shell knows of the caller. */
export interface Caller {
  cwd: string;
  search_path: string;
  way_out?: WayOutOrder | undefined;
}

/** Adds what says which attempts there are: a suite, or contracts with agents. It is the same for every verb that plans. */
export function addStudyOptions(
  command: Command,
  { whole, collect }: Parsers,
  trials = 'attempts per contract and agent (default: 1)',
): Command {
  command
    .argument('[contracts...]', 'contract files, folders with a contract.yml, or patterns; none with --suite')
    .option('-s, --suite <file>', 'suite file: contracts, agents, ablations, trials and budgets (docs/suites.md)')
    .option(
      '-a, --agent <agent>',
      'noop, golden, pull-request, loop, patch:FILE, script:FILE, agent:FILE, command:"…" or a name of `agents list`; may be repeated',
      collect,
    )
    .option('-k, --trials <n>', trials, whole)
    .option(
      '--ablate <mechanisms>',
      'switch mechanisms of coordination and safety off: "none", "all" or names with ","; may be repeated, once per configuration',
      collect,
    )
    .option('--seed <n>', 'seed of the attempts; another than 20260307 is a protocol deviation', whole)
    .option('--install', 'install agents that come from npm and are not there, as `agents install` does', false)
    .option('--require-proof', 'refuse contracts without a contract.lock that holds (see validate)', false)
    .option('--coordination-rules <file>', 'further guardrail rules (YAML) for all attempts, beside those of contracts')
    .option(
      '--repos <dir>',
      'folder with local mirrors "owner+name", used instead of the network; may be repeated',
      collect,
      [],
    )
    .option('--base <sha>', 'base commit, for contracts with base: pull-request')
    .option('--head <sha>', 'head commit, for contracts with base: pull-request')
    .option(
      '--cache <dir>',
      'folder for prepared layers (default: /var/cache/gatebench as root, else ~/.cache/gatebench)',
    );
  return addModelOptions(command, collect);
}

/** Returns where results go. What lies in the folder that is meant without `--out` is renamed; a named one is refused. */
export function outputOf(
  options: Record<string, unknown>,
  folder: string,
): Required<Pick<RunOrderInput, 'out' | 'earlier'>> {
  const earlier = options.replace ? 'replace' : options.out === undefined ? 'set-aside' : 'refuse';
  return { out: (options.out as string | undefined) ?? folder, earlier };
}

/** What the options say. @throws when there is nothing to run */
export function studyInput(
  contracts: string[],
  options: Record<string, unknown>,
  around: Caller,
): Omit<RunOrderInput, 'out'> {
  const suite = options.suite as string | undefined;
  // Not commander's own check, which comes before that of mistyped options.
  if (suite === undefined && contracts.length === 0)
    throw new InvalidArgumentError(
      "missing required argument 'contracts', or --suite FILE (add --help for what there is)",
    );
  if (suite === undefined && !options.agent)
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
    search_path: around.search_path,
    way_out: around.way_out,
    install_agents: options.install as boolean,
    require_proof: options.requireProof as boolean,
    models: modelsInput(options),
    repos: options.repos as string[],
    ...(options.base || options.head
      ? { pull_request: { base_sha: String(options.base), head_sha: String(options.head), workspace: around.cwd } }
      : {}),
  };
}
