import type { Contract } from './contract_schema.js';
import { omitUndefined } from './input/omit_undefined.js';
import type { FixtureFile, OracleFile } from './loaded_contract.js';

/** Files that a contract names besides those of the oracle. */
interface VersionedFiles {
  rules?: { sha256: string };
  world?: readonly Pick<FixtureFile, 'path' | 'sha256' | 'executable' | 'link'>[];
}

const compareByPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

/**
 * Collects everything that a contract version identifies (requirement K7).
 *
 * These are repository, environment, setup, oracle, policy, budget, scoring and the task text. Title, metadata,
 * flakiness screen and the golden patch may change without making scores incomparable. The version id is the digest of
 * the canonical form of this value.
 */
export function toContractVersionContent(
  contract: Contract,
  files: readonly Pick<OracleFile, 'path' | 'sha256' | 'executable'>[],
  stubs?: { sha256: string },
  further: VersionedFiles = {},
): unknown {
  const {
    schema,
    id,
    description,
    obligations,
    snapshot,
    environment,
    setup,
    build,
    acceptance,
    model_checks,
    oracle,
    policy,
    budget,
    scoring,
    coordination,
    world,
  } = contract;
  return {
    schema,
    id,
    task: { description, obligations: obligations ?? null },
    snapshot,
    environment,
    setup,
    build,
    acceptance,
    oracle: {
      ...oracle,
      files: files.map(({ path, sha256, executable }) => ({ path, sha256, executable })).sort(compareByPath),
    },
    policy,
    ...(stubs ? { stubs: stubs.sha256 } : {}),
    budget,
    scoring,
    // Absent unless the contract sets them, so that older versions keep their ids.
    ...omitUndefined({ model_checks, coordination }),
    ...(world ? { world: { ...world, files: (further.world ?? []).map(getFileIdentity).sort(compareByPath) } } : {}),
    ...(further.rules ? { rules: further.rules.sha256 } : {}),
  };
}

const getFileIdentity = ({ path, sha256, executable, link }: NonNullable<VersionedFiles['world']>[number]) => ({
  path,
  sha256,
  executable,
  ...omitUndefined({ link }),
});
