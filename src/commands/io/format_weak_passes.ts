import { formatStrengthFigure } from '../../publish/report/view/format_strength.js';
import { isBelowMinStrength } from '../../publish/report/view/gate_conclusion.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import type { VerdictStatus } from '../../record/verdict/verdict.js';

/** Attempt in the form that the strength gate reads. */
interface StrengthCandidate {
  task: string;
  agent: string;
  trial: number;
  status: VerdictStatus;
  /** Strength in bits; null = none. */
  bits: number | null;
}

/** Number of passes that are named. */
const MAX_PASSES = 20;

/** Formats a line for every pass whose strength in bits is below the minimum. */
export function formatWeakPasses(attempts: readonly StrengthCandidate[], wanted: number): string[] {
  const weak = attempts.filter(({ task, status, bits }) =>
    isBelowMinStrength(
      { contract: { id: task }, verdict: { status, scorable: true, oracle: { strength: { bits } } } },
      wanted,
    ),
  );
  const lines = weak
    .slice(0, MAX_PASSES)
    .map(
      ({ task, agent, trial, bits }) =>
        `${safe(task)} (${safe(agent)}, trial ${trial}): a pass of strength ${formatStrengthFigure(bits)}, wanted ` +
        `${formatStrengthFigure(wanted)}`,
    );
  const more = weak.length - lines.length;
  return more > 0
    ? [...lines, `and ${formatQuantity(more, 'more pass', 'more passes')} below ${formatStrengthFigure(wanted)}`]
    : lines;
}
