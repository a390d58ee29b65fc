import type { LoadedContract } from '../../../contract/loaded.js';
import type { ChallengeCandidate } from './calibrate.js';
import { type ExpectationSite, expectationSites } from './expectation_sites.js';

/** Candidates of one group; more are alternatives that nobody gets to. */
const MOST_PER_GROUP = 8;
/** And so many that code could recognise, for where the others are of no use. */
const MOST_MARKED = 3;
/** Longer files are data. */
const MOST_BYTES = 2 ** 20;

/**
 * Lists the wrong expectations that could be tried on the hidden files of a contract, in order of preference within each group:
 * different places of a test before different values at one place, so that no part of a test goes without.
 */
export function challengeCandidates({ oracle_files }: Pick<LoadedContract, 'oracle_files'>): ChallengeCandidate[] {
  const texts = new Map<string, string>();
  for (const { path, content } of oracle_files) {
    const text = content.length <= MOST_BYTES ? Buffer.from(content).toString('utf8') : '';
    if (text !== '' && Buffer.from(text, 'utf8').equals(content)) texts.set(path, text);
  }
  return [...texts].flatMap(([file, text]) => {
    const others = [...texts].flatMap(([path, other]) => (path === file ? [] : [other]));
    return ofFile(file, expectationSites(file, text, others));
  });
}

function ofFile(file: string, sites: readonly ExpectationSite[]): ChallengeCandidate[] {
  const groups = new Map<string, ExpectationSite[]>();
  for (const site of sites) {
    const group = site.test === undefined ? `${file}:${site.start}` : `${file} ${site.test}`;
    groups.set(group, [...(groups.get(group) ?? []), site]);
  }
  return [...groups].flatMap(([group, own]) => {
    const candidates = (sites: readonly ExpectationSite[]) => {
      const places = fromBothEnds(sites);
      const deepest = Math.max(0, ...sites.map(({ texts }) => texts.length));
      return Array.from({ length: deepest }, (_, i) =>
        places.flatMap(({ start, end, line, texts, kind }): ChallengeCandidate[] => {
          const text = texts[i];
          return text === undefined ? [] : [{ file, start, end, line, text, group, marked: isMarked(kind, text) }];
        }),
      ).flat();
    };
    const plain = own.filter(({ kind, texts }) => !isMarked(kind, texts[0] ?? ''));
    const marked = own.filter((site) => !plain.includes(site));
    return [...candidates(plain).slice(0, MOST_PER_GROUP), ...candidates(marked).slice(0, MOST_MARKED)];
  });
}

/** Whether another assertion is called, which code that replaces assertions could tell: an operator before a value it cannot. */
const isMarked = (kind: ExpectationSite['kind'], text: string): boolean =>
  kind === 'negation' && !/^\s*(!|not\b|\(|[=!<>]=)/.test(text);

/** The first, the last, the second, the last but one, … */
function fromBothEnds<T>(list: readonly T[]): T[] {
  return list.map((_, i) => (i % 2 === 0 ? list[i / 2]! : list[list.length - (i + 1) / 2]!));
}
