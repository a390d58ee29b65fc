import { type Coordination, createTopologyPaths } from '../../../contract/coordination/coordination.js';
import type { Ablation } from '../../../contract/coordination/mechanism.js';
import type { Guard } from '../../../guard/guard.js';
import { formatDestination } from '../../../network/destination.js';
import type { AgentNetworkPolicies } from '../../safety/agent_network_policies.js';
import { findDestinations } from '../../safety/find_destinations.js';
import type { NetworkPolicy } from '../../safety/network_policy.js';
import { createProtectedPathMatcher } from '../../safety/protected_path_matcher.js';
import { COORDINATION_LIMITS } from '../operations/coordination_limits.js';
import { listParentFolders, normalizeWorkspacePath } from '../operations/normalize_workspace_path.js';
import type { WorkspaceTools } from '../operations/operation_result.js';
import type { UsageCounters } from '../operations/usage_counters.js';
import type { Coordinator } from '../state/coordinator.js';
import { createGuardrailsStage } from './create_guardrails_stage.js';
import { createProfileStage } from './create_profile_stage.js';
import type { AuthorizedOperation, PolicyStage } from './policy_stage.js';

/** Parts that policy stages are made of. */
interface PolicyStagesOptions {
  coordination: Coordination;
  off: Ablation;
  coordinator: Pick<Coordinator, 'holds'>;
  guard: Guard;
  tools: Pick<WorkspaceTools, 'workspace'>;
  usage: UsageCounters;
  /** Network policies; undefined if they are switched off. */
  policies: AgentNetworkPolicies | undefined;
}

/** Creates the policy stages in their order, without those that are switched off. */
export function createPolicyStages({
  coordination,
  off,
  coordinator,
  guard,
  tools,
  usage,
  policies,
}: PolicyStagesOptions): PolicyStage[] {
  const claims = off.has('locking') ? createLockClaims() : undefined;
  const holdsLock = (agent: string, path: string) =>
    claims === undefined ? coordinator.holds(path, agent) : claims.has(agent, path);
  const protectedPath = createProtectedPathMatcher(coordination.protected);
  const agents = coordination.agents.map(({ name }) => name);
  const paths = coordination.topology && createTopologyPaths(coordination.topology, agents);
  return [
    ...(off.has('profiles')
      ? []
      : [createProfileStage({ protectedPath, usage, holdsLock, noteAdmitted: claims?.note, paths, agents, tools })]),
    ...(off.has('guardrails') ? [] : [createGuardrailsStage(guard, tools)]),
    ...(policies ? [createNetworkStage((agent) => policies.getJointPolicy([agent]))] : []),
  ];
}

/**
 * Creates the stage that refuses commands which name a forbidden destination. The proxy checks and counts actual
 * requests again.
 *
 * @param policyOf returns the effective policy of an agent
 */
function createNetworkStage(policyOf: (agent: string) => NetworkPolicy): PolicyStage {
  return {
    name: 'network',
    concerns: ({ operation }) => operation === 'run_command',
    judge(asked) {
      const destinations = findDestinations(asked.reading().invocations);
      const policy = policyOf(asked.agent);
      for (const destination of destinations) {
        const ruling = policy(destination);
        if (ruling.allowed) continue;
        return {
          code: 'domain_blocked',
          rule: ruling.rule,
          message: `${formatDestination(destination)} may not be reached: ${ruling.reason}`,
          checks: destinations.length,
          severity: 'warning',
        };
      }
      return { checks: destinations.length };
    },
  };
}

/** Locks that agents asked for while locking is switched off. They exclude nobody. */
interface LockClaims {
  /** Notes a request for a lock, or its release. */
  note(asked: AuthorizedOperation): void;
  /** Tells whether the agent asked for a lock that covers the path. */
  has(agent: string, path: string): boolean;
}

/**
 * Creates the claims that stand for locks in the rules of profiles while locking is switched off: a profile that
 * demands a lock before an edit demands it all the same, and asking for it is enough. Claims do not survive a restart.
 */
function createLockClaims(): LockClaims {
  const claimed = new Map<string, Set<string>>();
  return {
    note(asked) {
      if (asked.operation !== 'acquire_lock' && asked.operation !== 'release_lock') return;
      const path = normalizeWorkspacePath(asked.arguments.path);
      if (path === undefined) return;
      const paths = claimed.get(asked.agent) ?? new Set();
      if (asked.operation === 'release_lock') paths.delete(path);
      else if (paths.size < COORDINATION_LIMITS.live) paths.add(path);
      claimed.set(asked.agent, paths);
    },
    has: (agent, path) => [path, ...listParentFolders(path)].some((at) => claimed.get(agent)?.has(at) === true),
  };
}
