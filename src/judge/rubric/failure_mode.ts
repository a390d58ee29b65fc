import type { EventType } from '../../record/events.js';
import type { GateId } from '../../record/verdict.js';

/**
 * Whose doing a failure mode is taken to be. Conservative: what may have either cause is `indeterminate`, so that no
 * agent failure is counted for an unstable harness (executable contracts §4.4).
 */
export type Attribution = 'agent' | 'harness' | 'indeterminate';

/** One tag of the taxonomy (S6). Published line by line as `schema/failure_modes.jsonl`. */
export interface FailureMode {
  readonly id: string;
  readonly title: string;
  /** Gates that the tag can explain; empty for tags of the attempt as a whole. */
  readonly gates: readonly GateId[];
  /** What must be in the record before the tag may be given: an event of one of these types, and what it must say. */
  readonly minimum_evidence: { readonly events: readonly (EventType | 'manifest')[]; readonly condition: string };
  /** Representations that the tag tells apart, where it matters (natural text or code). */
  readonly format?: readonly ('code' | 'natural_text')[];
  readonly attribution: Attribution;
}
