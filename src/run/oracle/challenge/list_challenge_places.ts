import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';
import { type ExpectationSite, findExpectationSites } from '../expectations/expectation_site.js';
import { groupBy } from './group_by.js';

/** Places of one test of the source: of a test, of one row of a table that is a test, or of no known test. */
export interface PlaceGroup {
  name: string;
  file: string;
  /** True if its wrong expectations can be told by their form. They find blind forgeries and give no strength. */
  canary: boolean;
  /** True if its test seems to have to begin to pass. */
  first: boolean;
  /** Wrong expectations of each place, best first. */
  places: ChallengeVariant[][];
  /** True if it has more places than are tried. */
  left_out: boolean;
}

/** Most places of one group. */
const MOST_PLACES = 64;
/** Most places of a group whose wrong expectations can be told by their form. */
const MOST_CANARIES = 2;
/** Wrong values of one place: one, and another to try where a test passes with the first. */
const VARIANTS = 2;
/** Largest file in bytes; longer ones are data. */
const MOST_BYTES = 2 ** 20;

/**
 * Lists the places of the hidden files at which an expectation can be made wrong.
 *
 * @param beginning names of tests that have to begin to pass
 */
export function listChallengePlaces(
  { oracle_files }: Pick<LoadedContract, 'oracle_files'>,
  beginning: readonly string[] = [],
): PlaceGroup[] {
  const texts = new Map<string, string>();
  for (const { path, content } of oracle_files) {
    const text = content.length <= MOST_BYTES ? Buffer.from(content).toString('utf8') : '';
    if (text !== '' && Buffer.from(text, 'utf8').equals(content)) texts.set(path, text);
  }
  return [...texts].flatMap(([file, text]) => {
    const otherTexts = [...texts].flatMap(([path, other]) => (path === file ? [] : [other]));
    return groupSites(file, findExpectationSites(file, text, otherTexts), beginning);
  });
}

/** Fewest runs of a calibration: base, reference twice, all at once, digits of codes, and confirmations. */
const FEWEST_RUNS = 11;

/** Estimates the runs of a calibration without surprises, those before it included. */
export const estimateCalibrationRuns = (groups: readonly PlaceGroup[]): number =>
  FEWEST_RUNS + Math.ceil(Math.log2(groups.length + 1)) + Math.max(...groups.map(({ places }) => places.length));

function groupSites(file: string, sites: readonly ExpectationSite[], beginning: readonly string[]): PlaceGroup[] {
  const groups = groupBy(sites, ({ test, place }) => (test === undefined ? `${file}:${place}` : `${file} ${test}`));
  return [...groups].map(([name, all]) => {
    const values = all.filter(({ kind }) => kind === 'value');
    const canary = values.length === 0;
    const places = [...groupBy(canary ? all : values, ({ place }) => place).values()].map((own) =>
      listVariants(file, own).slice(0, VARIANTS),
    );
    return {
      name,
      file,
      canary,
      first: isNamedTest(all[0]!.test, beginning),
      places: places.slice(0, canary ? MOST_CANARIES : MOST_PLACES),
      left_out: !canary && places.length > MOST_PLACES,
    };
  });
}

/** Lists the wrong expectations of one place: the first of each of its sites, then the second, … */
function listVariants(file: string, sites: readonly ExpectationSite[]): ChallengeVariant[] {
  const deepest = Math.max(...sites.map(({ texts }) => texts.length));
  return Array.from({ length: deepest }, (_, i) =>
    sites.flatMap(({ start, end, line, texts }) => {
      const text = texts[i];
      return text === undefined ? [] : [{ file, start, end, line, text }];
    }),
  ).flat();
}

/**
 * Tells whether a test of the source may have one of these reported names: its last title is contained in one of
 * them.
 */
function isNamedTest(test: string | undefined, names: readonly string[]): boolean {
  const title = test?.split(' > ').at(-1);
  return title !== undefined && title !== '' && names.some((name) => name.includes(title));
}
