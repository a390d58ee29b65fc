import type { AttemptResult } from '../../../record/verdict/attempt_result.js';
import { formatQuantity, formatUsd } from '../../text/format_quantity.js';

/** Passes that rest on judge models, and what these models cost. */
export interface JudgedPasses {
  count: number;
  /** Names of the models, sorted; foreign text. */
  models: readonly string[];
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
 * @returns '' if no judge model was asked
 */
export function formatJudgedPassesNote({ count, models, usd }: JudgedPasses, passes: number): string {
  if (models.length === 0) return '';
  const who = `judge model ${models.slice(0, 3).join(', ')}${models.length > 3 ? ', …' : ''}`;
  const rest = count === 1 ? 'rests' : 'rest';
  const cost = `grading cost ${formatUsd(usd)} beside the agents`;
  return `${count} of ${formatQuantity(passes, 'pass', 'passes')} ${rest} on the ${who}, which is no executable evidence; ${cost}`;
}

/** Formats what the judge model of one attempt cost; '' if none was asked. */
export function formatJudgeCost({ judge }: AttemptResult['cost']): string {
  if (judge === undefined) return '';
  const { usd, requests, tokens } = judge;
  return `judge model ${formatUsd(usd)} (${formatQuantity(requests, 'request')}, ${formatQuantity(tokens, 'token')}), not counted as the agent's`;
}
