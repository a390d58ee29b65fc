import { isTooWeak } from '../publish/report/conclusion.js';
import { logLine as safe } from '../publish/report/escape.js';
import { counted } from '../publish/report/quantities.js';
import { strengthFigure } from '../publish/report/strength.js';
import type { Status } from '../record/verdict.js';

/** An attempt as the gate on strength sees it. */
export interface StrengthCandidate {
  task: string;
  agent: string;
  trial: number;
  status: Status;
  /** null = none */
  bits: number | null;
}

/** Passes that are named one by one. */
const SHOWN = 20;

/** Returns a line for every pass that the gate refuses since its strength is below what is asked for, in bits. */
export function weakPassLines(attempts: readonly StrengthCandidate[], wanted: number): string[] {
  const weak = attempts.filter(({ task, status, bits }) =>
    isTooWeak({ contract: { id: task }, verdict: { status, scorable: true, oracle: { strength: { bits } } } }, wanted),
  );
  const lines = weak
    .slice(0, SHOWN)
    .map(
      ({ task, agent, trial, bits }) =>
        `${safe(task)} (${safe(agent)}, trial ${trial}): a pass of strength ${strengthFigure(bits)}, wanted ${strengthFigure(wanted)}`,
    );
  const more = weak.length - lines.length;
  return more > 0
    ? [...lines, `and ${counted(more, 'more pass', 'more passes')} below ${strengthFigure(wanted)}`]
    : lines;
}
