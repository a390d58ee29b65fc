import { relative, resolve } from 'node:path';
import { type Ablation, formatAblation, mechanisms, NO_ABLATION } from '../../contract/coordination/mechanism.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import { applyRunCaps, type LoadedContract } from '../../contract/loaded_contract.js';
import type { LoadedSuite, Suite } from '../../contract/suite/suite.js';
import type { ModelOptions } from '../models/model_options.js';
import { selectAgentModels, selectJudgeModels } from '../models/model_options.js';
import { formatSuiteLocation } from './read_suite.js';
import type { RunOptions } from './run_options.js';
import { getExtraTrials, removeDuplicateAblations, type Study, type StudyAgent } from './study.js';

/**
 * Creates the study of a suite file.
 *
 * Flags that would change its attempts are refused; flags on how it is run (width, gate, sandbox, folders) are
 * allowed.
 *
 * @throws {UserError} with the line of the suite
 */
export function createStudyFromSuite(
  loaded: LoadedSuite,
  contracts: readonly LoadedContract[],
  options: RunOptions,
  cwd: string,
): Study {
  refuseConflictingFlags(loaded, options);
  const { suite } = loaded;
  const { budget, gate, concurrency } = suite;
  const { width, weights } = typeof concurrency === 'number' ? { width: concurrency, weights: {} } : concurrency;
  requireContractIds(loaded, 'concurrency.weights', Object.keys(weights), contracts);
  requireConcurrencyWidth(loaded, weights, options.concurrency);
  return {
    name: suite.name,
    suite: loaded,
    contracts: contracts.map((contract) => applyRunCaps(contract, budget)),
    agents: [...createSuiteAgents(loaded, options, cwd), ...createBaselineAgents(loaded, contracts)],
    judge_models: selectJudgeModels(mergeModelOptions(loaded, {}, options.models, cwd)),
    trials: suite.trials,
    seed: suite.seed,
    order: suite.order,
    budget: {
      total_usd: budget.total_usd ?? null,
      task_usd: budget.task_usd ?? null,
      run_usd: budget.run_usd ?? null,
      run_tokens: budget.run_tokens ?? null,
      total_wall_ms: budget.total_wall ?? null,
    },
    retries: suite.retries,
    width: options.concurrency ?? width,
    weights,
    rules: resolveSuitePath(loaded, suite.coordination_rules, cwd),
    require_proof: suite.require_proof,
    analysis: suite.analysis,
    gate: {
      fail_on: options.fail_on ?? gate.fail_on,
      agents: gate.arms,
      coverage_floor: gate.coverage_floor,
      min_strength: gate.min_strength,
      extra_trials: options.extra_trials ?? gate.extra_trials ?? getExtraTrials(options.fail_on ?? gate.fail_on),
      extra_usd: gate.extra_usd ?? null,
      alpha: gate.alpha,
      tolerance: gate.tolerance,
      minimum_history: gate.minimum_history,
      baseline: options.baseline ?? resolveSuitePath(loaded, gate.baseline, cwd),
    },
    folder: loaded.folder,
    warnings: findSuiteWarnings(loaded, contracts),
  };
}

/** Resolves a path of the suite against its folder; the result is relative to the working folder. */
const resolveSuitePath = <T extends string | undefined>({ folder }: LoadedSuite, file: T, cwd: string) =>
  (file === undefined ? undefined : relative(cwd, resolve(folder, file)) || '.') as T;

function refuseConflictingFlags(loaded: LoadedSuite, options: RunOptions): void {
  const flags: [string, boolean][] = [
    ['contracts', options.contracts.length > 0],
    ['--agent', options.agents.length > 0],
    ['--ablate', options.ablations !== undefined],
    ['--trials', options.trials !== undefined],
  ];
  const beside = flags.flatMap(([flag, given]) => (given ? [flag] : []));
  if (beside.length > 0)
    throw new UserError(
      `${beside.join(', ')} beside the suite ${loaded.shown}, which says that itself`,
      'Change the suite, or a copy of it: what was compared with what then stands in its file.',
    );
}

