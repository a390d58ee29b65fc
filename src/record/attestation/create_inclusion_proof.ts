import { z } from 'zod';
import { type AttemptHead, attemptHeadSchema, hashAttemptHead, sortAttemptHeads } from './attempt_head.js';
import { computeIncludedRoot, createInclusionPath } from './compute_merkle_root.js';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Proof that the head of one attempt is among those under a Merkle root. It names no other attempt. */
export const inclusionProofSchema = z.strictObject({
  schema: z.literal(1),
  attempt: attemptHeadSchema,
  index: z.int().min(0).describe('of the attempt in the order of the tree'),
  attempts: z.int().min(1).describe('under the root'),
  path: z.array(hashSchema).max(64).describe('hashes beside the way to the root, from the bottom'),
  root: hashSchema,
});
type InclusionProof = z.infer<typeof inclusionProofSchema>;

/** Creates the proof for an attempt; undefined if it is not among the heads. */
export function createInclusionProof(
  heads: readonly AttemptHead[],
  attempt_id: string,
  root: string,
): InclusionProof | undefined {
  const sorted = sortAttemptHeads(heads);
  const index = sorted.findIndex((one) => one.attempt_id === attempt_id);
  if (index === -1) return undefined;
  const path = createInclusionPath(sorted.map(hashAttemptHead), index);
  return {
    schema: 1,
    attempt: sorted[index]!,
    index,
    attempts: sorted.length,
    path: path.map((hash) => hash.toString('hex')),
    root,
  };
}

/**
 * Finds what contradicts a proof: another root than the published one, or another head than the record's.
 *
 * @param root published root; undefined = the root that the proof names is taken, which proves nothing by itself
 */
export function findProofFaults(
  proof: InclusionProof,
  record: { attempt_id?: string | undefined; head: string; events: number },
  root: string | undefined,
): string[] {
  const { attempt, index, attempts: size, path } = proof;
  const faults: string[] = [];
  if (record.attempt_id !== undefined && record.attempt_id !== attempt.attempt_id)
    faults.push(`the proof is about attempt ${attempt.attempt_id}, the record about ${record.attempt_id}`);
  if (record.head !== attempt.head)
    faults.push(`the proof is about head ${attempt.head}, the record has ${record.head}`);
  if (record.events !== attempt.events)
    faults.push(`the proof is about ${attempt.events} events, the record has ${record.events}`);
  const found = computeIncludedRoot({
    leaf: hashAttemptHead(attempt),
    index,
    size,
    path: path.map((hash) => Buffer.from(hash, 'hex')),
  })?.toString('hex');
  if (found !== proof.root) faults.push('the path of the proof does not lead to its root');
  if (root !== undefined && proof.root !== root)
    faults.push(`the proof leads to root ${proof.root}, published is ${root}`);
  return faults;
}
