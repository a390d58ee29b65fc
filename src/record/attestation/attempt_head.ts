import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { toCanonicalJson } from '../json/compute_digest.js';
import { computeIncludedRoot, computeMerkleRoot, createInclusionPath, hashMerkleLeaf } from './compute_merkle_root.js';

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

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);

/** Returns the hash of a head as a leaf of the tree. */
const hashAttemptHead = (head: AttemptHead): Buffer => hashMerkleLeaf(serializeAttemptHead(head));

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
      ...omitUndefined({ head: more.length === 0 ? only?.head : undefined }),
    },
    text: lines.map((line) => `${line}\n`).join(''),
  };
}

/** Summarises heads. Their order does not matter. */
export const summariseAttemptHeads = (heads: readonly AttemptHead[]): HeadSummary => createHeadList(heads).summary;

/** Folder, in an output folder, with what is to be signed. */
export const ATTESTATION_FOLDER = 'attestation';
/** Heads of all attempts, one per line, in the order of the tree. */
export const HEADS_FILE = 'heads.jsonl';
/** Predicate alone, for programs that make the statement themselves, such as GitHub's actions/attest. */
export const PREDICATE_FILE = 'predicate.json';
/** In-toto statement. */
export const STATEMENT_FILE = 'statement.json';

/** Type of the predicate, and of in-toto statements. */
export const HEADS_PREDICATE_TYPE = 'https://github.com/gatebench/gatebench/attestation/heads/v1';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Predicate of an attestation: which attempts a folder of results is made of. */
export const headsPredicateSchema = z.strictObject({
  schema: z.literal(1),
  harness_version: z.string(),
  root: hashSchema.describe('Merkle root (RFC 6962) over the lines of heads.jsonl'),
  attempts: z.int(),
  events: z.int().describe('of all attempts'),
  by_status: z.record(z.string(), z.int()).describe('attempts by the status of their verdict'),
  heads_sha256: hashSchema.describe('of heads.jsonl'),
});
export type HeadsPredicate = z.infer<typeof headsPredicateSchema>;

/** In-toto statement (version 1) with any predicate. */
export const statementSchema = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z
    .array(z.object({ name: z.string().default(''), digest: z.record(z.string(), z.string()) }))
    .min(1)
    .max(10_000),
  predicateType: z.string(),
  predicate: z.unknown(),
});
export type InTotoStatement = z.infer<typeof statementSchema>;

/** Options of `createHeadStatement`. */
interface HeadStatementOptions {
  summary: HeadSummary;
  harness_version: string;
  by_status: Readonly<Record<string, number>>;
  heads_sha256: string;
  results_sha256: string;
}

/** Creates the in-toto statement about results and the heads of their attempts. */
export function createHeadStatement(options: HeadStatementOptions): InTotoStatement & { predicate: HeadsPredicate } {
  const { summary, harness_version, by_status, heads_sha256, results_sha256 } = options;
  const { root, attempts, events } = summary;
  return {
    _type: STATEMENT_TYPE,
    subject: [
      { name: 'results.jsonl', digest: { sha256: results_sha256 } },
      { name: `${ATTESTATION_FOLDER}/${HEADS_FILE}`, digest: { sha256: heads_sha256 } },
    ],
    predicateType: HEADS_PREDICATE_TYPE,
    predicate: { schema: 1, harness_version, root, attempts, events, by_status: { ...by_status }, heads_sha256 },
  };
}

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
  const attempt = sorted[index];
  if (attempt === undefined) return undefined;
  const path = createInclusionPath(sorted.map(hashAttemptHead), index);
  return {
    schema: 1,
    attempt,
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
  const included_root = computeIncludedRoot({
    leaf: hashAttemptHead(attempt),
    index,
    size,
    path: path.map((hash) => Buffer.from(hash, 'hex')),
  })?.toString('hex');
  if (included_root !== proof.root) faults.push('the path of the proof does not lead to its root');
  if (root !== undefined && proof.root !== root)
    faults.push(`the proof leads to root ${proof.root}, published is ${root}`);
  return faults;
}
