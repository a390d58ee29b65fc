import { z } from 'zod';
import type { HeadSummary } from './attempt_head.js';

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

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Predicate of an attestation: which attempts a folder of results is made of. */
export const headsPredicateSchema = z.strictObject({
  schema: z.literal(1),
  harness_version: z.string(),
  root: digestSchema.describe('Merkle root (RFC 6962) over the lines of heads.jsonl'),
  attempts: z.int(),
  events: z.int().describe('of all attempts'),
  by_status: z.record(z.string(), z.int()).describe('attempts by the status of their verdict'),
  heads_sha256: digestSchema.describe('of heads.jsonl'),
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
