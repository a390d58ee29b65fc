import { type Destination, destination } from './destination.js';

/** Ports of a pattern that names none. */
const DEFAULT_PORTS = [80, 443];

/** A host that may be reached. */
export interface Allowed {
  /** `host`, `*.host` or `*`, each with an optional port (contract/policy.ts). */
  pattern: string;
  /** Named by the machine's own configuration (its package registries): it may lie in a private network. */
  trusted?: boolean;
}

/** What is decided of a destination, with the rule that decided. */
export type Decision = { allowed: true; rule: string; internal: boolean } | { allowed: false; rule: string };

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

interface Rule {
  pattern: string;
  /** Addresses that are not public are allowed too. */
  internal: boolean;
  matches(to: Destination): boolean;
}

function compile({ pattern, trusted = false }: Allowed): Rule[] {
  const [, wildcard = '', name = '', port] = /^(\*\.|\*(?=$|:))?(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(pattern) ?? [];
  const ports = port === undefined ? DEFAULT_PORTS : [Number(port)];
  const fits = (to: Destination) => ports.includes(to.port);
  if (wildcard === '*') return [{ pattern, internal: false, matches: (to) => fits(to) && !to.literal }];
  const host = destination(name, ports[0] ?? 0);
  if (host === undefined || (wildcard !== '' && host.literal)) return [];
  if (wildcard !== '')
    return [{ pattern, internal: trusted, matches: (to) => fits(to) && to.host.endsWith(`.${host.host}`) }];
  // An address with a port says exactly which service is meant, wherever it is.
  const exact = host.literal && port !== undefined;
  return [{ pattern, internal: trusted || exact, matches: (to) => fits(to) && to.host === host.host }];
}
