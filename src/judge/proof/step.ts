import type { ProofStep, StepResult, StepVerdict } from '../../contract/lock.js';
import type { VariantRole } from '../../contract/variant.js';
import type { ProofEvidence } from './evidence.js';
import type { Observation } from './observation.js';

/** Lines that one step keeps; a contract may have thousands of tests. */
const MOST = 50;

/** A step with its reasons: any that refutes decides, then any that leaves it open. */
export function stepResult(
  step: ProofStep,
  found: {
    refuting?: readonly string[];
    open?: readonly string[];
    warnings?: readonly string[];
    detail: string;
    otherwise?: StepVerdict;
  },
): StepResult {
  const { refuting = [], open = [], warnings = [], detail, otherwise = 'proven' } = found;
  const verdict = refuting.length > 0 ? 'refuted' : open.length > 0 ? 'undecided' : otherwise;
  const reasons = [...refuting, ...open];
  return { step, verdict, detail: reasons[0] ?? detail, reasons: bounded(reasons), warnings: bounded(warnings) };
}

export const notRun = (step: ProofStep): StepResult => stepResult(step, { detail: '', otherwise: 'not-run' });

const bounded = (lines: readonly string[]): string[] =>
  lines.length <= MOST ? [...lines] : [...lines.slice(0, MOST), `and ${lines.length - MOST} more`];

export const of = ({ observations }: ProofEvidence, role: VariantRole): Observation[] =>
  observations.filter(({ variant }) => variant.role === role);

/** What came of an attempt, in a phrase. */
export const came = ({ status, stopped_at, reason }: Observation): string =>
  status === 'success'
    ? 'passes every gate'
    : status === 'invalid'
      ? `is invalid: ${reason}`
      : stopped_at
        ? `${status === 'failure' ? 'fails' : 'cannot be decided at'} ${stopped_at.gate}: ${stopped_at.why}`
        : status;
