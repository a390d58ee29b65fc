import type { Evidence } from '../../../record/verdict/verdict.js';

/** Evidence that is missing from a trace, or contradicts it. */
export interface EvidenceGap {
  what: string;
  evidence: Evidence;
}
