import { relative, resolve } from 'node:path';
import { underCaps } from '../contract/caps.js';
import type { LoadedContract } from '../contract/loaded.js';
import { type Ablation, ablationLabel, mechanisms, NO_ABLATION } from '../contract/mechanisms.js';
import { didYouMean } from '../contract/suggest.js';
import type { LoadedSuite, Suite } from '../contract/suite.js';
import { UserError } from '../contract/user_error.js';
import type { ModelsOrder } from './models_order.js';
import type { RunOrder } from './orders.js';
import { placeIn } from './read_suite.js';
import { distinct, type Study, type StudyAgent } from './study.js';

/**
 * The study that a suite file describes. What would change its attempts cannot be said beside it: a suite that says one thing and was run as
 * another is no agreement. How it is run (width, gate, sandbox, folders) can.
 *
 * @throws {UserError} with the line of the suite
 */
export function studyOfSuite(
  loaded: LoadedSuite,
  contracts: readonly LoadedContract[],
  order: RunOrder,
  cwd: string,
): Study {
  demandNothingBeside(loaded, order);
  const { suite } = loaded;
  const { budget, gate, concurrency } = suite;
  const { width, weights } = typeof concurrency === 'number' ? { width: concurrency, weights: {} } : concurrency;
  demandIds(loaded, 'concurrency.weights', Object.keys(weights), contracts);
  demandWidth(loaded, weights, order.concurrency);
  return {
    name: suite.name,
    suite: loaded,
    contracts: contracts.map((contract) => underCaps(contract, budget)),
    agents: [...agentsOf(loaded, order, cwd), ...baselinesOf(loaded, contracts)],
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
    retries: order.retries ?? suite.retries,
    width: order.concurrency ?? width,
    weights,
    rules: inFolder(loaded, suite.coordination_rules, cwd),
    require_proof: order.require_proof || suite.require_proof,
    analysis: suite.analysis,
    gate: {
      fail_on: order.fail_on ?? gate.fail_on,
      agents: gate.arms,
      coverage_floor: gate.coverage_floor,
      min_strength: order.min_strength ?? gate.min_strength,
      extra_trials: order.extra_trials ?? gate.extra_trials,
      extra_usd: order.extra_usd ?? gate.extra_usd ?? null,
      alpha: gate.alpha,
      tolerance: gate.tolerance,
      minimum_history: gate.minimum_history,
      baseline: order.baseline ?? inFolder(loaded, gate.baseline, cwd),
    },
    folder: loaded.folder,
    warnings: warningsOf(loaded, contracts),
  };
}

/** What a suite names is in its own folder; a path from the working folder is what messages and records show. */
const inFolder = <T extends string | undefined>({ folder }: LoadedSuite, file: T, cwd: string) =>
  (file === undefined ? undefined : relative(cwd, resolve(folder, file)) || '.') as T;

function demandNothingBeside(loaded: LoadedSuite, order: RunOrder): void {
  const said: [string, boolean][] = [
    ['contracts', order.contracts.length > 0],
    ['--agent', order.agents.length > 0],
    ['--ablate', order.ablations !== undefined],
    ['--trials', order.trials !== undefined],
    ['--seed', order.seed !== undefined],
    ['--coordination-rules', order.coordination_rules !== undefined],
  ];
  const beside = said.flatMap(([flag, given]) => (given ? [flag] : []));
  if (beside.length > 0)
    throw new UserError(
      `${beside.join(', ')} beside the suite ${loaded.shown}, which says that itself`,
      'Change the suite, or a copy of it: what was compared with what then stands in its file.',
    );
}

function agentsOf(loaded: LoadedSuite, order: RunOrder, cwd: string): StudyAgent[] {
  const { agents, ablations } = loaded.suite;
  const all = configurations(loaded);
  const plain = ablations.all_on ? [NO_ABLATION] : all;
  return agents.map((agent, i) => ({
    name: agent.name,
    agent: agent.agent,
    role: 'agent',
    models: modelsOf(loaded, agent, order.models, cwd),
    effort: agent.effort ?? null,
    effort_of: agent.effort_of ?? null,
    human_minutes: null,
    human_usd_per_hour: null,
    ablations: ablations.agents === undefined || ablations.agents.includes(agent.name) ? all : plain,
    at: placeIn(loaded, `agents.${i}`),
  }));
}

