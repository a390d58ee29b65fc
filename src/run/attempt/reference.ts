import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type OracleReference, oracleReferenceSchema } from '../../contract/lock.js';
import { writeAtomically } from '../../record/atomic.js';
import { digestOf, sha256 } from '../../record/canonical.js';
import type { Ground } from './ground.js';
import { isProof, makeReference } from './make_reference.js';

/** What is known of a contract's oracle from its reference solution, and where that comes from. */
export interface FoundReference {
  reference: OracleReference;
  source: 'lock' | 'layer';
  /** Commands that were run for it just now. */
  steps: number;
}

/** Version of how references are made: others are made again. */
const FORMAT = 5;

/**
 * Finds what is known of the oracle of an attempt: in the lock of its contract, else from runs of the reference solution in its layer, which
 * are made once and kept.
 *
 * @param make false: only what is known already
 * @returns undefined when nothing is known, or the run was interrupted
 */
export async function findReference(ground: Ground, make: boolean): Promise<FoundReference | undefined> {
  const { loaded, layer, rooms } = ground;
  if (loaded.proof) return { reference: loaded.proof.reference, source: 'lock', steps: 0 };
  const key = referenceKey(ground);
  const path = join(dirname(rooms.cache.layers), 'references', `${key}.json`);
  const pending = rooms.references.get(key);
  if (pending) {
    const reference = await pending;
    return reference && { reference, source: 'layer', steps: 0 };
  }
  // A proof finds out anew.
  const kept = isProof(ground) ? undefined : readKept(path);
  if (kept) return { reference: kept, source: 'layer', steps: 0 };
  if (!make) return undefined;
  let steps = 0;
  const making = makeReference(ground, () => steps++).catch((error: unknown) => {
    rooms.references.delete(key);
    throw error;
  });
  rooms.references.set(key, making);
  const reference = await making;
  if (!reference) {
    rooms.references.delete(key);
    return undefined;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeAtomically(path, JSON.stringify({ layer: layer.digest, reference }));
  return { reference, source: 'layer', steps };
}

/** Returns the digest of everything that a reference depends on. */
export function referenceKey({
  loaded,
  layer,
  rooms,
  run,
}: Pick<Ground, 'loaded' | 'layer' | 'rooms' | 'run'>): string {
  return digestOf({
    format: FORMAT,
    harness: run.manifest.harness.version,
    layer: layer.digest,
    version: loaded.version,
    golden: loaded.golden ? sha256(loaded.golden) : null,
    sandbox: rooms.probe.class,
  });
}

/** A reference that is kept from an earlier run; one that cannot be read is made again. */
function readKept(path: string): OracleReference | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as { reference: unknown };
    const parsed = oracleReferenceSchema.safeParse(read.reference);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // written by another version, or cut off
  }
}
