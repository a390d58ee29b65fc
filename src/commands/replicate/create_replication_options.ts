import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { buildBaseAddress } from '../../gateway/upstreams/upstream.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import { listShippedAgents } from '../../run/agents/catalog/read_agent_file.js';
import { parseBaseUrl } from '../models/base_url.js';
import type { ModelOptions } from '../models/model_options.js';
import { modelPresets } from '../models/model_presets.js';
import type { RunOptions } from '../study/run_options.js';
import type { RecordedConfiguration } from './read_recorded_configuration.js';

/** Upstream as a record names it. */
type RecordedUpstream = NonNullable<Manifest['model']>['upstreams'][number];

/** Backends that `--sandbox` names. */
const SANDBOXES: readonly string[] = ['bubblewrap', 'docker', 'podman', 'none'] satisfies RunOptions['sandbox'][];

/**
 * Creates the options of a run that repeats a recorded attempt: what the caller leaves out is taken from the record.
 * Nothing is believed here: `requireDeclaredVariation` compares what comes of it with the record.
 *
 * Where prompts and keys go is taken from no record, except for presets at their own addresses and scripts.
 *
 * Keys of providers, tables of prices, steering, and rules of guardrails and redaction are in no record: the caller
 * gives them again. A replication decides no gate unless that is asked for.
 *
 * @throws {UserError} if the caller has to name the address of a model
 */
export function createReplicationOptions(
  options: RunOptions,
  recorded: RecordedConfiguration,
  cwd: string,
): RunOptions {
  const { result, manifest } = recorded;
  const vary = options.replicate?.vary ?? [];
  const { pull_request: pair } = result;
  const pull_request = pair && {
    ...{ base_sha: pair.base_sha, head_sha: pair.head_sha, workspace: cwd },
    ...omitUndefined({ number: pair.number ?? undefined, base_ref: pair.base_ref ?? undefined }),
  };
  const backend = result.sandbox.backend;
  const isPinned = options.sandbox === 'auto' && SANDBOXES.includes(backend) && !vary.includes('sandbox');
  return {
    ...options,
    contracts: options.contracts.length > 0 ? options.contracts : [result.contract.path],
    agents: options.agents.length > 0 ? options.agents : [getAgentArgument(result.agent, manifest?.agent.detail)],
    ablations: options.ablations ?? [result.ablation],
    seed: options.seed ?? result.seed + (vary.includes('seed') ? 1 : 0),
    sandbox: isPinned ? (backend as RunOptions['sandbox']) : options.sandbox,
    pull_request: options.pull_request ?? pull_request,
    models: createModelOptions(options.models, manifest?.model ?? null, manifest?.judge_model),
    fail_on: options.fail_on ?? 'never',
  };
}

/** Returns the argument of `--agent` that names a recorded agent. */
function getAgentArgument(
  { kind, name }: Pick<Manifest['agent'], 'name'> & { kind: string },
  detail: Manifest['agent']['detail'] = {},
): string {
  const text = (field: string) => (typeof detail[field] === 'string' ? (detail[field] as string) : undefined);
  const file = text('file') ?? text('folder');
  const [prefix = ''] = name.split(':');
  if (text('command') !== undefined) return `command:${text('command')}`;
  if (file === undefined) return name;
  if (prefix === 'predictions') {
    const row = text('model') === undefined ? file : `${file}#${text('model')}`;
    return `${detail.missing === 'empty' ? 'predictions-or-empty' : prefix}:${row}`;
  }
  if (kind === 'scripted') return `script:${file}`;
  if (kind === 'patch') return `${prefix}:${file}`;
  return file === `agents/${name}.yml` && listShippedAgents().includes(name) ? name : `agent:${file}`;
}

/**
 * Returns the options of models: those of the caller, and what they leave out from the record. Anybody can make a
 * record: of its upstreams only scripts and presets at their own addresses are taken over, and never for a key that the
 * caller names.
 *
 * @throws {UserError} if the caller has to name the address
 */
function createModelOptions(
  given: ModelOptions,
  recorded: Manifest['model'],
  judge: Manifest['judge_model'],
): ModelOptions {
  const reached = recorded ?? judge;
  if (!reached) return given;
  const nameUpstreams = ({ upstreams }: NonNullable<Manifest['model']>) =>
    upstreams.flatMap((one) => toUpstreamFlags(one, given.key_env));
  const isNamed = given.upstreams.length > 0 || given.file !== undefined;
  return {
    ...given,
    name: given.name ?? recorded?.name ?? undefined,
    allow_models: given.allow_models.length > 0 ? given.allow_models : getAllowedModels(given, recorded, judge),
    judge: given.judge ?? judge?.name ?? undefined,
    upstreams: isNamed ? given.upstreams : nameUpstreams(reached),
    judge_upstreams: isNamed || !recorded || !judge ? undefined : nameUpstreams(judge),
  };
}

/** Returns the further models that agents could ask for; beside a judge model "*" says that they chose among all. */
function getAllowedModels(
  { name, judge: asked }: ModelOptions,
  recorded: Manifest['model'],
  judge: Manifest['judge_model'],
) {
  return (judge ?? asked) !== undefined && recorded?.name === null && name === undefined
    ? ['*']
    : (recorded?.allowed ?? []);
}

/** Pattern of names of models that can stand before the target of `--upstream` without being read as a part of it. */
const PLAIN_PATTERN = /^(?![a-z-]+:)[^=\s]+$/i;

/** Returns the values of `--upstream` that name a recorded upstream. @throws {UserError} */
function toUpstreamFlags({ name, url, models }: RecordedUpstream, key_env: string | undefined): string[] {
  const isScript = url.startsWith('script:');
  if (!isScript && !isPresetAddress(name, url))
    throw new UserError(
      `the record asks a model at ${url}`,
      `Prompts, and a key, go there. Name the address yourself: --upstream ${url}, or local:${url} where models cost ` +
        'nothing.',
    );
  if (!isScript && key_env !== undefined)
    throw new UserError(
      `--key-env ${key_env} names a key, and only the record says that it goes to ${name}`,
      `Say where the key goes: --upstream ${getPresetName(name)}.`,
    );
  const target = isScript ? url : getPresetName(name);
  const odd = models.find((pattern) => pattern !== '*' && !PLAIN_PATTERN.test(pattern));
  if (odd !== undefined)
    throw new UserError(
      `the record sends models "${odd}" to ${target}, and that pattern is no part of an --upstream`,
      'Name the upstreams yourself: --upstream PATTERN=TARGET, or --models FILE.',
    );
  return models.map((pattern) => (pattern === '*' ? target : `${pattern}=${target}`));
}

/** Returns the name of the preset behind the name of an upstream: a preset that is named twice gets a number. */
const getPresetName = (name: string): string => name.replace(/-\d+$/, '');

/** Returns true if a name is that of a preset, and the address is the one that the preset has by itself. */
function isPresetAddress(recorded_name: string, url: string): boolean {
  const name = getPresetName(recorded_name);
  const preset = Object.hasOwn(modelPresets, name) ? modelPresets[name] : undefined;
  if (preset === undefined || preset.own_url) return false;
  const place = parseBaseUrl(preset.url);
  return 'url' in place && buildBaseAddress({ ...place, dialects: preset.dialects }) === url;
}
