import { getCoordinationTier } from '../../contract/coordination/coordination.js';
import { suggestName, UserError } from '../../contract/input/user_error.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { LoadedSuite } from '../../contract/suite/suite.js';
import { findContracts } from '../../run/contract_files/read_contract.js';
import { readContractFiles } from './read_contracts.js';
import { formatSuiteLocation } from './read_suite.js';

/**
 * Selects the contracts of a suite: all that its patterns find, less what the selection leaves out.
 *
 * A value of the selection that no contract has is a mistake: a typo must not shrink a suite.
 *
 * @throws {UserError} with the line of the suite
 */
export function selectContracts(loaded: LoadedSuite, cwd: string): LoadedContract[] {
  const { paths, exclude, ids, tiers, coordination_tiers, sources, kinds, strata } = loaded.suite.contracts;
  const excluded = new Set(findPatternMatches(loaded, 'contracts.exclude', exclude));
  const field = loaded.lines['contracts.paths'] === undefined ? 'contracts' : 'contracts.paths';
  const files = findPatternMatches(loaded, field, paths).filter((path) => !excluded.has(path));
  let chosen = readContractFiles(files, cwd);
  const only = <T extends string | number>(
    field: string,
    wanted: readonly T[] | undefined,
    of: ContractValueReader<T>,
  ) => {
    if (wanted === undefined) return;
    for (const one of wanted) requireKnownValue(loaded, field, one, chosen.flatMap(of));
    chosen = chosen.filter((contract) => of(contract).some((value) => wanted.includes(value)));
  };
  only('contracts.ids', ids, ({ contract }) => [contract.id]);
  only('contracts.tiers', tiers, ({ contract }) => [contract.metadata.tier]);
  only('contracts.coordination_tiers', coordination_tiers, ({ contract }) => [getCoordinationTier(contract)]);
  only('contracts.sources', sources, ({ contract }) => [contract.metadata.source]);
  only('contracts.kinds', kinds, ({ contract }) => toList(contract.metadata.kind));
  for (const [stratum, values] of Object.entries(strata ?? {})) {
    requireStratum(loaded, `contracts.strata.${stratum}`, stratum, chosen);
    only(`contracts.strata.${stratum}`, values, ({ contract }) => toList(contract.metadata.strata[stratum]));
  }
  if (chosen.length === 0)
    throw new UserError(
      `${formatSuiteLocation(loaded, 'contracts')}: the selection leaves no contract of ${files.length}`,
      'Loosen ids, tiers, coordination_tiers, sources, kinds, strata or exclude.',
    );
  for (const stratum of loaded.suite.analysis.strata) requireStratum(loaded, 'analysis.strata', stratum, chosen);
  return chosen;
}

type ContractValueReader<T> = (loaded: LoadedContract) => readonly T[];

const toList = <T>(value: T | undefined) => (value === undefined ? [] : [value]);

function findPatternMatches(loaded: LoadedSuite, field: string, patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern, i) => {
    try {
      return findContracts([pattern], loaded.folder);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        `${formatSuiteLocation(loaded, `${field}.${i}`)}: ${error.message}`,
        'Paths count from the folder of the suite file.',
      );
    }
  });
}

function requireKnownValue<T extends string | number>(
  loaded: LoadedSuite,
  field: string,
  wanted: T,
  there: readonly T[],
): void {
  if (there.includes(wanted)) return;
  const names = [...new Set(there)].map(String).sort();
  const meant = typeof wanted === 'number' ? '' : suggestName(wanted, names);
  throw new UserError(
    `${formatSuiteLocation(loaded, field)}: no contract has "${wanted}"${meant}`,
    `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`,
  );
}

/** Requires that a contract has the stratum. @throws {UserError} */
function requireStratum(
  loaded: LoadedSuite,
  field: string,
  stratum: string,
  contracts: readonly LoadedContract[],
): void {
  const names = [...new Set(contracts.flatMap(({ contract }) => Object.keys(contract.metadata.strata)))].sort();
  if (names.includes(stratum)) return;
  throw new UserError(
    `${formatSuiteLocation(loaded, field)}: no contract has a stratum "${stratum}"${suggestName(stratum, names)}`,
    names.length === 0 ? 'They have none.' : `There are: ${names.slice(0, 20).join(', ')}.`,
  );
}
