import type { PlanOptions } from './plan_options.js';

/**
 * Creates the arguments of the command line that say which attempts there are, from the options of `plan`.
 *
 * The cache and the originals of what was redacted are left out: they belong to one machine.
 */
export function createStudyArguments(options: PlanOptions): string[] {
  const { suite, contracts, agents, ablations, trials, models, pull_request } = options;
  return [
    ...contracts.map((contract) => (contract.startsWith('-') ? `./${contract}` : contract)),
    ...one('--suite', suite),
    ...each('--agent', agents),
    ...one('--trials', trials),
    ...each('--ablate', ablations ?? []),
    ...each('--repos', options.repos),
    ...one('--base', pull_request?.base_sha),
    ...one('--head', pull_request?.head_sha),
    ...one('--model', models.name),
    ...one('--judge-model', models.judge),
    ...each('--upstream', models.upstreams),
    ...one('--key-env', models.key_env),
    ...one('--models', models.file),
    ...one('--prices', models.prices),
  ];
}

/** Creates the arguments of `plan` that change its bytes, and are none of the study. */
export function createPlanArguments({ max_shards, durations }: PlanOptions): string[] {
  return ['--max-shards', String(max_shards), ...each('--durations', durations)];
}

/** Writes a value behind its option; with `=`, so that a value that begins with `-` is none. */
const one = (option: string, value: string | number | undefined): string[] =>
  value === undefined ? [] : [`${option}=${value}`];

const each = (option: string, values: readonly string[]): string[] => values.flatMap((value) => one(option, value));
