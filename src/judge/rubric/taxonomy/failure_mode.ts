import type { EventType } from '../../../record/events/event.js';
import type { GateId } from '../../../record/verdict/verdict.js';

/**
 * Party that a failure mode is attributed to. Modes that may have either cause are `indeterminate`, so that no harness
 * fault counts as an agent failure.
 */
type Attribution = 'agent' | 'harness' | 'indeterminate';

/** Tag of the taxonomy (requirement S6), published as one line of `schema/failure_modes.jsonl`. */
export interface FailureMode {
  readonly id: string;
  readonly title: string;
  /** Gates that the tag can explain. Empty for tags of the attempt as a whole. */
  readonly gates: readonly GateId[];
  /** Evidence without which the tag is not given: an event of one of these types, and its condition. */
  readonly minimum_evidence: { readonly events: readonly (EventType | 'manifest')[]; readonly condition: string };
  /** Representations that the tag distinguishes (natural text or code). */
  readonly format?: readonly ('code' | 'natural_text')[];
  readonly attribution: Attribution;
}
