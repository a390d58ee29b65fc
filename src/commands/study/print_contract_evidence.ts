import { findDecidingModelCheck } from '../../contract/checks/check.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { toLockFileName } from '../../contract/validation/contract_lock.js';
import {
  formatStrength,
  formatStrengthFigure,
  isBelowStrength,
  type StatedStrength,
} from '../../publish/report/view/format_strength.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import type { CommandContext } from '../io/command_context.js';

/** Strength that is known before the first attempt; `remedy` says what would raise it. */
type ExpectedStrength = (StatedStrength & { remedy: string }) | 'measured';

/** Evidence behind a contract's passes: proof, canary, strength. */
interface ContractEvidence {
  shown: string;
  text: string;
  /** Text without what the lock says of the strength. */
  brief: string;
}

function describeContractEvidence(loaded: LoadedContract): ContractEvidence {
  const { shown, proof, proof_problem, contract } = loaded;
  const missing = proof_problem ?? `no ${toLockFileName(shown.slice(shown.lastIndexOf('/') + 1))}`;
  const base = proof?.base === undefined ? '' : ` at base ${proof.base.slice(0, 12)} only`;
  const expected = computeExpectedStrength(loaded);
  const describe = (strength: string) =>
    [
      proof ? `proven${base}` : `not proven (${missing})`,
      contract.oracle.canary ? 'canary' : 'no canary',
      strength,
    ].join(', ');
  if (expected === 'measured') {
    const text = describe('strength: measured in the first attempt');
    return { shown, text, brief: text };
  }
  const text = describe(formatExpectedStrength(expected));
  return { shown, text, brief: proof ? describe(`strength ${formatStrengthFigure(expected.bits)}`) : text };
}

/** Most contracts of a line that are named. */
const MOST_NAMED = 3;

/** Formats a line for contracts with the same evidence. Where their locks give several reasons, it gives none. */
function formatEvidenceLine(group: readonly ContractEvidence[]): string {
  const names = group.slice(0, MOST_NAMED).map(({ shown }) => shown);
  const more = group.length > MOST_NAMED ? ` and ${group.length - MOST_NAMED} more` : '';
  const [first] = group;
  const evidence = group.every(({ text }) => text === first?.text)
    ? first?.text
    : `${first?.brief} (the locks say why)`;
  return safe(`${names.join(', ')}${more}: ${evidence}`);
}

/** Returns the contracts of the attempts, each once, in their order. */
export const selectDistinctContracts = (attempts: readonly { loaded: LoadedContract }[]): LoadedContract[] => [
  ...new Map(attempts.map(({ loaded }) => [loaded.shown, loaded])).values(),
];

/**
 * Prints the evidence behind the passes of the contracts, one line for those that have the same. With JSON output it
 * prints only locks that do not hold.
 */
export function printContractEvidence(
  contracts: readonly LoadedContract[],
  { json }: { json: boolean },
  out: CommandContext,
): void {
  if (json) {
    for (const { shown, proof_problem } of contracts)
      if (proof_problem) out.error(`${shown}: runs without its proof: ${proof_problem}`);
    return;
  }
  const groups = new Map<string, ContractEvidence[]>();
  for (const evidence of contracts.map(describeContractEvidence)) {
    const group = groups.get(evidence.brief);
    if (group === undefined) groups.set(evidence.brief, [evidence]);
    else group.push(evidence);
  }
  for (const group of groups.values()) out.error(formatEvidenceLine(group));
}

/**
 * Requires that the passes of a contract can be as strong as asked for, in bits.
 *
 * @throws {UserError} with what would make them stronger
 */
export function requireStrength(loaded: LoadedContract, wanted: number): void {
  const expected = computeExpectedStrength(loaded);
  if (expected === 'measured' || !isBelowStrength(expected.bits, wanted)) return;
  throw new UserError(
    safe(
      `${loaded.shown}: ${formatExpectedStrength(expected)}, but ${formatStrengthFigure(wanted)} is asked for ` +
        `(min-strength ${wanted})`,
    ),
    expected.remedy,
  );
}

const formatExpectedStrength = (strength: StatedStrength) =>
  formatStrengthFigure(strength.bits) === 'none'
    ? `strength none: ${strength.because || 'no reason is recorded'}`
    : formatStrength(strength);

/**
 * Computes the strength from the contract and its lock: without rounds, hidden files or a reference solution there is
 * none.
 */
function computeExpectedStrength({ contract, oracle_files, golden, proof, shown }: LoadedContract): ExpectedStrength {
  const none = (because: string, remedy: string) => ({ bits: null, because, remedy });
  const { challenge } = contract.oracle;
  const graded = findDecidingModelCheck(contract);
  if (graded !== undefined)
    return none(
      `a judge model decides ${graded.id}`,
      'What a model says has no strength: ask for none, or decide by commands (acceptance).',
    );
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
    remedy:
      `Let more tests fail before the patch, or raise oracle.challenge (rounds, strength, share); then ` +
      `gatebench validate ${shown} --update-lock`,
  };
}
