import { relative } from 'node:path';
import type { LoadedContract } from '../contract/loaded.js';
import { type Lock, lockText } from '../contract/lock.js';
import type { ABCValidationResult } from '../judge/analysis/abc.js';
import { envelopesOf } from '../judge/proof/envelope.js';
import { screenOf } from '../judge/proof/flakiness.js';
import { mutantScore } from '../judge/proof/mutant_score.js';
import { withstands } from '../judge/proof/trial_steps.js';
import { writeAtomically } from '../record/atomic.js';
import { digestOf, sha256 } from '../record/canonical.js';
import type { Prepared } from '../run/attempt/order.js';
import type { Rooms } from '../run/attempt/rooms.js';
import { lockPath, sealedLock } from '../run/contracts/read_lock.js';
import type { Proving } from './prove.js';
import type { ContractProof, ValidateOrder } from './validate_order.js';
import { unwritable } from './write_reports.js';

/** What a proof found, as it stands in the lock and in `--json`. */
export function findings(
  { evidence, result, results }: Proving,
  abc: ABCValidationResult[],
  seed: number,
): ContractProof['proof'] {
  const { observations, contract, disk, reruns } = evidence;
  const screens = screenOf(observations);
  return {
    steps: result.steps,
    mutants: { ...mutantScore(observations), seed },
    flakiness: {
      reruns,
      tolerance: contract.flakiness.tolerance,
      checks: screens.filter(({ test, differed }) => test === null || differed > 0),
    },
    envelope: envelopesOf(observations, disk),
    perturbation: withstands(evidence),
    reference: evidence.reference ?? NO_REFERENCE,
    abc,
    evidence: {
      attempts: results.length,
      heads_sha256: digestOf(Object.fromEntries(results.map(({ attempt_id, head }) => [attempt_id, head]))),
    },
  };
}

const NO_REFERENCE: Lock['reference'] = {
  on: 'golden',
  checks: [],
  pool: [],
  missing: [],
  round_ms: null,
  rounds: 0,
  strength: null,
  because: 'no challenge was tried',
};

/**
 * Writes `contract.lock` beside a proven contract, in one piece. One that holds already is kept unless it is to be renewed: a new proof of
 * the same version says nothing new to those who read the repository's history.
 *
 * @throws {UserError} when the folder cannot be written
 */
export function writeLock(
  loaded: LoadedContract,
  proof: ContractProof['proof'],
  verdict: ContractProof['verdict'],
  prepared: Prepared,
  mode: ValidateOrder['lock'],
  rooms: Rooms,
): ContractProof['lock'] {
  const path = lockPath(loaded);
  const shown = relative(rooms.cwd, path);
  if (verdict !== 'proven')
    return { path: shown, state: verdict === 'refuted' && loaded.proof ? 'contradicted' : 'none' };
  if (mode === 'never') return { path: shown, state: 'none' };
  if (mode === 'write' && loaded.proof) return { path: shown, state: 'kept' };
  const lock: Lock = sealedLock({
    schema: 1,
    contract: {
      id: loaded.contract.id,
      version: loaded.version,
      golden_sha256: sha256(loaded.golden!),
    },
    made_at: rooms.now().toISOString(),
    harness: { version: rooms.version, rubric: rooms.rubric, runtime: rooms.runtime },
    sandbox: { backend: rooms.backend.name, class: rooms.probe.class },
    tools: prepared.tools,
    snapshot: {
      kind: prepared.snapshot.kind,
      identity: prepared.snapshot.identity,
      tree: prepared.snapshot.tree,
    },
    ...proof,
  });
  try {
    writeAtomically(path, lockText(lock));
  } catch (error) {
    throw unwritable(error, shown) ?? error;
  }
  return { path: shown, state: 'written' };
}
