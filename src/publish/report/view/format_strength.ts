import { MODEL_CHECK_LAYER } from '../../../judge/rubric/checks/judge_model_checks.js';
import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import type { CheckVerdict, OracleEvidence } from '../../../record/verdict/verdict.js';
import { shortenText } from '../../text/escape_text.js';
import { formatQuantity, formatUsd } from '../../text/format_quantity.js';

/** Most bits that are shown; more would mean nothing to a reader. */
const MOST_BITS = 64;

const WHY_LIMIT = 200;
const SUSPICION_LIMIT = 160;

/** Strength as `oracleStanding` and a lock state it. */
export type StatedStrength = Pick<OracleEvidence['strength'], 'bits' | 'because'>;

/** Returns a strength as a figure: "2^-12", or "none". */
export function formatStrengthFigure(bits: number | null): string {
  return bits === null || bits < 1 ? 'none' : `2^-${Math.min(MOST_BITS, Math.floor(bits))}`;
}

/**
 * Formats a strength: "strength 2^-12", "strength none (why)". A strength below the contract's aim has a reason, too,
 * which may hold names of tests, so callers escape it.
 */
export function formatStrength({ bits, because }: StatedStrength): string {
  const why = because === '' ? '' : ` (${shortenText(because, WHY_LIMIT)})`;
  return `strength ${formatStrengthFigure(bits)}${why}`;
}

/** Returns true if a strength is below the required one, in bits. A requirement of 0 is always met. */
export function isBelowStrength(bits: number | null, wanted: number): boolean {
  return wanted > 0 && (bits ?? 0) < wanted;
}

/** Reason that the record gives where an attempt had no rounds by its nature, as the whole runs beside ablations. */
const UNCHALLENGED = / not challenged$/;

/** Parts of a result that say whether its pass has a strength. */
type StrengthInput = Pick<AttemptResult, 'agent' | 'ablation'> & {
  contract: Pick<AttemptResult['contract'], 'has_golden' | 'kind'>;
  verdict: Pick<AttemptResult['verdict'], 'status' | 'oracle'>;
};

/**
 * Returns true for a pass that has a strength, or should have one. Challenge rounds are made with the reference
 * solution, to tell honest solutions from forgeries: a contract without one has no strength, and neither has a pass
 * that they are not made for (baselines, safety tasks, ablations).
 */
export function hasStrength({ agent, ablation, contract, verdict: { status, oracle } }: StrengthInput): boolean {
  const is_unchallenged =
    agent.kind === 'golden' ||
    agent.kind === 'noop' ||
    ablation !== 'none' ||
    contract.kind === 'safety' ||
    contract.has_golden === false ||
    UNCHALLENGED.test(oracle.strength.because);
  return status === 'success' && !(is_unchallenged && oracle.strength.bits === null);
}

/** Returns true for a pass with less strength than its contract aims at, or with none. */
export function isWeakPass(result: StrengthInput): boolean {
  const { bits, because } = result.verdict.oracle.strength;
  return hasStrength(result) && (formatStrengthFigure(bits) === 'none' || because !== '');
}

/**
 * Formats the weakness of a pass below the contract's or the caller's requirement.
 *
 * @returns '' for a pass as strong as required, and for an attempt that did not pass
 */
export function formatWeakness(result: StrengthInput, wanted: number): string {
  const { status, oracle } = result.verdict;
  if (status !== 'success') return '';
  const requirement = isBelowStrength(oracle.strength.bits, wanted) ? `, wanted ${formatStrengthFigure(wanted)}` : '';
  return isWeakPass(result) || requirement !== '' ? `${formatStrength(oracle.strength)}${requirement}` : '';
}

/**
 * Formats suspicious parts of an agent's patch that passed, one line each: "what (file:line of the patch)". They decide
 * nothing. The reference solution is the author's own. Names of files are hostile, so callers escape the lines.
 */
export function formatSuspicions({ agent, verdict }: Pick<AttemptResult, 'agent' | 'verdict'>): string[] {
  const { status, oracle } = verdict;
  if (status !== 'success' || agent.kind === 'golden') return [];
  return oracle.suspicions.map(({ what, file, patch_line }) =>
    shortenText(`${what} (${patch_line === null ? file : `${file}:${patch_line}`})`, SUSPICION_LIMIT),
  );
}

