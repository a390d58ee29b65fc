import { type Ablation, formatAblation, toMechanismSwitches } from '../../contract/coordination/mechanism.js';
import type { Leak } from '../../contract/leaks/find_leaks.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import type { ProofSummary } from '../../contract/validation/contract_lock.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { BaselineTime } from '../../record/costs/cost_estimator.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { Manifest, PullRequestPair, ReplicatedAttempt } from '../../record/manifest/manifest.js';
import { removeUrlCredentials } from '../../workspace/git/run_git.js';
import type { MaterialisedSnapshot } from '../../workspace/snapshot/materialise_snapshot.js';
import type { Agent } from '../agents/agent.js';
import { describeClock } from '../agents/installation/create_clock_variables.js';
import type { AttemptRunner } from './attempt_ports.js';
import { digestBriefing } from './digest_briefing.js';
import { getModelKey, selectModels } from './select_models.js';
import { describeTrustEnforcement } from './setup/describe_trust_enforcement.js';

/** Specification of one attempt: contract × agent × trial × seed, under one configuration. */
export interface AttemptSpec {
  attempt_id: string;
  loaded: LoadedContract;
  agent: Agent;
  trial: number;
  seed: number;
  /** Mechanisms that are switched off. */
  ablation: Ablation;
  /** Guardrail rules of the whole run, beside those of the contract. */
  rules?: GuardRulesFile | undefined;
  /** Models that the agent can reach. */
  models?: ModelConfig | undefined;
  /** Judge model for the contract's `model_checks`; undefined if it has none. */
  judge?: ModelConfig | undefined;
  /** Redaction of the record and store of originals. Default: that of the models, else the shipped rules. */
  redaction?: Pick<ModelConfig, 'redaction' | 'store'> | undefined;
  /** Pull request of the run. */
  pull_request?: PullRequestPair | undefined;
  /** Human time spent on the patch before the attempt; undefined if it is no human baseline. */
  human?: BaselineTime | undefined;
  /** True if challenge rounds run. Default: for agents, not for reference answers, safety tasks and ablations. */
  challenged?: boolean | undefined;
  /** Declared deviations from a protocol, which the report of the attempt repeats. */
  deviations?: readonly string[] | undefined;
  /** Attempt that this one repeats. */
  replicates?: ReplicatedAttempt | undefined;
}

/** Seed of the planned protocol; any other is a protocol deviation (requirement R2). */
export const PROTOCOL_SEED = 20260307;

/**
 * Computes the name of the run directory. The same attempt has the same id on every machine.
 *
 * @param models models that the agent uses
 * @param pull_request pull request that the attempt depends on, see `selectPullRequest`
 * @param replicates attempt that this one repeats: it is another attempt than that one
 * @param judge judge model of the contract's `model_checks`
 */
export function computeAttemptId(
  loaded: LoadedContract,
  agent: Pick<Agent, 'kind' | 'identity'>,
  trial: number,
  seed: number,
  off: Ablation,
  rules?: Pick<GuardRulesFile, 'sha256'>,
  models?: ModelConfig,
  pull_request?: PullRequestPair,
  replicates?: ReplicatedAttempt,
  judge?: ModelConfig,
): string {
  const ablation = formatAblation(off);
  // Absent fields are left out, so that earlier records keep their ids.
  const further = {
    ...(rules ? { rules: rules.sha256 } : {}),
    ...(models ? { models: getModelKey(models) } : {}),
    ...(loaded.caps ? { caps: loaded.caps } : {}),
    ...(pull_request ? { pull_request } : {}),
    ...(replicates ? { replicates } : {}),
    ...(judge ? { judge: getModelKey(judge) } : {}),
  };
  const briefing = digestBriefing(loaded.contract);
  const digest = computeDigest({
    version: loaded.version,
    briefing,
    agent: agent.identity,
    trial,
    seed,
    ablation,
    ...further,
  });
  return `${loaded.contract.id.slice(0, 60)}-${agent.kind}-${trial}-${digest.slice(0, 12)}`;
}

/**
 * Selects the pull request if the attempt depends on it: its change is the patch, or its base the repository. Such an
 * attempt is never reused for another pull request, base or head.
 *
 * @returns undefined if the attempt does not depend on it
 */
export function selectPullRequest(
  { contract }: Pick<LoadedContract, 'contract'>,
  agent: Pick<Agent, 'name'>,
  pull_request: PullRequestPair | undefined,
): PullRequestPair | undefined {
  return agent.name === 'pull-request' || 'base' in contract.snapshot ? pull_request : undefined;
}

