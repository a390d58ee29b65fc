import type {
  ProofStep,
  ProofStepResult,
  ProofStepVerdict,
  ProofVariantRole,
} from '../../contract/validation/contract_lock.js';
import type { ProofEvidence, ProofObservation } from './proof_observation.js';

/** Most lines that one step keeps; a contract may have thousands of tests. */
const MAX_LINES = 50;

/** Creates the result of a step. Any refuting reason decides, then any that leaves the step open. */
export function createStepResult(
  step: ProofStep,
  found: {
    refuting?: readonly string[];
    open?: readonly string[];
    warnings?: readonly string[];
    detail: string;
    otherwise?: ProofStepVerdict;
  },
): ProofStepResult {
  const { refuting = [], open = [], warnings = [], detail, otherwise = 'proven' } = found;
  const unrefuted = open.length > 0 ? 'undecided' : otherwise;
  const verdict = refuting.length > 0 ? 'refuted' : unrefuted;
  const reasons = [...refuting, ...open];
  return { step, verdict, detail: reasons[0] ?? detail, reasons: boundLines(reasons), warnings: boundLines(warnings) };
}

/** Creates the result of a step that did not run. */
export const createNotRunStep = (step: ProofStep): ProofStepResult =>
  createStepResult(step, { detail: '', otherwise: 'not-run' });

const boundLines = (lines: readonly string[]): string[] =>
  lines.length <= MAX_LINES ? [...lines] : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more`];

/** Selects the observations of variants with a role. */
export const selectObservations = ({ observations }: ProofEvidence, role: ProofVariantRole): ProofObservation[] =>
  observations.filter(({ variant }) => variant.role === role);

/** Describes the outcome of an attempt in a phrase. */
export function describeObservation({ status, stopped_at, reason }: ProofObservation): string {
  if (status === 'success') return 'passes every gate';
  if (status === 'invalid') return `is invalid: ${reason}`;
  if (!stopped_at) return status;
  return `${status === 'failure' ? 'fails' : 'cannot be decided at'} ${stopped_at.gate}: ${stopped_at.why}`;
}
