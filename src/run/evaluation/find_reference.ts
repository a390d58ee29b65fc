import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OracleReference, oracleReferenceSchema } from '../../contract/validation/contract_lock.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { isValidationRun, makeReference, type ReferenceExtent } from './make_reference.js';
import type { PatchContext } from './patch_context.js';

/** Reference of a contract's oracle, with its source. */
export interface ReferenceLookup {
  reference: OracleReference;
  source: 'lock' | 'layer';
  /** Number of commands that were run for it just now. */
  steps: number;
}

/** Version of the reference format; other versions are made again. */
const REFERENCE_FORMAT = 7;

/**
 * Finds the oracle's reference: in the lock, else from runs of the reference solution in the layer, which are made once
 * and cached. One that is calibrated serves also where none is needed for challenge rounds.
 *
 * @param wanted what to make if there is none yet; undefined: only look up
 * @returns undefined if there is none, or the run was interrupted
 */
export async function findReference(
  context: PatchContext,
  wanted: ReferenceExtent | undefined,
): Promise<ReferenceLookup | undefined> {
  const { loaded } = context;
  if (loaded.proof) return { reference: loaded.proof.reference, source: 'lock', steps: 0 };
  const reference = (await findMade('calibrated', context)) ?? (await findMade('measured', context, wanted));
  if (reference) return { reference, source: 'layer', steps: 0 };
  return wanted && (await makeOnce(wanted, context));
}

/** Finds a reference that is made already, or just being made. */
async function findMade(
  extent: ReferenceExtent,
  context: PatchContext,
  wanted: ReferenceExtent | undefined = extent,
): Promise<OracleReference | undefined> {
  if (wanted === 'calibrated' && extent === 'measured') return undefined;
  const { runner } = context;
  const key = computeReferenceKey(extent, context);
  const pending = runner.references.get(key);
  if (pending) return await pending;
  // A validation reuses no cached reference but that which it made itself before it was interrupted.
  const { shared, proof } = locateReference(key, context);
  const known = isValidationRun(context) ? proof : shared;
  const kept = known === undefined ? undefined : readCachedReference(known);
  if (kept) runner.references.set(key, Promise.resolve(kept));
  return kept;
}

/** Makes a reference and keeps it; attempts side by side wait for it. */
async function makeOnce(extent: ReferenceExtent, context: PatchContext): Promise<ReferenceLookup | undefined> {
  const { references } = context.runner;
  const key = computeReferenceKey(extent, context);
  let steps = 0;
  const making = makeReference(extent, context, () => steps++).catch((error: unknown) => {
    references.delete(key);
    throw error;
  });
  references.set(key, making);
  const reference = await making;
  if (!reference) {
    references.delete(key);
    return undefined;
  }
  const { shared, proof } = locateReference(key, context);
  for (const path of proof === undefined ? [shared] : [shared, proof]) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, JSON.stringify({ layer: context.layer.digest, reference }));
  }
  return { reference, source: 'layer', steps };
}

/** Returns where a reference is kept: for all runs, and for the proof that made it. */
function locateReference(key: string, { runner }: PatchContext): { shared: string; proof: string | undefined } {
  const shared = join(dirname(runner.cache.layers), 'references', `${key}.json`);
  return { shared, proof: runner.proof_references && join(runner.proof_references, `${key}.json`) };
}

/** Computes the digest of everything that a reference depends on. */
function computeReferenceKey(
  extent: ReferenceExtent,
  { loaded, layer, runner, run }: Pick<PatchContext, 'loaded' | 'layer' | 'runner' | 'run'>,
): string {
  return computeDigest({
    format: REFERENCE_FORMAT,
    extent,
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
