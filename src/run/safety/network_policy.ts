import type { NetworkRule } from '../../contract/coordination.js';
import type { Allowlist } from '../egress/allowlist.js';
import type { Destination } from '../egress/destination.js';
import { type HostPattern, readHostPattern, speaksOf } from '../egress/host_pattern.js';

/** What the network policy says of a destination, and by which rule. */
export type NetworkRuling = { allowed: true; rule: string | null } | { allowed: false; rule: string; reason: string };

/** Decides over destinations; pure. */
export type NetworkPolicy = (to: Destination) => NetworkRuling;

/** Whose rules they are. */
export interface NetworkRules {
  profile: readonly NetworkRule[];
  global: readonly NetworkRule[];
}

interface Ranked extends NetworkRule {
  of: 'profile' | 'global';
  read: HostPattern;
}

/**
 * The rules on destinations (A5). The first rule that speaks of a destination decides: the profile's before the global ones, low
 * priority numbers first, deny before allow at the same number. How exact a pattern is never decides; an exception to a rule gets a
 * lower number. Where no rule speaks the answer is `allowed` without a rule: what the contract's allowlist says of it is asked apart.
 */
export function networkRules({ profile, global }: NetworkRules): NetworkPolicy {
  const ranked = [...rankedOf('profile', profile), ...rankedOf('global', global)];
  return (to) => {
    const found = ranked.find(({ read, action }) => speaksOf(read, to, action === 'deny' ? 'wide' : 'narrow'));
    if (found === undefined) return { allowed: true, rule: null };
    const rule = `${found.action} ${found.host} (${found.of}, priority ${found.priority})`;
    if (found.action === 'allow') return { allowed: true, rule };
    return { allowed: false, rule, reason: found.reason ?? `the ${found.of} rules of this task deny it` };
  };
}

/**
 * What an agent may reach in effect: what the rules and the contract's allowlist both admit. Rules restrict within the allowlist and
 * never widen it, since it is the boundary of the sandbox and stands whatever is switched off.
 */
export function effectivePolicy(rules: NetworkRules, list: Allowlist): NetworkPolicy {
  const policy = networkRules(rules);
  return (to) => {
    const ruling = policy(to);
    if (!ruling.allowed) return ruling;
    const decision = list.decide(to);
    if (decision.allowed) return ruling.rule === null ? { allowed: true, rule: decision.rule } : ruling;
    return { allowed: false, rule: decision.rule, reason: 'it is not among the hosts that policy.network allows' };
  };
}

/** Several agents' policies as one, for what cannot be told apart: what one of them may not reach is refused. */
export function jointPolicy(policies: readonly NetworkPolicy[]): NetworkPolicy {
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

function rankedOf(of: 'profile' | 'global', rules: readonly NetworkRule[]): Ranked[] {
  return rules
    .flatMap((rule): Ranked[] => {
      const read = readHostPattern(rule.host);
      return read === undefined ? [] : [{ ...rule, of, read }];
    })
    .sort((a, b) => a.priority - b.priority || order(a) - order(b));
}

const order = ({ action }: NetworkRule) => (action === 'deny' ? 0 : 1);
