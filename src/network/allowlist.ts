import type { Destination } from './destination.js';
import { matchesDestination, parseHostPattern } from './host_pattern.js';

/** Host pattern that a stage may reach. */
export interface AllowedHost {
  /** `host`, `*.host` or `*`, each with an optional port (contract/policy/policy.ts). */
  pattern: string;
  /** True if the machine's own configuration names the host (a package registry); it may lie in a private network. */
  trusted?: boolean;
}

/** Decision about a destination, with the rule that decided. */
type HostDecision =
  | { allowed: true; rule: string; internal: boolean }
  | {
      allowed: false;
      rule: string;
      /** Message for the client, if there is more to say than that the host is not allowed. */
      reason?: string;
    };

/** Hosts that a stage may reach. Everything else is denied. */
export interface Allowlist {
  decide(to: Destination): HostDecision;
}

/**
 * Creates an allowlist from the patterns of a contract and the machine. A pattern without a possible host matches
 * nothing.
 */
export function createAllowlist(entries: readonly AllowedHost[]): Allowlist {
  const rules = entries.flatMap(compileHostRules);
  return {
    decide(to) {
      const matches = rules.filter((rule) => rule.matches(to));
      const rule = matches.find(({ internal }) => internal) ?? matches[0];
      if (rule !== undefined) return { allowed: true, rule: rule.pattern, internal: rule.internal };
      return { allowed: false, rule: to.literal ? 'address not allowed' : 'host not allowed' };
    },
  };
}

/** Policy that decides about each destination, and names the rule of a denial. */
export type NetworkRequestPolicy = (
  to: Destination,
) => { allowed: true } | { allowed: false; rule: string; reason: string };

/** Restricts a list by a policy, which never admits what the list denies. */
export function restrictAllowlist(list: Allowlist, policy: NetworkRequestPolicy): Allowlist {
  return {
    decide(to) {
      const ruling = policy(to);
      if (ruling.allowed) return list.decide(to);
      return { allowed: false, rule: `domain_blocked: ${ruling.rule}`, reason: ruling.reason };
    },
  };
}

interface AllowlistRule {
  pattern: string;
  /** True if addresses that are not public are allowed too. */
  internal: boolean;
  matches(to: Destination): boolean;
}

function compileHostRules({ pattern, trusted = false }: AllowedHost): AllowlistRule[] {
  const read = parseHostPattern(pattern);
  if (read === undefined) return [];
  // An address with a port names one service, so it may be internal.
  const exact = read.wildcard === '' && read.literal && read.port !== undefined;
  const internal = read.wildcard !== '*' && (trusted || exact);
  return [{ pattern, internal, matches: (to) => matchesDestination(read, to, 'narrow') }];
}
