import type { HeadSummary } from '../../../record/attestation/attempt_head.js';
import { formatQuantity } from '../../text/format_quantity.js';

/**
 * Formats what binds the results to their records: counts and Merkle root, and the head of a single attempt. With these
 * words in a place that nobody can rewrite, no record can be changed unseen (`verify --head`).
 *
 * @param code formats a hash
 */
export function formatEvidence({ attempts, events, root, head }: HeadSummary, code: (hash: string) => string): string {
  const counts = `${formatQuantity(attempts, 'record')}, ${formatQuantity(events, 'event')}`;
  return `${counts} · root ${code(root)}${head === undefined ? '' : ` · head ${code(head)}`}`;
}