function createSuiteAgents(loaded: LoadedSuite, options: RunOptions, cwd: string): StudyAgent[] {
  const { agents, ablations } = loaded.suite;
  const all = listConfigurations(loaded);
  const plain = ablations.all_on ? [NO_ABLATION] : all;
  return agents.map((agent, i) => ({
    name: agent.name,
    agent: agent.agent,
    role: 'agent',
    models: mergeModelOptions(loaded, agent, selectFlags(agent, options.models), cwd),
    effort: agent.effort ?? null,
    effort_of: agent.effort_of ?? null,
    human_minutes: null,
    human_usd_per_hour: null,
    ablations: ablations.agents === undefined || ablations.agents.includes(agent.name) ? all : plain,
    at: formatSuiteLocation(loaded, `agents.${i}`),
  }));
}

/** Returns the configurations of the agents. @throws {UserError} for one that is listed twice */
function listConfigurations(loaded: LoadedSuite): Ablation[] {
  const { all_on, all_off, leave_one_out, listed } = loaded.suite.ablations;
  const alone = leave_one_out === 'all' ? mechanisms : (leave_one_out ?? []);
  const declared: [string, Ablation][] = [
    ...(all_on ? [['ablations.all_on', NO_ABLATION] as [string, Ablation]] : []),
    ...alone.map((name, i): [string, Ablation] => [`ablations.leave_one_out.${i}`, new Set([name])]),
    ...listed.map((names, i): [string, Ablation] => [`ablations.listed.${i}`, new Set(names)]),
    ...(all_off ? [['ablations.all_off', new Set(mechanisms)] as [string, Ablation]] : []),
  ];
  const places = new Map<string, string>();
  for (const [field, off] of declared) {
    const place = places.get(formatAblation(off));
    if (place !== undefined)
      throw new UserError(
        `${formatSuiteLocation(loaded, field)}: "${formatAblation(off)}" is switched off by ${place} already`,
        'Each configuration is run once: leave one of them out.',
      );
    places.set(formatAblation(off), field);
  }
  return removeDuplicateAblations(declared.map(([, off]) => off));
}

/** Selects what the flags say about the models of an agent, which may ask for models by itself. */
const selectFlags = ({ model, steering }: Suite['agents'][number], flags: ModelOptions): ModelOptions =>
  selectAgentModels({ ...flags, name: model ?? flags.name }, steering !== undefined);

/** Merges model options: those of the agent override those of the run, and these the suite's. */
function mergeModelOptions(
  loaded: LoadedSuite,
  agent: Pick<Partial<Suite['agents'][number]>, 'model' | 'allow_models' | 'upstreams' | 'steering'>,
  flags: ModelOptions,
  cwd: string,
): ModelOptions {
  const { models } = loaded.suite;
  const ours = (file: string | undefined) => resolveSuitePath(loaded, file, cwd);
  const resolveUpstreams = (upstreams: readonly string[]) =>
    upstreams.map((one) => resolveSuiteScript(loaded, one, cwd));
  const places = flags.upstreams.length > 0 || flags.file !== undefined;
  const name = agent.model ?? flags.name;
  const shared_upstreams = places ? flags.upstreams : resolveUpstreams(models.upstreams);
  const shared_file = places ? flags.file : ours(models.file);
  return {
    ...flags,
    name,
    // An arm that chooses its model itself may ask for any.
    allow_models: agent.allow_models ?? (name === undefined ? [] : flags.allow_models),
    upstreams: agent.upstreams ? resolveUpstreams(agent.upstreams) : shared_upstreams,
    // A key of the command line goes to the upstream of the command line alone.
    key_env: agent.upstreams && flags.upstreams.length > 0 ? undefined : flags.key_env,
    file: agent.upstreams ? undefined : shared_file,
    prices: flags.prices ?? ours(models.prices),
    steering: ours(agent.steering) ?? flags.steering,
    // A backend without "/" is a name, not a file.
    backend: flags.backend ?? (models.backend?.includes('/') ? ours(models.backend) : models.backend),
    redaction: flags.redaction ?? ours(models.redaction),
    restricted_store: flags.restricted_store ?? ours(models.restricted_store),
  };
}

