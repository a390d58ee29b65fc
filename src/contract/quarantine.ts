import type { Check, Quarantine } from './check.js';

/** A quarantine that has run out, with where it stands in the contract. */
export interface ExpiredQuarantine extends Quarantine {
  check: string;
  /** Field of the contract, "acceptance.0.quarantine.1.expires". */
  contract_path: string;
}

/**
 * Finds quarantines whose last day is over.
 *
 * @param at ISO 8601; days are those of UTC
 */
export function expiredQuarantines({ acceptance }: { acceptance: readonly Check[] }, at: string): ExpiredQuarantine[] {
  return acceptance.flatMap(({ id, quarantine }, i) =>
    quarantine.flatMap((entry, j) =>
      isExpired(entry, at) ? [{ ...entry, check: id, contract_path: `acceptance.${i}.quarantine.${j}.expires` }] : [],
    ),
  );
}

/** Whether the last day of a quarantine is over at a time (ISO 8601, UTC). */
export const isExpired = ({ expires }: Pick<Quarantine, 'expires'>, at: string): boolean => at.slice(0, 10) > expires;
