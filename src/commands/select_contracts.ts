import type { LoadedContract } from '../contract/loaded.js';
import { didYouMean } from '../contract/suggest.js';
import type { LoadedSuite } from '../contract/suite.js';
import { UserError } from '../contract/user_error.js';
import { findContracts } from '../run/contracts/find.js';
import { readEach } from './read_contracts.js';
import { placeIn } from './read_suite.js';

/**
 * The contracts of a suite: all that its patterns find, less what the selection leaves out. A word of the selection that fits no contract is
 * a mistake: a typo must not become a smaller suite.
 *
 * @throws {UserError} with the line of the suite
 */
export function selectContracts(loaded: LoadedSuite, cwd: string): LoadedContract[] {
  const { paths, exclude, ids, tiers, kinds, strata } = loaded.suite.contracts;
  const excluded = new Set(found(loaded, 'contracts.exclude', exclude));
  const field = loaded.lines['contracts.paths'] === undefined ? 'contracts' : 'contracts.paths';
  const files = found(loaded, field, paths).filter((path) => !excluded.has(path));
  let chosen = readEach(files, cwd);
  const only = <T extends string | number>(field: string, wanted: readonly T[] | undefined, of: Reading<T>) => {
    if (wanted === undefined) return;
    for (const one of wanted) demandKnown(loaded, field, one, chosen.flatMap(of));
    chosen = chosen.filter((contract) => of(contract).some((value) => wanted.includes(value)));
  };
  only('contracts.ids', ids, ({ contract }) => [contract.id]);
  only('contracts.tiers', tiers, ({ contract }) => [contract.metadata.tier]);
  only('contracts.kinds', kinds, ({ contract }) => listed(contract.metadata.kind));
  for (const [stratum, values] of Object.entries(strata ?? {})) {
    demandStratum(loaded, `contracts.strata.${stratum}`, stratum, chosen);
    only(`contracts.strata.${stratum}`, values, ({ contract }) => listed(contract.metadata.strata[stratum]));
  }
  if (chosen.length === 0)
    throw new UserError(
      `${placeIn(loaded, 'contracts')}: the selection leaves no contract of ${files.length}`,
      'Loosen ids, tiers, kinds, strata or exclude.',
    );
  for (const stratum of loaded.suite.analysis.strata) demandStratum(loaded, 'analysis.strata', stratum, chosen);
  return chosen;
}

type Reading<T> = (loaded: LoadedContract) => readonly T[];

const listed = <T>(value: T | undefined) => (value === undefined ? [] : [value]);

function found(loaded: LoadedSuite, field: string, patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern, i) => {
    try {
      return findContracts([pattern], loaded.folder);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        `${placeIn(loaded, `${field}.${i}`)}: ${error.message}`,
        'Paths count from the folder of the suite file.',
      );
    }
  });
}

function demandKnown<T extends string | number>(
  loaded: LoadedSuite,
  field: string,
  wanted: T,
  there: readonly T[],
): void {
  if (there.includes(wanted)) return;
  const names = [...new Set(there)].map(String).sort();
  throw new UserError(
    `${placeIn(loaded, field)}: no contract has "${wanted}"${didYouMean(String(wanted), names)}`,
    `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`,
  );
}

/** @throws {UserError} for a stratum that no contract has */
function demandStratum(
  loaded: LoadedSuite,
  field: string,
  stratum: string,
  contracts: readonly LoadedContract[],
): void {
  const names = [...new Set(contracts.flatMap(({ contract }) => Object.keys(contract.metadata.strata)))].sort();
  if (names.includes(stratum)) return;
  throw new UserError(
    `${placeIn(loaded, field)}: no contract has a stratum "${stratum}"${didYouMean(stratum, names)}`,
    names.length === 0 ? 'They have none.' : `There are: ${names.slice(0, 20).join(', ')}.`,
  );
}
