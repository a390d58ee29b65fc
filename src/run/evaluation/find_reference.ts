import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OracleReference, oracleReferenceSchema } from '../../contract/validation/contract_lock.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { isValidationRun, makeReference } from './make_reference.js';
import type { PatchContext } from './patch_context.js';

/** Reference of a contract's oracle, with its source. */
export interface ReferenceLookup {
  reference: OracleReference;
  source: 'lock' | 'layer';
  /** Number of commands that were run for it just now. */
  steps: number;
}

/** Version of the reference format; other versions are made again. */
const REFERENCE_FORMAT = 6;

/**
 * Finds the oracle's reference: in the lock, else from runs of the reference solution in the layer, which are made once
 * and cached.
 *
 * @param make false: only look up
 * @returns undefined if there is none, or the run was interrupted
 */
export async function findReference(context: PatchContext, make: boolean): Promise<ReferenceLookup | undefined> {
  const { loaded, layer, runner } = context;
  if (loaded.proof) return { reference: loaded.proof.reference, source: 'lock', steps: 0 };
  const key = computeReferenceKey(context);
  const shared = join(dirname(runner.cache.layers), 'references', `${key}.json`);
  const own = runner.proof_references === undefined ? undefined : join(runner.proof_references, `${key}.json`);
  const pending = runner.references.get(key);
  if (pending) {
    const reference = await pending;
    return reference && { reference, source: 'layer', steps: 0 };
  }
  // A validation reuses no cached reference but that which it made itself before it was interrupted.
  const known = isValidationRun(context) ? own : shared;
  const kept = known === undefined ? undefined : readCachedReference(known);
  if (kept) {
    runner.references.set(key, Promise.resolve(kept));
    return { reference: kept, source: 'layer', steps: 0 };
  }
  if (!make) return undefined;
  let steps = 0;
  const making = makeReference(context, () => steps++).catch((error: unknown) => {
    runner.references.delete(key);
    throw error;
  });
  runner.references.set(key, making);
  const reference = await making;
  if (!reference) {
    runner.references.delete(key);
    return undefined;
  }
  for (const path of own === undefined ? [shared] : [shared, own]) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, JSON.stringify({ layer: layer.digest, reference }));
  }
  return { reference, source: 'layer', steps };
}

/** Computes the digest of everything that a reference depends on. */
function computeReferenceKey({
  loaded,
  layer,
  runner,
  run,
}: Pick<PatchContext, 'loaded' | 'layer' | 'runner' | 'run'>): string {
  return computeDigest({
    format: REFERENCE_FORMAT,
    harness: run.manifest.harness.version,
    layer: layer.digest,
    version: loaded.version,
    golden: loaded.golden ? sha256(loaded.golden) : null,
    sandbox: runner.probe.class,
  });
}

/**
 * Reads a cached reference.
 *
 * @returns undefined if there is none or it cannot be read
 */
function readCachedReference(path: string): OracleReference | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { reference: unknown };
    const parsed = oracleReferenceSchema.safeParse(read.reference);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // written by another version, or cut off
  }
}
