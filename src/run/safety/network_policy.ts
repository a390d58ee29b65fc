import type { NetworkRule } from '../../contract/coordination/coordination.js';
import type { Allowlist } from '../../network/allowlist.js';
import type { Destination } from '../../network/destination.js';
import { type HostPattern, matchesDestination, parseHostPattern } from '../../network/host_pattern.js';

/** Decision of a network policy, with the rule that made it. */
type NetworkRuling = { allowed: true; rule: string | null } | { allowed: false; rule: string; reason: string };

/** Pure function that decides whether a destination may be reached. */
export type NetworkPolicy = (to: Destination) => NetworkRuling;

/** Network rules of a profile, and those that hold for all agents. */
interface NetworkRules {
  profile: readonly NetworkRule[];
  global: readonly NetworkRule[];
}

interface RankedRule extends NetworkRule {
  of: 'profile' | 'global';
  read: HostPattern;
}

/**
 * Creates the policy of profile and global rules. The first rule that matches a destination decides: profile rules
 * before global ones, low priority numbers first, deny before allow at the same number.
 *
 * The precision of a pattern never decides; an exception to a rule needs a lower number. If no rule matches, the
 * decision is `allowed` without a rule, and the caller asks the contract's allowlist.
 */
function createRulePolicy({ profile, global }: NetworkRules): NetworkPolicy {
  const ranked = [...rankRules('profile', profile), ...rankRules('global', global)];
  return (to) => {
    const winner = ranked.find(({ read, action }) =>
      matchesDestination(read, to, action === 'deny' ? 'wide' : 'narrow'),
    );
    if (winner === undefined) return { allowed: true, rule: null };
    const rule = `${winner.action} ${winner.host} (${winner.of}, priority ${winner.priority})`;
    if (winner.action === 'allow') return { allowed: true, rule };
    return { allowed: false, rule, reason: winner.reason ?? `the ${winner.of} rules of this task deny it` };
  };
}

/**
 * Creates the effective policy: a destination must be admitted by the rules and by the contract's allowlist. Rules
 * restrict the allowlist and never widen it, because it is the boundary of the sandbox and cannot be switched off.
 */
export function createEffectiveNetworkPolicy(rules: NetworkRules, list: Allowlist): NetworkPolicy {
  const policy = createRulePolicy(rules);
  return (to) => {
    const ruling = policy(to);
    if (!ruling.allowed) return ruling;
    const decision = list.decide(to);
    if (decision.allowed) return ruling.rule === null ? { allowed: true, rule: decision.rule } : ruling;
    return { allowed: false, rule: decision.rule, reason: 'it is not among the hosts that policy.network allows' };
  };
}

/** Combines policies of agents that cannot be told apart: what one of them refuses is refused. */
export function createJointNetworkPolicy(policies: readonly NetworkPolicy[]): NetworkPolicy {
  return (to) => {
    let ruling: NetworkRuling = { allowed: true, rule: null };
    for (const policy of policies) {
      const next = policy(to);
      if (!next.allowed) return next;
      ruling = ruling.rule === null ? next : ruling;
    }
    return ruling;
  };
}

function rankRules(of: 'profile' | 'global', rules: readonly NetworkRule[]): RankedRule[] {
  return rules
    .flatMap((rule): RankedRule[] => {
      const read = parseHostPattern(rule.host);
      return read === undefined ? [] : [{ ...rule, of, read }];
    })
    .sort((a, b) => a.priority - b.priority || getActionRank(a) - getActionRank(b));
}

const getActionRank = ({ action }: NetworkRule) => (action === 'deny' ? 0 : 1);
