import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OracleReference, oracleReferenceSchema } from '../../contract/validation/contract_lock.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { KnownReference, ReferenceExtent } from '../attempt/runner_context.js';
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
const REFERENCE_FORMAT = 8;

/**
 * Finds the oracle's reference: in the lock, else from runs of the reference solution in the layer, which are made once
 * and cached. Attempts side by side wait for the one that makes it.
 *
 * @param wanted what to make if it is not there; undefined: only look up what was measured
 * @returns undefined if there is none, or the run was interrupted
 */
export async function findReference(
  context: PatchContext,
  wanted: ReferenceExtent | undefined,
): Promise<ReferenceLookup | undefined> {
  const { loaded } = context;
  if (loaded.proof) return { reference: loaded.proof.reference, source: 'lock', steps: 0 };
  let steps = 0;
  const count = () => {
    context.runner.activity?.('measuring the reference solution', { done: steps });
    steps += 1;
  };
  const pending = findPending(wanted ?? 'measured', context) ?? (wanted && makeAndKeep(wanted, context, count));
  const known = await pending;
  if (steps > 0) context.runner.activity?.(undefined);
  return known && { reference: known.reference, source: 'layer', steps };
}

/** Finds a reference that is kept, or just being made. */
function findPending(extent: ReferenceExtent, context: PatchContext): Promise<KnownReference | undefined> | undefined {
  const references = context.runner.references[extent];
  const key = computeReferenceKey(extent, context);
  const pending = references.get(key);
  if (pending) return pending;
  // A validation reuses no cached reference but that which it made itself before it was interrupted.
  const { shared, proof } = locateReference(key, context);
  const path = isValidationRun(context) ? proof : shared;
  const reference = path === undefined ? undefined : readCachedReference(path);
  if (!reference) return undefined;
  const known = Promise.resolve({ reference });
  references.set(key, known);
  return known;
}

/** Makes a reference and keeps it, in this process and on disk. */
function makeAndKeep(
  extent: ReferenceExtent,
  context: PatchContext,
  ran: () => void,
): Promise<KnownReference | undefined> {
  const references = context.runner.references[extent];
  const key = computeReferenceKey(extent, context);
  const make = async () => {
    const measuring =
      extent === 'measured' ? undefined : (findPending('measured', context) ?? makeAndKeep('measured', context, ran));
    const measured = await measuring;
    if (measuring && !measured) return undefined;
    const known = await makeReference(extent, measured?.readings, context, ran);
    if (known) keepReference(known.reference, key, context);
    return known;
  };
  const making = make();
  references.set(key, making);
  const forget = () => references.delete(key);
  making.then((known) => known ?? forget(), forget);
  return making;
}

function keepReference(reference: OracleReference, key: string, context: PatchContext): void {
  const { shared, proof } = locateReference(key, context);
  for (const path of proof === undefined ? [shared] : [shared, proof]) {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, JSON.stringify({ layer: context.layer.digest, reference }));
  }
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
