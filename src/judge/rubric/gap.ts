import type { Evidence } from '../../record/verdict.js';

/** What is missing from a trace, or contradicts it. */
export interface Gap {
  what: string;
  evidence: Evidence;
}
