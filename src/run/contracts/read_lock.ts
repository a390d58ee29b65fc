import { lstatSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { type Lock, lockName, lockSchema, type Proof, proofSteps } from '../../contract/lock.js';
import { UserError } from '../../contract/user_error.js';
import { digestOf, sha256 } from '../../record/canonical.js';

/** A lock with thousands of tests has some megabytes; more is not one of ours. */
const MAX_BYTES = 32 * 2 ** 20;

/**
 * The proof beside a contract (K9). One that is damaged, or that was made for another version or reference solution, is no
 * proof: `problem` then says so in one line.
 */
export type ReadProof = { proof: Proof } | { problem: string } | Record<string, never>;

/** Reads the lock of a contract. Never throws for what the file holds: anybody may have written it. */
export function readProof(loaded: Pick<LoadedContract, 'path' | 'version' | 'golden'>): ReadProof {
  const path = lockPath(loaded);
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
  const { made_at, perturbation, reference } = lock;
  const reference_ms = Object.fromEntries(
    lock.envelope.flatMap(({ check, wall_ms }) => (wall_ms ? [[check, wall_ms.median]] : [])),
  );
  return { proof: { lock_sha256: sha256(text), proven: true, made_at, perturbation, reference, reference_ms } };
}

/** A lock whose digest is that of its content; undefined = damaged, or of a version with another form. */
function parseLock(text: string): Lock | undefined {
  try {
    const read = lockSchema.safeParse(JSON.parse(text));
    if (!read.success) return undefined;
    return sealedLock(read.data).digest === read.data.digest ? read.data : undefined;
  } catch {
    return undefined; // not even JSON
  }
}

/** A lock with the digest of its content. */
export function sealedLock({ digest: _, ...content }: Omit<Lock, 'digest'> & { digest?: string }): Lock {
  return { ...content, digest: digestOf(content) };
}

export const lockPath = ({ path }: Pick<LoadedContract, 'path'>): string =>
  join(dirname(path), lockName(basename(path)));

/** @throws {UserError} when a contract has no proof that holds */
export function demandProof({ shown, proof, proof_problem }: LoadedContract): void {
  if (proof) return;
  throw new UserError(
    `${shown}: is not proven: ${proof_problem ?? `there is no ${lockName(basename(shown))} beside it`}`,
    `Prove it: gatebench validate ${shown}`,
  );
}