/** Passes of one contract: their number and least strength. */
export interface ContractStrength {
  task: string;
  passes: number;
  /** Bits; null = a pass has none. */
  least: number | null;
  /** Passes that are weaker than wanted. */
  weaker: number;
}

/** Formats the note on weak passes; '' without any. */
export function formatWeaknessNote(passes: number, weaker: number): string {
  if (weaker === 0) return '';
  return (
    `${weaker} of ${formatQuantity(passes, 'pass', 'passes')} ${weaker === 1 ? 'has' : 'have'} no strength, or ` +
    'less than was wanted'
  );
}

/** Passes that rest on judge models, checks of theirs that decide nothing, and what these models cost. */
export interface JudgedPasses {
  count: number;
  /** Names of the models that decided, or that were asked if no pass rests on one; sorted; foreign text. */
  models: readonly string[];
  /** Checks that are not mandatory, by what came of them: a score that is too low, or none. */
  optional: { failed: number; undecided: number };
  /** Cost of all gradings in USD, whatever came of them; null = unknown. */
  usd: number | null;
}

/** Tells whether an attempt passed by what a judge model said. */
export const isJudgedPass = ({
  verdict: { status, oracle },
}: {
  verdict: Pick<AttemptResult['verdict'], 'status'> & {
    oracle: Pick<AttemptResult['verdict']['oracle'], 'judge_models'>;
  };
}): boolean => status === 'success' && (oracle.judge_models ?? []).length > 0;

/**
 * Formats the note on passes that rest on judge models. The names are foreign text, so callers escape it.
 *
 * @param passes number of all passes
 * @returns '' if no judge model was asked, and no check lacks one
 */
export function formatJudgedPassesNote({ count, models, optional, usd }: JudgedPasses, passes: number): string {
  const { failed, undecided } = optional;
  if (models.length === 0 && failed + undecided === 0) return '';
  const judge = `judge model ${models.slice(0, 3).join(', ')}${models.length > 3 ? ', …' : ''}`;
  const rest = count === 1 ? 'rests' : 'rest';
  const basis =
    count === 0
      ? `no pass rests on the ${judge}`
      : `${count} of ${formatQuantity(passes, 'pass', 'passes')} ${rest} on the ${judge}, ` +
        'which is no executable evidence';
  return [
    ...(models.length === 0 ? [] : [basis]),
    ...(failed === 0 ? [] : [`${formatQuantity(failed, 'optional check')} failed`]),
    ...(undecided === 0 ? [] : [`${formatQuantity(undecided, 'optional check')} had no score`]),
    ...(models.length === 0 ? [] : [`grading cost ${formatUsd(usd)} beside the agents`]),
  ].join('; ');
}

/** Lists the checks by a judge model that decide nothing and did not pass, but those that were skipped. */
export const listOptionalMisses = ({ verdict: { checks } }: Pick<AttemptResult, 'verdict'>): CheckVerdict[] =>
  checks.filter(
    ({ layer, mandatory, reached, outcome }) =>
      layer === MODEL_CHECK_LAYER && !mandatory && reached && outcome !== 'pass',
  );

/** Formats such a check as one line. Its reason holds foreign text, so callers escape it. */
export const formatOptionalMiss = ({ check, outcome, why }: CheckVerdict): string =>
  `optional, decides nothing: ${check} ${outcome === 'fail' ? 'failed' : 'had no score'}: ${why}`;

/** Formats a table cell: the figure, marked if the pass is weaker than required; "–" if the attempt did not pass. */
export function formatStrengthCell({ strength, weakness }: { strength: string; weakness: string }): string {
  if (strength === '') return '–';
  return weakness === '' ? strength : `⚠️ ${strength}, weaker`;
}

/** Returns true if the least strengths say more than the rows of single attempts. */
export function hasSeveralPasses(strengths: readonly ContractStrength[]): boolean {
  return strengths.some(({ passes }) => passes > 1);
}

/** Returns the strength of a pass in one word: none, weak, strong; "-" for an attempt without one. */
export function formatStrengthWord({ strength, weakness }: { strength: string; weakness: string }): string {
  if (strength === '' || strength === 'none') return strength || '-';
  return weakness === '' ? 'strong' : 'weak';
}