/** Resolves the file in `[PATTERN=]script:FILE`. */
const resolveSuiteScript = (loaded: LoadedSuite, upstream: string, cwd: string) =>
  upstream.replace(
    /^((?:[^=\s:]+=)?script:)(.+)$/s,
    (_, before: string, file: string) => before + resolveSuitePath(loaded, file, cwd),
  );

function createBaselineAgents(loaded: LoadedSuite, contracts: readonly LoadedContract[]): StudyAgent[] {
  const { noop, golden, scripted, human } = loaded.suite.baselines;
  const baseline = (role: 'noop' | 'golden' | 'scripted' | 'human', agent: string): StudyAgent => ({
    name: role,
    agent,
    role,
    models: undefined,
    effort: null,
    effort_of: null,
    human_minutes: null,
    human_usd_per_hour: null,
    ablations: [NO_ABLATION],
    at: formatSuiteLocation(loaded, `baselines.${role}`),
  });
  if (human) {
    const minutes = Object.keys(human.minutes);
    requireContractIds(loaded, 'baselines.human.minutes', minutes, contracts);
    const unproven = contracts
      .filter(({ contract }) => !minutes.includes(contract.id))
      .map(({ contract }) => contract.id);
    if (unproven.length > 0)
      throw new UserError(
        `${formatSuiteLocation(loaded, 'baselines.human.minutes')}: nothing says how long people worked on ` +
          `${unproven.join(', ')}`,
        'Their time is part of the cost: write the minutes down, or leave the contracts out.',
      );
  }
  return [
    ...(noop ? [baseline('noop', 'noop')] : []),
    ...(golden ? [baseline('golden', 'golden')] : []),
    ...(scripted ? [baseline('scripted', scripted.startsWith('script:') ? scripted : `script:${scripted}`)] : []),
    ...(human
      ? [
          {
            ...baseline('human', `patch:${human.patches}`),
            human_minutes: human.minutes,
            human_usd_per_hour: human.usd_per_hour ?? null,
          },
        ]
      : []),
  ];
}

/** Requires that the suite has contracts with these ids. @throws {UserError} */
function requireContractIds(
  loaded: LoadedSuite,
  field: string,
  ids: readonly string[],
  contracts: readonly LoadedContract[],
): void {
  const contract_ids = contracts.map(({ contract }) => contract.id);
  const stranger = ids.find((id) => !contract_ids.includes(id));
  if (stranger !== undefined)
    throw new UserError(
      `${formatSuiteLocation(loaded, `${field}.${stranger}`)}: no contract of this suite has the id "${stranger}"` +
        `${suggestName(stranger, contract_ids)}`,
    );
}

/** Requires that a width of the command line fits the weights of the file. @throws {UserError} */
function requireConcurrencyWidth(
  loaded: LoadedSuite,
  weights: Readonly<Record<string, number>>,
  width: number | undefined,
): void {
  const heavy = Object.entries(weights).find(([, weight]) => width !== undefined && weight > width);
  if (heavy)
    throw new UserError(
      `--concurrency ${width}: ${formatSuiteLocation(loaded, `concurrency.weights.${heavy[0]}`)} weighs ${heavy[1]}`,
      'Give it at least that width.',
    );
}

/** Warns if mechanisms are switched off that no contract uses. */
function findSuiteWarnings(loaded: LoadedSuite, contracts: readonly LoadedContract[]): string[] {
  const { leave_one_out, all_off, listed } = loaded.suite.ablations;
  const ablated = leave_one_out !== undefined || all_off || listed.length > 0;
  if (!ablated || contracts.some(({ contract }) => contract.coordination ?? contract.world)) return [];
  return [
    `${formatSuiteLocation(loaded, 'ablations')}: no contract of this suite declares coordination or a world, ` +
      'so that its ' +
      `attempts may tell no mechanism from another`,
  ];
}
