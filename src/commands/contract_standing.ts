import type { LoadedContract } from '../contract/loaded.js';
import { lockName } from '../contract/lock.js';
import { UserError } from '../contract/user_error.js';
import { logLine as safe } from '../publish/report/escape.js';
import { isBelow, type StatedStrength, strengthFigure, strengthText } from '../publish/report/strength.js';
import type { RunOutput } from './orders.js';

/** What is known of a contract's strength before its first attempt; `remedy` says what would give it more. */
type ExpectedStrength = (StatedStrength & { remedy: string }) | 'measured';

/** Returns what a pass of a contract will rest on, in one line: its proof, its canary, its strength. */
export function contractStanding(loaded: LoadedContract): string {
  const { shown, proof, proof_problem, contract } = loaded;
  const missing = proof_problem ?? `no ${lockName(shown.slice(shown.lastIndexOf('/') + 1))}`;
  const expected = expectedStrength(loaded);
  const strength = expected === 'measured' ? 'strength: measured in the first attempt' : inWords(expected);
  return safe(
    [
      `${shown}: ${proof ? 'proven' : `not proven (${missing})`}`,
      contract.oracle.canary ? 'canary' : 'no canary',
      strength,
    ].join(', '),
  );
}

/** Returns the contracts that attempts are made at, each once, in their order. */
export const contractsOf = (attempts: readonly { loaded: LoadedContract }[]): LoadedContract[] => [
  ...new Map(attempts.map(({ loaded }) => [loaded.shown, loaded])).values(),
];

/** Says of every contract what its passes will rest on. Where JSON is asked for, only that a lock which is there is no proof. */
export function sayStandings(contracts: readonly LoadedContract[], { json }: { json: boolean }, out: RunOutput): void {
  for (const loaded of contracts) {
    const { shown, proof_problem } = loaded;
    if (!json) out.error(contractStanding(loaded));
    else if (proof_problem) out.error(`${shown}: runs without its proof: ${proof_problem}`);
  }
}

/**
 * Refuses a contract of which it is known before the first attempt that its passes will be weaker than asked for.
 *
 * @throws {UserError} with what would make it stronger
 */
export function demandStrength(loaded: LoadedContract, wanted: number): void {
  const expected = expectedStrength(loaded);
  if (expected === 'measured' || !isBelow(expected.bits, wanted)) return;
  throw new UserError(
    safe(`${loaded.shown}: ${inWords(expected)}, but ${strengthFigure(wanted)} is asked for (min-strength ${wanted})`),
    expected.remedy,
  );
}

const inWords = (strength: StatedStrength) =>
  strengthFigure(strength.bits) === 'none'
    ? `strength none: ${strength.because || 'no reason is recorded'}`
    : strengthText(strength);

/** Reads the strength off the contract and its lock: without rounds, hidden files or a reference solution there can be none. */
function expectedStrength({ contract, oracle_files, golden, proof, shown }: LoadedContract): ExpectedStrength {
  const none = (because: string, remedy: string) => ({ bits: null, because, remedy });
  const { challenge } = contract.oracle;
  if (challenge.rounds === 0)
    return none('switched off (oracle.challenge.rounds: 0)', 'Remove `rounds: 0` from oracle.challenge.');
  if (oracle_files.length === 0)
    return none(
      'no hidden files, so that no expectation can be varied',
      'Keep the tests as hidden files (oracle.files).',
    );
  if (golden === undefined)
    return none(
      'no reference solution to calibrate on (golden_patch)',
      `Add a reference solution (golden_patch), then prove the contract: gatebench validate ${shown}`,
    );
  if (!proof) return 'measured';
  const { strength, because } = proof.reference;
  return {
    bits: strength,
    because,
    remedy: `Let more tests fail before the patch, or raise oracle.challenge (rounds, strength, share); then gatebench validate ${shown} --update-lock`,
  };
}
