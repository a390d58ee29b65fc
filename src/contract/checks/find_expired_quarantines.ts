import type { Check, Quarantine } from './check.js';

/** Quarantine that has expired, with its place in the contract. */
interface ExpiredQuarantine extends Quarantine {
  check: string;
  /** Field of the contract, such as "acceptance.0.quarantine.1.expires". */
  contract_path: string;
}

/**
 * Finds quarantines whose last day is over.
 *
 * @param at ISO 8601; days are UTC days
 */
export function findExpiredQuarantines(
  { acceptance }: { acceptance: readonly Check[] },
  at: string,
): ExpiredQuarantine[] {
  return acceptance.flatMap(({ id, quarantine }, i) =>
    quarantine.flatMap((entry, j) =>
      isQuarantineExpired(entry, at)
        ? [{ ...entry, check: id, contract_path: `acceptance.${i}.quarantine.${j}.expires` }]
        : [],
    ),
  );
}

/** Tells whether the last day of a quarantine is over at a time (ISO 8601, UTC). */
const isQuarantineExpired = ({ expires }: Pick<Quarantine, 'expires'>, at: string): boolean =>
  at.slice(0, 10) > expires;
