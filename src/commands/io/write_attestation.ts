import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ATTESTATION_FOLDER,
  createHeadStatement,
  HEADS_FILE,
  type HeadList,
  PREDICATE_FILE,
  STATEMENT_FILE,
} from '../../record/attestation/attempt_head.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { writeAtomically } from '../../system/write_atomically.js';

/** Removes what was to be signed, before the results that it is about are written anew. */
export const removeAttestation = (folder: string): void =>
  rmSync(join(folder, ATTESTATION_FOLDER), { recursive: true, force: true });

/**
 * Writes what is to be signed into an output folder: the heads of all attempts, the in-toto statement about them, and
 * its predicate alone.
 *
 * @param results_sha256 digest of the results file of the folder
 */
export function writeAttestation(
  folder: string,
  { summary, text }: HeadList,
  by_status: Readonly<Record<string, number>>,
  results_sha256: string,
): void {
  const attestation_folder = join(folder, ATTESTATION_FOLDER);
  mkdirSync(attestation_folder, { recursive: true });
  const heads_sha256 = sha256(text);
  const content = { summary, harness_version: ENGINE_VERSION, by_status, heads_sha256, results_sha256 };
  const statement = createHeadStatement(content);
  writeAtomically(join(attestation_folder, HEADS_FILE), text);
  writeAtomically(join(attestation_folder, PREDICATE_FILE), `${JSON.stringify(statement.predicate, null, 2)}\n`);
  writeAtomically(join(attestation_folder, STATEMENT_FILE), `${JSON.stringify(statement, null, 2)}\n`);
}

const CHUNK = 1024 * 1024;

/** Computes the SHA-256 of a file, with memory for a part of it. */
export function computeFileDigest(path: string): string {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  const fd = openSync(path, 'r');
  try {
    for (;;) {
      const size = readSync(fd, chunk, 0, CHUNK, null);
      if (size === 0) return digest.digest('hex');
      digest.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(fd);
  }
}
