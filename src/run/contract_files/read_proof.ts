import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findDecidingModelCheck } from '../../contract/checks/check.js';
import { UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import {
  type ContractLock,
  contractLockSchema,
  type ProofSummary,
  proofSteps,
  toLockFileName,
} from '../../contract/validation/contract_lock.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';

/** Maximum size of a lock; one with thousands of tests has some megabytes. */
const MAX_BYTES = 32 * 2 ** 20;

/**
 * Proof next to a contract. A damaged proof, or one for another version or reference solution, does not count;
 * `problem` explains it in one line.
 */
type ProofLookup = { proof: ProofSummary } | { problem: string } | Record<string, never>;

/** Reads the lock of a contract. Never throws because of the file's content, which anyone may have written. */
export function readProof(loaded: Pick<LoadedContract, 'path' | 'version' | 'golden'>): ProofLookup {
  const path = getLockPath(loaded);
  const name = basename(path);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return {};
  if (!stat.isFile()) return { problem: `${name} is a link or a special file` };
  if (stat.size > MAX_BYTES) return { problem: `${name} is damaged: it has ${stat.size} bytes` };
  const text = readFileSync(path, 'utf8');
  const lock = parseLock(text);
  if (!lock)
    return { problem: `${name} is damaged, or of another version of gatebench: it is not what validate writes` };
  const { version, golden_sha256 } = lock.contract;
  if (version !== loaded.version)
    return { problem: `${name} was made for version ${version}, the contract is version ${loaded.version}` };
  const golden = loaded.golden ? sha256(loaded.golden) : 'none';
  if (golden_sha256 !== golden)
    return { problem: `${name} was made with reference solution ${golden_sha256}, the contract has ${golden}` };
  const short = proofSteps.find((name) => {
    const verdicts = lock.steps.filter(({ step }) => step === name).map(({ verdict }) => verdict);
    return verdicts.length === 0 || verdicts.some((verdict) => verdict !== 'proven' && verdict !== 'skipped');
  });
  if (short) return { problem: `${name} is no proof: its step "${short}" is not proven` };
  const { made_at, perturbation, reference, snapshot } = lock;
  const base = snapshot.kind === 'pull-request' ? { base: snapshot.identity } : {};
  const reference_ms = Object.fromEntries(
    lock.envelope.flatMap(({ check, wall_ms }) => (wall_ms ? [[check, wall_ms.median]] : [])),
  );
  return {
    proof: { lock_sha256: sha256(text), proven: true, made_at, ...base, perturbation, reference, reference_ms },
  };
}

/**
 * Parses a lock and checks its digest.
 * @returns undefined if it is damaged, or of a version with another format
 */
function parseLock(text: string): ContractLock | undefined {
  try {
    const read = contractLockSchema.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    return sealLock(read.data).digest === read.data.digest ? read.data : undefined;
  } catch {
    return undefined; // not even JSON
  }
}

/** Adds the digest of a lock's content. */
export function sealLock({ digest: _, ...content }: Omit<ContractLock, 'digest'> & { digest?: string }): ContractLock {
  return { ...content, digest: computeDigest(content) };
}

/** Returns the path of a contract's lock. */
export const getLockPath = ({ path }: Pick<LoadedContract, 'path'>): string =>
  join(dirname(path), toLockFileName(basename(path)));

/**
 * Requires a valid proof.
 * @throws {UserError} if a contract has none
 */
export function requireProof({ contract, shown, proof, proof_problem }: LoadedContract): void {
  if (proof) return;
  const judged = findDecidingModelCheck(contract);
  throw new UserError(
    `${shown}: is not proven: ${proof_problem ?? `there is no ${toLockFileName(basename(shown))} beside it`}`,
    judged
      ? `It cannot be: a judge model decides "${judged.id}", and what a model says is no proof. Leave the proof out, ` +
          'make the check `mandatory: false`, or decide by commands.'
      : `Prove it: gatebench validate ${shown}`,
  );
}
