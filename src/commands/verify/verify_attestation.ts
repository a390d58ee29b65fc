import { resolve } from 'node:path';
import type { z } from 'zod';
import { parseYaml } from '../../contract/input/parse_yaml.js';
import { UserError } from '../../contract/input/user_error.js';
import { HEADS_PREDICATE_TYPE, headsPredicateSchema } from '../../record/attestation/attempt_head.js';
import { sigstoreBundleSchema, trustedRootSchema, verifyBundle } from '../../record/attestation/verify_bundle.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import type { SignedHeads } from './verify_head_list.js';

/** Options of `verifyRuns`. */
export interface VerifyOptions {
  /** Published head of a run, or published Merkle root of an output folder. */
  head?: string | undefined;
  json: boolean;
  /** Files with attestations (Sigstore bundles, one per line), and with what they are verified by. */
  bundle?: string | undefined;
  trusted_root?: string | undefined;
  /** Identity that must have signed; `*` stands for any characters. */
  signer?: string | undefined;
  issuer?: string | undefined;
  /** File with the inclusion proof of the run, under the root `head`. */
  proof?: string | undefined;
  /** Attempt whose inclusion proof is printed. */
  prove?: string | undefined;
}

/** Verified attestation: what it says, or why it counts for nothing. */
interface VerifiedAttestation extends SignedHeads {
  faults: string[];
  signer?: string | undefined;
}

/** Most attestations in a file, and trusted roots. */
const MOST_LINES = 100;

/**
 * Verifies the attestation of an output folder offline. Of several in a file, one that holds is enough.
 *
 * @returns undefined if none is given
 * @throws {UserError} for options that lack another, and files that cannot be read
 */
export function verifyAttestation(
  { bundle, trusted_root, signer, issuer }: VerifyOptions,
  cwd: string,
): VerifiedAttestation | undefined {
  if (bundle === undefined) {
    if (trusted_root === undefined && signer === undefined) return undefined;
    throw new UserError('--trusted-root and --signer are for an attestation', 'Name it with --bundle FILE.');
  }
  if (trusted_root === undefined)
    throw new UserError('--bundle needs --trusted-root FILE', 'Make it: gh attestation trusted-root > root.jsonl');
  if (signer === undefined || issuer === undefined)
    throw new UserError(
      '--bundle needs --signer: else anybody may have signed',
      'Name the workflow, e.g. --signer "https://github.com/OWNER/REPO/.github/workflows/nightly.yml@*".',
    );
  const roots = readLines(trusted_root, cwd, trustedRootSchema);
  const results = readLines(bundle, cwd, sigstoreBundleSchema).map((one): VerifiedAttestation => {
    const { faults, statement, signer: identity_of } = verifyBundle(one, roots, { identity: signer, issuer });
    if (statement === undefined)
      return { faults: faults.map((fault) => `attestation: ${fault}`), signer: identity_of, subjects: [] };
    const predicate = headsPredicateSchema.safeParse(statement.predicate);
    if (statement.predicateType !== HEADS_PREDICATE_TYPE || !predicate.success)
      return { faults: ['attestation: it is not about the heads of attempts'], signer: identity_of, subjects: [] };
    const subjects = statement.subject.flatMap(({ digest }) => digest.sha256 ?? []);
    return { faults: [], signer: identity_of, predicate: predicate.data, subjects };
  });
  return results.find(({ faults }) => faults.length === 0) ?? results[0]!;
}

/** Reads a file with one JSON object, or with one per line. @throws {UserError} with file:line:column */
function readLines<T extends z.ZodType>(file: string, cwd: string, schema: T): z.output<T>[] {
  let text: string;
  try {
    text = readRegularFile(resolve(cwd, file), MAX_TEXT_BYTES).toString('utf8');
  } catch (error) {
    throw new UserError(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code})`, 'Name a JSON file.');
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // One object over several lines is read as a whole.
  if (lines.length === 0 || !lines.every(isObject)) return [parseYaml(text, file, schema).value];
  if (lines.length > MOST_LINES) throw new UserError(`${file}: has more than ${MOST_LINES} lines`);
  // Blank lines before one keep its number in messages.
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    return [parseYaml(`${'\n'.repeat(at)}${line}\n`, file, schema).value];
  });
}

function isObject(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
