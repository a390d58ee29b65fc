import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { summariseAttemptHeads } from '../../record/attestation/attempt_head.js';
import {
  createInclusionProof,
  findProofFaults,
  inclusionProofSchema,
} from '../../record/attestation/create_inclusion_proof.js';
import type { RecordFault } from '../../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../../record/storage/verify_run.js';
import type { CommandContext } from '../io/command_context.js';
import { readEvidenceFile } from './read_evidence_file.js';
import { readResultHeads } from './verify_output_folder.js';

/**
 * Prints the proof that an attempt is among those of an output folder.
 *
 * @throws {UserError} if the folder has no result of the attempt
 */
export function printInclusionProof(
  { path, shown }: { path: string; shown: string },
  attempt_id: string,
  out: CommandContext,
): void {
  const heads = [...readResultHeads(path, () => {}).values()];
  const proof = createInclusionProof(heads, attempt_id, summariseAttemptHeads(heads).root);
  if (proof === undefined)
    throw new UserError(`${shown} has no result of the attempt ${safe(attempt_id)}`, 'results.jsonl has the ids.');
  out.log(formatInertJson(proof));
}

/** Finds what contradicts the inclusion of a run under a published root. @throws {UserError} for an unreadable proof */
export function findInclusionFaults(
  file: string,
  { manifest, head, events }: Pick<RunVerification, 'manifest' | 'head' | 'events'>,
  root: string | undefined,
  cwd: string,
): RecordFault[] {
  const record = { attempt_id: manifest?.attempt_id, head, events: events.length };
  const proof = readEvidenceFile(file, cwd, inclusionProofSchema, 'Give the file that `verify --prove` printed.');
  return findProofFaults(proof, record, root).map((what) => ({ line: null, what }));
}
