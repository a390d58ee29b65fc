import type { OracleFile, WorldFile } from './loaded.js';
import type { Contract } from './schema.js';

/** Files that a contract names beside the oracle's. */
export interface Further {
  rules?: { sha256: string };
  world?: readonly Pick<WorldFile, 'path' | 'sha256' | 'executable' | 'link'>[];
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);

/**
 * What a contract version is made of (K7; executable contracts §2.6): repository, environment, setup, oracle, policy,
 * budget, scoring and the task text. Title, metadata, flakiness screen and the golden patch may change without making
 * scores incomparable; anything here may not. The version id is the digest of this value's canonical form.
 */
export function versioned(
  contract: Contract,
  files: readonly Pick<OracleFile, 'path' | 'sha256' | 'executable'>[],
  stubs?: { sha256: string },
  further: Further = {},
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
      files: files.map(({ path, sha256, executable }) => ({ path, sha256, executable })).sort(byPath),
    },
    policy,
    ...(stubs ? { stubs: stubs.sha256 } : {}),
    budget,
    scoring,
    // Absent where the contract says nothing of them: older versions keep their ids.
    ...(coordination ? { coordination } : {}),
    ...(world ? { world: { ...world, files: (further.world ?? []).map(identityOf).sort(byPath) } } : {}),
    ...(further.rules ? { rules: further.rules.sha256 } : {}),
  };
}

const identityOf = ({ path, sha256, executable, link }: NonNullable<Further['world']>[number]) => ({
  path,
  sha256,
  executable,
  ...(link ? { link } : {}),
});
