import type { Contract } from '../../contract/contract_schema.js';
import { type Ablation, formatAblation } from '../../contract/coordination/mechanism.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { Leak } from '../../contract/leaks/find_leaks.js';
import type { GuardRulesFile, LoadedContract } from '../../contract/loaded_contract.js';
import { renderFullBriefing } from '../../contract/loaded_contract.js';
import type { ModelConfig } from '../../gateway/model_config.js';
import type { BaselineTime } from '../../record/costs/cost_estimator.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import type { Manifest, PullRequestPair, ReplicatedAttempt } from '../../record/manifest/manifest.js';
import type { MaterialisedSnapshot } from '../../workspace/snapshot/materialise_snapshot.js';
import type { Agent } from '../agents/agent.js';
import { TRUST_LEVELS } from '../safety/check_profile.js';

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
    ...omitUndefined({
      rules: rules?.sha256,
      models: models && getModelKey(models),
      caps: loaded.caps,
      pull_request,
      replicates,
      judge: judge && getModelKey(judge),
    }),
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
  /** Versions of the package managers that the repository or the setup names, as the sandbox sees them. */
  package_managers: Record<string, string>;
  tool_problems: string[];
  lockfiles: Record<string, string>;
  /** Paths of the repository that hold the answer; see `exposure.ts`. */
  exposed: string[];
  /** Parts of the reference solution and hidden files that agents are told. */
  leaks: readonly Leak[];
}

/** Digests all texts that agents get for a task. It covers title and commands, which no contract version binds. */
export const digestBriefing = (contract: Contract): string => sha256(renderFullBriefing(contract));

/**
 * Selects the models that an agent can reach.
 *
 * @returns undefined if it uses none or the run has none
 */
export function selectModels(agent: Agent, models: ModelConfig | undefined): ModelConfig | undefined {
  return 'models' in agent && agent.models !== undefined ? models : undefined;
}

/**
 * Returns the part of the models that identifies an attempt. Addresses of servers are left out; their names stand for
 * them.
 */
export function getModelKey({ name, allowed, upstreams, steering }: ModelConfig): unknown {
  // Absent fields are left out, so that earlier records keep their ids.
  return {
    name,
    ...omitUndefined({ allowed }),
    upstreams: upstreams.map((one) => one.name),
    steering: steering ?? null,
  };
}

/** Enforcement of `policy.trust_level` for an agent, as the manifest states it. */
type TrustEnforcement = NonNullable<Manifest['trust']>;

/** Terms on which the trust level of an attempt is held. */
interface TrustTerms {
  contract: Pick<Contract, 'policy'>;
  agent: Agent;
  /** Mechanisms of the attempt: profiles hold the level, network policies the hosts. */
  mechanisms: Pick<Manifest['mechanisms'], 'profiles' | 'network_policies'>;
  /** False if the attempt runs without isolation. */
  isolated: boolean;
}

/**
 * Describes how the trust level of a contract is held for what an agent does by itself, past the coordination layer.
 * Calls through the harness are refused. Commands that an agent starts in its own process do not reach the harness:
 * they find the workspace read-only and no network, and are not held themselves.
 *
 * @returns undefined if the level forbids nothing: from level 2 on, and for agents that bring a finished patch
 */
export function describeTrustEnforcement({
  contract: { policy },
  agent,
  mechanisms,
  isolated,
}: TrustTerms): TrustEnforcement | undefined {
  const level = policy.trust_level;
  if (level >= TRUST_LEVELS.standard || 'patch' in agent) return undefined;
  const enforced: TrustEnforcement['held'] = [];
  const not_held: TrustEnforcement['not_held'] = [];
  const note = (right: TrustEnforcement['held'][number], fault: string | undefined) =>
    fault === undefined ? void enforced.push(right) : void not_held.push({ right, because: fault });
  const open = isolated ? undefined : 'the attempt runs without isolation';
  const off = mechanisms.profiles ? undefined : 'profiles are switched off';
  const isOwnProcess = agent.kind === 'command';
  note('commands', off ?? (isOwnProcess ? 'the agent starts them in its own process' : undefined));
  note('edits', off ?? (isOwnProcess ? open : undefined));
  note('network', mechanisms.network_policies ? open : 'network policies are switched off');
  return { level, held: enforced, not_held };
}

/** Tells whether the agent's own session is read-only: below level 2 only locked files are edited, by operations. */
export const isSessionReadOnlyByTrust = (
  { policy }: Pick<Contract, 'policy'>,
  { profiles }: Pick<Manifest['mechanisms'], 'profiles'>,
): boolean => profiles && policy.trust_level < TRUST_LEVELS.standard;
