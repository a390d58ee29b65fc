import type { LoadedContract, RulesFile } from '../../contract/loaded.js';
import type { Proof } from '../../contract/lock.js';
import { type Ablation, ablationLabel, switches } from '../../contract/mechanisms.js';
import { digestOf } from '../../record/canonical.js';
import type { Manifest } from '../../record/manifest.js';
import type { PullRequestPair } from '../../record/pull_request_pair.js';
import type { Agent } from '../agents/agent.js';
import type { Models } from '../gateway/models.js';
import { withoutCredentials } from '../workspace/address.js';
import type { MaterialisedSnapshot } from '../workspace/snapshot.js';
import { modelKey, modelOf, modelsFor } from './model_identity.js';
import type { Rooms } from './rooms.js';

/** One attempt that is to be made: contract × agent × trial × seed, under one configuration. */
export interface Order {
  attempt_id: string;
  loaded: LoadedContract;
  agent: Agent;
  trial: number;
  seed: number;
  /** Mechanisms that are switched off. */
  ablation: Ablation;
  /** Further guardrail rules that hold for the whole run, beside those of the contract. */
  rules?: RulesFile | undefined;
  /** Models that the agent can reach. */
  models?: Models | undefined;
  /** The pull request that the run is about. */
  pull_request?: PullRequestPair | undefined;
  /** Whether challenge rounds are made. Default: for every agent but the contract's own reference answers. */
  challenged?: boolean | undefined;
}

/** Seed of the planned protocol; any other is a protocol deviation (R2; executable contracts §3.2). */
export const PROTOCOL_SEED = 20260307;

/**
 * Name of the run directory: the same attempt has the same id, whoever runs it and wherever.
 *
 * @param models those that the agent asks
 * @param pull_request pull request that the attempt depends on, see `pairFor`
 */
export function attemptId(
  loaded: LoadedContract,
  agent: Pick<Agent, 'kind' | 'identity'>,
  trial: number,
  seed: number,
  off: Ablation,
  rules?: Pick<RulesFile, 'sha256'>,
  models?: Models,
  pull_request?: PullRequestPair,
): string {
  const ablation = ablationLabel(off);
  // What is not there is left out, so that records from before there was any keep their names.
  const further = {
    ...(rules ? { rules: rules.sha256 } : {}),
    ...(models ? { models: modelKey(models) } : {}),
    ...(loaded.caps ? { caps: loaded.caps } : {}),
    ...(pull_request ? { pull_request } : {}),
  };
  const digest = digestOf({ version: loaded.version, agent: agent.identity, trial, seed, ablation, ...further });
  return `${loaded.contract.id.slice(0, 60)}-${agent.kind}-${trial}-${digest.slice(0, 12)}`;
}

/**
 * Returns the pull request where the attempt depends on it: its change is the patch, or its base the repository. Such an
 * attempt is never resumed or reused for another pull request, base or head.
 *
 * @returns undefined for attempts that would be the same without the pull request
 */
export function pairFor(
  { contract }: Pick<LoadedContract, 'contract'>,
  agent: Pick<Agent, 'name'>,
  pull_request: PullRequestPair | undefined,
): PullRequestPair | undefined {
  return agent.name === 'pull-request' || 'base' in contract.snapshot ? pull_request : undefined;
}

/** What is known of a contract once its repository and tools have been looked at, the same for all its attempts. */
export interface Prepared {
  snapshot: MaterialisedSnapshot;
  tools: Record<string, string>;
  tool_problems: string[];
  lockfiles: Record<string, string>;
  /** Paths of the repository that hold the answer; see exposure.ts. */
  exposed: string[];
}

/** The contract as it is recorded: a repository's address may hold a token. */
function withoutSecretAddresses(contract: LoadedContract['contract']): LoadedContract['contract'] {
  const { snapshot } = contract;
  if (!('git' in snapshot)) return contract;
  const urls = Object.entries(snapshot.submodule_urls ?? {}).map(([path, url]) => [path, withoutCredentials(url)]);
  return {
    ...contract,
    snapshot: {
      ...snapshot,
      git: withoutCredentials(snapshot.git),
      ...(snapshot.submodule_urls ? { submodule_urls: Object.fromEntries(urls) } : {}),
    },
  };
}

/** The manifest of an attempt: every identity, bound before any agent action (R2). */
export function manifestOf(order: Order, prepared: Prepared, rooms: Rooms): Manifest {
  const { loaded, agent } = order;
  const { contract } = loaded;
  return {
    schema: 1,
    attempt_id: order.attempt_id,
    started_at: rooms.now().toISOString(),
    harness: {
      name: 'gatebench',
      version: rooms.version,
      runtime: rooms.runtime,
      rubric: rooms.rubric,
      entrypoint: rooms.entrypoint,
    },
    contract: {
      id: contract.id,
      version: loaded.version,
      path: loaded.shown,
      lines: loaded.lines,
      text_sha256: loaded.text_sha256,
      body: withoutSecretAddresses(contract),
    },
    snapshot: prepared.snapshot,
    ...(order.pull_request ? { pull_request: order.pull_request } : {}),
    agent: { kind: agent.kind, name: agent.name, identity: agent.identity, detail: agent.detail },
    sandbox: {
      backend: rooms.backend.name,
      version: rooms.probe.version,
      class: rooms.probe.class,
      isolated: rooms.probe.isolated,
      guarantees: rooms.probe.guarantees,
    },
    oracle_files: Object.fromEntries(loaded.oracle_files.map((file) => [file.path, file.sha256])),
    lockfiles: prepared.lockfiles,
    tools: prepared.tools,
    environment: {
      variables: contract.environment.variables,
      absent: contract.environment.absent,
      ...rooms.machine,
      locale: contract.environment.locale,
      timezone: contract.environment.timezone,
    },
    seeds: { protocol: PROTOCOL_SEED, trial: order.seed, deviation: order.seed !== PROTOCOL_SEED },
    trial: order.trial,
    ablation: ablationLabel(order.ablation),
    mechanisms: switches(order.ablation),
    caps: loaded.caps ?? null,
    network_replayable:
      contract.setup.every((step) => step.network.length === 0) &&
      (contract.policy.network === 'deny' || (loaded.stubs !== undefined && rooms.recordings === undefined)),
    stubs_sha256: loaded.stubs?.sha256 ?? null,
    guardrail_rules: { contract: loaded.rules?.sha256 ?? null, suite: order.rules?.sha256 ?? null },
    model: modelOf(modelsFor(agent, order.models)),
    proof: loaded.proof ? boundProof(loaded.proof) : null,
  };
}

/**
 * What a manifest says of a proof. What it knows of single tests stands in the event of the oracle's reference; times decide whether a pass is
 * looked at once more, and nothing that is judged.
 */
function boundProof({ reference: _, reference_ms: __, ...bound }: Proof): Manifest['proof'] {
  return bound;
}
