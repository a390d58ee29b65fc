import type { LoadedContract } from '../../../contract/loaded_contract.js';
import { type ExpectationSite, findExpectationSites } from '../expectations/expectation_site.js';
import type { ChallengeCandidate } from './candidate_queue.js';
import type { FailureLine } from './failure_line.js';

/** Most candidates of one group. */
const MOST_PER_GROUP = 12;
/** Most candidates of one group that code could recognise, used only if there are no others. */
const MOST_MARKED = 3;
/** Number of wrong values at the place where the unchanged repository fails, before other places follow. */
const FIRST_AT_FAILURE = 3;
/** Largest file in bytes; longer ones are data. */
const MOST_BYTES = 2 ** 20;

/**
 * Lists the wrong expectations that can be tried on the hidden files, in order of preference within each group.
 *
 * Different places of a test come before different values at one place, so that every part of a test is covered. The
 * place at which the unchanged repository fails comes first: a forged test must be forged there, and can be honest
 * everywhere else.
 *
 * @param failures places where the unchanged repository fails, as far as its report tells
 * @param beginning names of tests that have to begin to pass
 */
export function listChallengeCandidates(
  { oracle_files }: Pick<LoadedContract, 'oracle_files'>,
  failures: readonly FailureLine[] = [],
  beginning: readonly string[] = [],
): ChallengeCandidate[] {
  const texts = new Map<string, string>();
  for (const { path, content } of oracle_files) {
    const text = content.length <= MOST_BYTES ? Buffer.from(content).toString('utf8') : '';
    if (text !== '' && Buffer.from(text, 'utf8').equals(content)) texts.set(path, text);
  }
  return [...texts].flatMap(([file, text]) => {
    const others = [...texts].flatMap(([path, other]) => (path === file ? [] : [other]));
    const lines = failures.flatMap((failure) => (failure.file === file ? [failure.line] : []));
    return listFileCandidates({ file, text }, findExpectationSites(file, text, others), lines, beginning);
  });
}

function listFileCandidates(
  { file, text }: { file: string; text: string },
  sites: readonly ExpectationSite[],
  failed: readonly number[],
  beginning: readonly string[],
): ChallengeCandidate[] {
  const groups = new Map<string, ExpectationSite[]>();
  for (const site of sites) {
    const group = site.test === undefined ? `${file}:${site.start}` : `${file} ${site.test}`;
    groups.set(group, [...(groups.get(group) ?? []), site]);
  }
  return [...groups].flatMap(([group, own]) => {
    const assertions = mapAssertions(own, text);
    const candidates = (of: readonly ExpectationSite[], isMarked: boolean) => {
      const places = orderByAssertion(interleaveEnds(of), assertions);
      const first = findSitesAt(failed, of, text);
      const deepest = Math.max(0, ...of.map(({ texts }) => texts.length));
      const at = (i: number) => (site: ExpectationSite) =>
        createCandidates(site, i, {
          file,
          group,
          marked: isMarked,
          at_failure: first.includes(site),
          assertion: assertions.get(site)!,
        });
      const depths = Array.from({ length: deepest }, (_, i) => i);
      const urgent = depths.slice(0, FIRST_AT_FAILURE).flatMap((i) => first.flatMap(at(i)));
      const rest = depths.flatMap((i) =>
        places.filter((site) => i >= FIRST_AT_FAILURE || !first.includes(site)).flatMap(at(i)),
      );
      return [...urgent, ...rest];
    };
    const plain = own.filter(({ kind }) => kind === 'value');
    const marked = own.filter(({ kind }) => kind === 'canary');
    const found = [
      ...candidates(plain, false).slice(0, MOST_PER_GROUP),
      ...candidates(marked, true).slice(0, MOST_MARKED),
    ];
    const places = new Set(plain.map((site) => assertions.get(site))).size;
    const isFirst = found.some(({ at_failure }) => at_failure) || isNamedTest(own[0]?.test, beginning);
    return found.map((candidate) => ({ ...candidate, places, ...(isFirst ? { first: true } : {}) }));
  });
}

/**
 * Tells whether a test of the source may have one of these reported names: its last title is contained in one of them.
 */
function isNamedTest(test: string | undefined, names: readonly string[]): boolean {
  const title = test?.split(' > ').at(-1);
  return title !== undefined && title !== '' && names.some((name) => name.includes(title));
}

function createCandidates(
  { start, end, line, texts }: ExpectationSite,
  i: number,
  known: Pick<ChallengeCandidate, 'file' | 'group' | 'marked' | 'at_failure' | 'assertion'>,
): ChallengeCandidate[] {
  const text = texts[i];
  return text === undefined ? [] : [{ ...known, start, end, line, text }];
}

/** Most lines of one assertion. */
const MOST_LINES = 8;

/** Finds the sites of the assertions that begin on these lines. One that begins further down is another assertion. */
function findSitesAt(lines: readonly number[], sites: readonly ExpectationSite[], text: string): ExpectationSite[] {
  const starts = findLineStarts(text);
  return sites.filter((site) =>
    lines.some((line) => {
      const from = starts[line - 1];
      const isNear = from !== undefined && site.line >= line && site.line - line < MOST_LINES;
      return isNear && (site.line === line || isUnclosed(text.slice(from, site.start)));
    }),
  );
}

const findLineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** Tells whether every line of a text but the last ends within brackets. */
function isUnclosed(text: string): boolean {
  let depth = 0;
  return text
    .split('\n')
    .slice(0, -1)
    .every((line) => {
      depth += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
      return depth > 0;
    });
}

/** Maps each site to the start of its assertion. Sites of one statement are forged together. */
function mapAssertions(sites: readonly ExpectationSite[], text: string): Map<ExpectationSite, number> {
  const found = new Map<ExpectationSite, number>();
  let last: ExpectationSite | undefined;
  for (const site of sites.toSorted((a, b) => a.start - b.start)) {
    const same = last && isContinued(text.slice(last.end, site.start));
    found.set(site, same ? found.get(last!)! : site.start);
    last = site;
  }
  return found;
}

/** Tells whether the text between two sites ends no statement. */
const isContinued = (between: string): boolean =>
  !between.includes(';') &&
  between.split('\n').every((line, i, lines) => {
    const next = lines[i + 1];
    return next === undefined || /(?:[,([{+|&=?:.\\]|=>)\s*$/.test(line) || /^\s*(?:[\])}.,+|&?:]|$)/.test(next);
  });

/** Orders sites so that each assertion has one before any has a second. */
function orderByAssertion(
  places: readonly ExpectationSite[],
  assertions: ReadonlyMap<ExpectationSite, number>,
): ExpectationSite[] {
  const counts = new Map<number, number>();
  const ranked = places.map((place) => {
    const assertion = assertions.get(place)!;
    const rank = counts.get(assertion) ?? 0;
    counts.set(assertion, rank + 1);
    return { place, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
}

/** Interleaves a list from both ends: first, last, second, last but one, … */
function interleaveEnds<T>(list: readonly T[]): T[] {
  return list.map((_, i) => (i % 2 === 0 ? list[i / 2]! : list[list.length - (i + 1) / 2]!));
}
