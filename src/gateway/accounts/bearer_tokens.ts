import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Mask } from '../../record/redaction/mask.js';
import { createSecretMatcher } from '../../record/redaction/mask.js';
import type { EventLog } from '../../record/storage/event_log.js';

/** Bearer tokens of agents; nothing else identifies an agent. */
export interface BearerTokens {
  readonly agents: readonly string[];
  /**
   * Returns the token of an agent.
   *
   * @returns undefined if there is none of that name
   */
  of(agent: string): string | undefined;
  /** Finds the agent of a token, in constant time for right and wrong tokens. */
  holder(presented: string): string | undefined;
  /** Masks tokens in text, in all usual encodings. */
  mask: Mask;
}

/** Pattern of tokens: a prefix for secret scanners and 256 random bits. */
export const TOKEN_PATTERN = /^gbt_[A-Za-z0-9_-]{43}$/;

/**
 * Creates a token for each agent.
 *
 * @param kept tokens of an earlier process that stay valid
 */
export function createBearerTokens(
  agents: readonly string[],
  kept: ReadonlyMap<string, string> = new Map(),
): BearerTokens {
  const tokens = new Map(agents.map((agent) => [agent, kept.get(agent) ?? createToken()]));
  const digests = [...tokens].map(([agent, token]) => ({ agent, digest: hashToken(token) }));
  const labelled_tokens = new Map([...tokens].map(([agent, token]) => [`token of ${agent}`, token]));
  return {
    agents,
    of: (agent) => tokens.get(agent),
    holder(presented) {
      const presented_digest = hashToken(presented);
      let owner: string | undefined;
      // All digests have one length and all are compared, so that the time reveals nothing.
      for (const { agent, digest } of digests) if (timingSafeEqual(digest, presented_digest)) owner = agent;
      return owner;
    },
    mask: createSecretMatcher(labelled_tokens).mask,
  };
}

const createToken = () => `gbt_${randomBytes(32).toString('base64url')}`;
const hashToken = (token: string) => hash('sha256', token, 'buffer');

/**
 * Parses the bearer token of an Authorization header.
 *
 * @returns undefined if there is none
 */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w~+/.=-]{1,512}) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Creates a callback that counts requests without a valid token and logs alerts, without the presented value. It logs
 * the first and every power of ten, so that guessing cannot fill the record.
 */
export function createWrongTokenAlert(log: EventLog, where = 'the coordination layer'): (presented: boolean) => void {
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
