import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EventLog } from '../../../record/log.js';
import type { Mask } from '../../../record/mask.js';
import { searchFor } from '../../secrets/needles.js';

/** Who may act, known by bearer token and by nothing else. */
export interface Tokens {
  readonly agents: readonly string[];
  /** The token of an agent; undefined = nobody of that name. */
  of(agent: string): string | undefined;
  /** Whose token this is. Takes as long for a wrong token as for a right one. */
  holder(presented: string): string | undefined;
  /** Takes tokens, in any of the usual forms, out of what is written. */
  mask: Mask;
}

/** What tokens look like: a prefix that secret scanners can know, and 256 random bits. */
export const TOKEN = /^gbt_[A-Za-z0-9_-]{43}$/;

/** Gives each agent a token of its own. @param kept tokens of an earlier process that go on being valid */
export function openTokens(agents: readonly string[], kept: ReadonlyMap<string, string> = new Map()): Tokens {
  const tokens = new Map(agents.map((agent) => [agent, kept.get(agent) ?? newToken()]));
  const digests = [...tokens].map(([agent, token]) => ({ agent, digest: digestOf(token) }));
  const named = new Map([...tokens].map(([agent, token]) => [`token of ${agent}`, token]));
  return {
    agents,
    of: (agent) => tokens.get(agent),
    holder(presented) {
      const given = digestOf(presented);
      let found: string | undefined;
      // Digests are of one length, and every one is looked at: nothing can be learnt from the time it takes.
      for (const { agent, digest } of digests) if (timingSafeEqual(digest, given)) found = agent;
      return found;
    },
    mask: searchFor(named).mask,
  };
}

const newToken = () => `gbt_${randomBytes(32).toString('base64url')}`;
const digestOf = (token: string) => hash('sha256', token, 'buffer');

/** The bearer token of an Authorization field; undefined = there is none. */
export function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w~+/.=-]{1,512}) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Counts requests without a valid token and says so in the log, without what was presented. Guessing must not fill the record: the
 * first one is told, then every power of ten.
 */
export function wrongTokenAlerts(log: EventLog, where = 'the coordination layer'): (presented: boolean) => void {
  let count = 0;
  return (presented) => {
    count += 1;
    if (!Number.isInteger(Math.log10(count))) return;
    log.append('alert', 'monitor', {
      code: 'wrong-token',
      severity: 'warning',
      stage: log.stage,
      message: `a request to ${where} ${presented ? 'had a token that is nobody’s' : 'had no token'} (${count} so far)`,
      signals: { count },
    });
  };
}
