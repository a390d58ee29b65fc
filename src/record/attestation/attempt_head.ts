import { z } from 'zod';
import { toCanonicalJson } from '../json/compute_digest.js';
import { computeMerkleRoot, hashMerkleLeaf } from './compute_merkle_root.js';

/**
 * Line of `heads.jsonl`: the end of the hash chain of one attempt. The last event binds the whole log and the report,
 * so that nothing of the attempt can change under the same head.
 */
export const attemptHeadSchema = z.strictObject({
  attempt_id: z.string().min(1).max(200),
  events: z.int().min(0),
  head: z.string().regex(/^[0-9a-f]{64}$/),
});
export type AttemptHead = z.infer<typeof attemptHeadSchema>;

/** Number of attempts and events of a folder, and the Merkle root over the heads of the attempts. */
export interface HeadSummary {
  attempts: number;
  events: number;
  root: string;
  /** Head of the attempt, if it is the only one. */
  head?: string;
}

/** Serializes a head: a line of `heads.jsonl`, and the content of a leaf. */
export function serializeAttemptHead({ attempt_id, events, head }: AttemptHead): string {
  return toCanonicalJson({ attempt_id, events, head });
}

/** Sorts heads into the order of the tree: by attempt id, code unit by code unit, then by head. */
export function sortAttemptHeads(heads: readonly AttemptHead[]): AttemptHead[] {
  return [...heads].sort((a, b) => compare(a.attempt_id, b.attempt_id) || compare(a.head, b.head));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the hash of a head as a leaf of the tree. */
export const hashAttemptHead = (head: AttemptHead): Buffer => hashMerkleLeaf(serializeAttemptHead(head));

/** Heads of attempts with their summary. */
export interface HeadList {
  summary: HeadSummary;
  /** Content of `heads.jsonl`: a line for each head, in the order of the tree. */
  text: string;
}

/** Creates the list of heads. Their order does not matter. */
export function createHeadList(heads: readonly AttemptHead[]): HeadList {
  const [only, ...more] = heads;
  const lines = sortAttemptHeads(heads).map(serializeAttemptHead);
  return {
    summary: {
      attempts: heads.length,
      events: heads.reduce((sum, { events }) => sum + events, 0),
      root: computeMerkleRoot(lines.map(hashMerkleLeaf)).toString('hex'),
      ...(only && more.length === 0 ? { head: only.head } : {}),
    },
    text: lines.map((line) => `${line}\n`).join(''),
  };
}

/** Summarises heads. Their order does not matter. */
export const summariseAttemptHeads = (heads: readonly AttemptHead[]): HeadSummary => createHeadList(heads).summary;