/** Contract with its inspected repository and tools, shared by all its attempts. */
export interface PreparedContract {
  snapshot: MaterialisedSnapshot;
  /** Fault of the code because of which the repository is unavailable; absent = none. */
  defect?: unknown;
  tools: Record<string, string>;
  tool_problems: string[];
  lockfiles: Record<string, string>;
  /** Paths of the repository that hold the answer; see `exposure.ts`. */
  exposed: string[];
  /** Parts of the reference solution and hidden files that agents are told. */
  leaks: readonly Leak[];
}

/** Removes credentials from the repository's addresses before the contract is recorded. */
function removeContractCredentials(contract: LoadedContract['contract']): LoadedContract['contract'] {
  const { snapshot } = contract;
  if (!('git' in snapshot)) return contract;
  const urls = Object.entries(snapshot.submodule_urls ?? {}).map(([path, url]) => [path, removeUrlCredentials(url)]);
  return {
    ...contract,
    snapshot: {
      ...snapshot,
      git: removeUrlCredentials(snapshot.git),
      ...(snapshot.submodule_urls ? { submodule_urls: Object.fromEntries(urls) } : {}),
    },
  };
}

/** Creates the manifest of an attempt: every identity, bound before the agent acts (requirement R2). */
export function createManifest(spec: AttemptSpec, prepared: PreparedContract, runner: AttemptRunner): Manifest {
  const { loaded, agent } = spec;
  const { describeModel } = runner.ports.gateway;
  const { contract } = loaded;
  const clock = describeClock(contract, runner.toolchain.clock_library);
  const mechanisms = toMechanismSwitches(spec.ablation);
  const trust = describeTrustEnforcement({ contract, agent, mechanisms, isolated: runner.probe.isolated });
  return {
    schema: 1,
    attempt_id: spec.attempt_id,
    started_at: runner.now().toISOString(),
    harness: {
      name: 'gatebench',
      version: runner.version,
      runtime: runner.runtime,
      rubric: runner.rubric,
      entrypoint: runner.entrypoint,
    },
    contract: {
      id: contract.id,
      version: loaded.version,
      path: loaded.shown,
      lines: loaded.lines,
      text_sha256: loaded.text_sha256,
      briefing_sha256: digestBriefing(contract),
      body: removeContractCredentials(contract),
    },
    snapshot: prepared.snapshot,
    ...(spec.pull_request ? { pull_request: spec.pull_request } : {}),
    agent: { kind: agent.kind, name: agent.name, identity: agent.identity, detail: agent.detail },
    sandbox: {
      backend: runner.backend.name,
      version: runner.probe.version,
      class: runner.probe.class,
      isolated: runner.probe.isolated,
      guarantees: runner.probe.guarantees,
    },
    oracle_files: Object.fromEntries(loaded.oracle_files.map((file) => [file.path, file.sha256])),
    lockfiles: prepared.lockfiles,
    tools: prepared.tools,
    environment: {
      variables: contract.environment.variables,
      absent: contract.environment.absent,
      ...runner.machine,
      locale: contract.environment.locale,
      timezone: contract.environment.timezone,
      ...(clock ? { clock } : {}),
    },
    seeds: { protocol: PROTOCOL_SEED, trial: spec.seed, deviation: spec.seed !== PROTOCOL_SEED },
    trial: spec.trial,
    ablation: formatAblation(spec.ablation),
    mechanisms,
    ...(trust ? { trust } : {}),
    caps: loaded.caps ?? null,
    network_replayable:
      contract.setup.every((step) => step.network.length === 0) &&
      (contract.policy.network === 'deny' || (loaded.stubs !== undefined && runner.recordings === undefined)),
    stubs_sha256: loaded.stubs?.sha256 ?? null,
    guardrail_rules: { contract: loaded.rules?.sha256 ?? null, suite: spec.rules?.sha256 ?? null },
    model: describeModel(selectModels(agent, spec.models)),
    ...(spec.judge ? { judge_model: describeModel(spec.judge) ?? undefined } : {}),
    proof: loaded.proof ? describeProof(loaded.proof) : null,
    ...(spec.replicates ? { replicates: spec.replicates } : {}),
  };
}

/**
 * Describes the validation of the contract for a manifest. Facts about single tests are in the event of the oracle's
 * reference; times only decide whether a pass is checked again.
 */
function describeProof({ reference: _, reference_ms: __, ...bound }: ProofSummary): Manifest['proof'] {
  return bound;
}
