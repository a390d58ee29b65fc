import { resolve } from 'node:path';
import type { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import {
  createInclusionProof,
  findProofFaults,
  inclusionProofSchema,
  summariseAttemptHeads,
} from '../../record/attestation/attempt_head.js';
import type { RecordFault } from '../../record/storage/verify_hash_chain.js';
import type { RunVerification } from '../../record/storage/verify_run.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import type { CommandContext } from '../io/command_context.js';
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

/**
 * Reads a JSON file that evidence is given in: a proof, a bundle, a trusted root.
 *
 * @param help what to give instead
 * @throws {UserError} with file:line:column
 */
function readEvidenceFile<T extends z.ZodType>(file: string, cwd: string, schema: T, help: string): z.output<T> {
  let text: string;
  try {
    text = readRegularFile(resolve(cwd, file), MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`, help);
  }
  // JSON is YAML, whose reader knows the place of each field.
  return parseYaml(text, file, schema).value;
}
