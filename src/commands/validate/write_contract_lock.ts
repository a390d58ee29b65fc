import { relative } from 'node:path';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import { type ContractLock, formatLock } from '../../contract/validation/contract_lock.js';
import { sha256 } from '../../record/json/compute_digest.js';
import type { PreparedContract } from '../../run/attempt/attempt_spec.js';
import type { RunnerContext } from '../../run/attempt/runner_context.js';
import { getLockPath, sealLock } from '../../run/contract_files/read_proof.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import type { ContractProof, ValidateOptions } from './validate_options.js';

/**
 * Writes `contract.lock` beside a proven contract, atomically.
 *
 * A lock that is valid already is kept unless it is to be renewed: a new proof of the same version adds nothing to the
 * repository's history.
 *
 * @throws {UserError} if the folder cannot be written
 */
export function writeContractLock(
  loaded: LoadedContract,
  proof: ContractProof['proof'],
  verdict: ContractProof['verdict'],
  prepared: PreparedContract,
  mode: ValidateOptions['lock'],
  context: RunnerContext,
): ContractProof['lock'] {
  const path = getLockPath(loaded);
  const shown = relative(context.cwd, path);
  if (verdict !== 'proven')
    return { path: shown, state: verdict === 'refuted' && loaded.proof ? 'contradicted' : 'none' };
  if (mode === 'never') return { path: shown, state: 'none' };
  if (mode === 'write' && loaded.proof) return { path: shown, state: 'kept' };
  const lock: ContractLock = sealLock({
    schema: 2,
    contract: {
      id: loaded.contract.id,
      version: loaded.version,
      golden_sha256: sha256(loaded.golden!),
    },
    made_at: context.now().toISOString(),
    harness: { version: context.version, rubric: context.rubric, runtime: context.runtime },
    sandbox: { backend: context.backend.name, class: context.probe.class },
    tools: prepared.tools,
    snapshot: {
      kind: prepared.snapshot.kind,
      identity: prepared.snapshot.identity,
      tree: prepared.snapshot.tree,
    },
    ...proof,
  });
  try {
    writeAtomically(path, formatLock(lock));
  } catch (error) {
    throw toUnwritableError(error, shown) ?? error;
  }
  return { path: shown, state: 'written' };
}