/** @throws {UserError} for a configuration that is listed though it is run already */
function configurations(loaded: LoadedSuite): Ablation[] {
  const { all_on, all_off, leave_one_out, listed } = loaded.suite.ablations;
  const alone = leave_one_out === 'all' ? mechanisms : (leave_one_out ?? []);
  const declared: [string, Ablation][] = [
    ...(all_on ? [['ablations.all_on', NO_ABLATION] as [string, Ablation]] : []),
    ...alone.map((name, i): [string, Ablation] => [`ablations.leave_one_out.${i}`, new Set([name])]),
    ...listed.map((names, i): [string, Ablation] => [`ablations.listed.${i}`, new Set(names)]),
    ...(all_off ? [['ablations.all_off', new Set(mechanisms)] as [string, Ablation]] : []),
  ];
  const seen = new Map<string, string>();
  for (const [field, off] of declared) {
    const other = seen.get(ablationLabel(off));
    if (other !== undefined)
      throw new UserError(
        `${placeIn(loaded, field)}: "${ablationLabel(off)}" is switched off by ${other} already`,
        'Each configuration is run once: leave one of them out.',
      );
    seen.set(ablationLabel(off), field);
  }
  return distinct(declared.map(([, off]) => off));
}

/** What an agent says of its models goes before what the run says, and that before what the suite says of all. */
function modelsOf(loaded: LoadedSuite, agent: Suite['agents'][number], flags: ModelsOrder, cwd: string): ModelsOrder {
  const { models } = loaded.suite;
  const ours = (file: string | undefined) => inFolder(loaded, file, cwd);
  const own = (upstreams: readonly string[]) => upstreams.map((one) => scriptInFolder(loaded, one, cwd));
  const places = flags.upstreams.length > 0 || flags.file !== undefined;
  const name = agent.model ?? flags.name;
  const upstreams = agent.upstreams ? own(agent.upstreams) : places ? flags.upstreams : own(models.upstreams);
  return {
    ...flags,
    name,
    // An arm that chooses its model itself may ask for any.
    allow_models: agent.allow_models ?? (name === undefined ? [] : flags.allow_models),
    upstreams,
    file: agent.upstreams ? undefined : places ? flags.file : ours(models.file),
    prices: flags.prices ?? ours(models.prices),
    steering: ours(agent.steering) ?? flags.steering,
    // A name of a backend is no file.
    backend: flags.backend ?? (models.backend?.includes('/') ? ours(models.backend) : models.backend),
    redaction: flags.redaction ?? ours(models.redaction),
  };
}

/** `[PATTERN=]script:FILE` names a file, too. */
const scriptInFolder = (loaded: LoadedSuite, upstream: string, cwd: string) =>
  upstream.replace(
    /^((?:[^=\s:]+=)?script:)(.+)$/s,
    (_, before: string, file: string) => before + inFolder(loaded, file, cwd),
  );

function baselinesOf(loaded: LoadedSuite, contracts: readonly LoadedContract[]): StudyAgent[] {
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
    at: placeIn(loaded, `baselines.${role}`),
  });
  if (human) {
    const minutes = Object.keys(human.minutes);
    demandIds(loaded, 'baselines.human.minutes', minutes, contracts);
    const without = contracts
      .filter(({ contract }) => !minutes.includes(contract.id))
      .map(({ contract }) => contract.id);
    if (without.length > 0)
      throw new UserError(
        `${placeIn(loaded, 'baselines.human.minutes')}: nothing says how long people worked on ${without.join(', ')}`,
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

/** @throws {UserError} for an id that no contract of the suite has */
function demandIds(
  loaded: LoadedSuite,
  field: string,
  ids: readonly string[],
  contracts: readonly LoadedContract[],
): void {
  const known = contracts.map(({ contract }) => contract.id);
  const stranger = ids.find((id) => !known.includes(id));
  if (stranger !== undefined)
    throw new UserError(
      `${placeIn(loaded, `${field}.${stranger}`)}: no contract of this suite has the id "${stranger}"${didYouMean(stranger, known)}`,
    );
}

/** A width on the command line may be too narrow for a weight of the file. */
function demandWidth(loaded: LoadedSuite, weights: Readonly<Record<string, number>>, width: number | undefined): void {
  const heavy = Object.entries(weights).find(([, weight]) => width !== undefined && weight > width);
  if (heavy)
    throw new UserError(
      `--concurrency ${width}: ${placeIn(loaded, `concurrency.weights.${heavy[0]}`)} weighs ${heavy[1]}`,
      'Give it at least that width.',
    );
}

/** A mechanism that nothing uses cannot make a difference. */
function warningsOf(loaded: LoadedSuite, contracts: readonly LoadedContract[]): string[] {
  const { leave_one_out, all_off, listed } = loaded.suite.ablations;
  const ablated = leave_one_out !== undefined || all_off || listed.length > 0;
  if (!ablated || contracts.some(({ contract }) => contract.coordination ?? contract.world)) return [];
  return [
    `${placeIn(loaded, 'ablations')}: no contract of this suite declares coordination or a world, so that its attempts may tell no mechanism from another`,
  ];
}
