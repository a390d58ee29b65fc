import type { Destination } from './destination.js';
import { readHostPattern, speaksOf } from './host_pattern.js';

/** A host that may be reached. */
export interface Allowed {
  /** `host`, `*.host` or `*`, each with an optional port (contract/policy.ts). */
  pattern: string;
  /** Named by the machine's own configuration (its package registries): it may lie in a private network. */
  trusted?: boolean;
}

/** What is decided of a destination, with the rule that decided. */
export type Decision =
  | { allowed: true; rule: string; internal: boolean }
  | {
      allowed: false;
      rule: string;
      /** For whoever asked, where there is more to say than that it is not allowed. */
      reason?: string;
    };

/** The hosts of a stage. Everything else is denied. */
export interface Allowlist {
  decide(to: Destination): Decision;
}

/** Patterns as a contract and the machine give them; one that names no possible host matches nothing. */
export function allowlist(entries: readonly Allowed[]): Allowlist {
  const rules = entries.flatMap(compile);
  return {
    decide(to) {
      const found = rules.filter((rule) => rule.matches(to));
      const rule = found.find(({ internal }) => internal) ?? found[0];
      if (rule !== undefined) return { allowed: true, rule: rule.pattern, internal: rule.internal };
      return { allowed: false, rule: to.literal ? 'address not allowed' : 'host not allowed' };
    },
  };
}

/** Says of each request whether its destination may be reached, and by which rule not. */
export type RequestPolicy = (to: Destination) => { allowed: true } | { allowed: false; rule: string; reason: string };

/** A list within which a policy refuses more; it never admits what the list does not. */
export function restricted(list: Allowlist, policy: RequestPolicy): Allowlist {
  return {
    decide(to) {
      const ruling = policy(to);
      if (ruling.allowed) return list.decide(to);
      return { allowed: false, rule: `domain_blocked: ${ruling.rule}`, reason: ruling.reason };
    },
  };
}

interface Rule {
  pattern: string;
  /** Addresses that are not public are allowed too. */
  internal: boolean;
  matches(to: Destination): boolean;
}

function compile({ pattern, trusted = false }: Allowed): Rule[] {
  const read = readHostPattern(pattern);
  if (read === undefined) return [];
  // An address with a port says exactly which service is meant, wherever it is.
  const exact = read.wildcard === '' && read.literal && read.port !== undefined;
  const internal = read.wildcard !== '*' && (trusted || exact);
  return [{ pattern, internal, matches: (to) => speaksOf(read, to, 'narrow') }];
}
