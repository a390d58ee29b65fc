import type { OracleStanding } from '../../record/oracle_standing.js';
import type { Result } from '../../record/result.js';
import { shorten } from './escape.js';
import { counted } from './quantities.js';

/** Most bits that are shown: rounds and tests beyond that tell nobody more. */
export const MOST_BITS = 64;

const WHY_LIMIT = 200;
const SUSPICION_LIMIT = 160;

/** A strength as `oracleStanding` has it, and as a lock has it. */
export type StatedStrength = Pick<OracleStanding['strength'], 'bits' | 'because'>;

/** Returns a strength as a figure: "2^-12", or "none". */
export function strengthFigure(bits: number | null): string {
  return bits === null || bits < 1 ? 'none' : `2^-${Math.min(MOST_BITS, Math.floor(bits))}`;
}

/**
 * Returns a strength in words: "strength 2^-12", "strength none (why)". The reason also stands behind a strength below the one that the
 * contract aims at. It may hold names of tests, so callers escape it.
 */
export function strengthText({ bits, because }: StatedStrength): string {
  const why = because === '' ? '' : ` (${shorten(because, WHY_LIMIT)})`;
  return `strength ${strengthFigure(bits)}${why}`;
}

/** True if a strength is below what is asked for, in bits; 0 asks for nothing, and then no strength is enough. */
export function isBelow(bits: number | null, wanted: number): boolean {
  return wanted > 0 && (bits ?? 0) < wanted;
}

/**
 * True for a pass that has a strength, or should have one. A reference answer that was not challenged is what the rounds are made with:
 * nothing is said of its strength.
 */
export function hasStrength({
  agent,
  verdict: { status, oracle },
}: {
  agent: Pick<Result['agent'], 'kind'>;
  verdict: Pick<Result['verdict'], 'status' | 'oracle'>;
}): boolean {
  const isReference = agent.kind === 'golden' || agent.kind === 'noop';
  return status === 'success' && !(isReference && oracle.strength.bits === null);
}

/** True for a pass that rests on less than its contract aims at, or on no strength at all. */
export function isWeakPass(result: Pick<Result, 'verdict' | 'agent'>): boolean {
  const { bits, because } = result.verdict.oracle.strength;
  return hasStrength(result) && (strengthFigure(bits) === 'none' || because !== '');
}

/**
 * Returns what is said of a pass that is weaker than the contract, or whoever asks for results, wants it.
 *
 * @returns '' for a pass as strong as wanted, and for what is no pass
 */
export function weaknessOf(result: Pick<Result, 'verdict' | 'agent'>, wanted: number): string {
  const { status, oracle } = result.verdict;
  if (status !== 'success') return '';
  const below = isBelow(oracle.strength.bits, wanted) ? `, wanted ${strengthFigure(wanted)}` : '';
  return isWeakPass(result) || below !== '' ? `${strengthText(oracle.strength)}${below}` : '';
}

/**
 * Returns what a patch that passed holds and a solution seldom needs, one line each: "what (file:line of the patch)". It decides nothing.
 * Names of files are hostile, so callers escape it.
 */
export function suspicionsOf({ verdict: { status, oracle } }: Pick<Result, 'verdict'>): string[] {
  if (status !== 'success') return [];
  return oracle.suspicions.map(({ what, file, patch_line }) =>
    shorten(`${what} (${patch_line === null ? file : `${file}:${patch_line}`})`, SUSPICION_LIMIT),
  );
}

/** The passes of one contract: how many there are, and the least strength among them. */
export interface ContractStrength {
  task: string;
  passes: number;
  /** Bits; null = a pass has none. */
  least: number | null;
  /** Passes that are weaker than wanted. */
  weaker: number;
}

/** Returns the note on weak passes, or '' without any. */
export function weaknessNote(passes: number, weaker: number): string {
  if (weaker === 0) return '';
  return `${weaker} of ${counted(passes, 'pass', 'passes')} ${weaker === 1 ? 'has' : 'have'} no strength, or less than was wanted`;
}

/** Returns the cell of a table: the figure, marked when the pass is weaker than wanted; "–" for what is no pass. */
export function strengthCell({ strength, weakness }: { strength: string; weakness: string }): string {
  if (strength === '') return '–';
  return weakness === '' ? strength : `⚠️ ${strength}, weaker`;
}

/** Returns whether the contracts' least strengths say more than the rows of single attempts do. */
export function hasSeveralPasses(strengths: readonly ContractStrength[]): boolean {
  return strengths.some(({ passes }) => passes > 1);
}

/** Says of suspicions that they decide nothing. */
export const SUSPICIONS_TITLE = 'Worth a look in patches that passed';
export const SUSPICIONS_REMARK = 'A solution seldom needs this. It decides nothing: look at these lines of the patch.';
