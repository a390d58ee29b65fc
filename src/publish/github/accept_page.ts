import type { GitHub } from './client.js';
import type { RunEvent } from './event.js';
import type { Page } from './page.js';
import { pairPage, unacceptedPage } from './pair_page.js';
import { type PairStanding, readPairStanding } from './pair_standing.js';
import type { PublishedPair } from './published_pair.js';

/** What is to be published where, as far as it decides whether a page is accepted. */
interface AcceptedPublishing {
  event: Pick<RunEvent, 'repository'>;
  pair?: PublishedPair | undefined;
  check_run: boolean;
  comment: boolean | 'auto';
}

/** A page as it may be published. */
export interface AcceptedPage {
  page: Page;
  /** why a success is not published as one; undefined = it is, or there was none */
  refused?: string | undefined;
  /** the pull request is closed or has another head, and the results are another run's: nothing is written to it */
  superseded: boolean;
  warnings: string[];
}

/**
 * Compares the evaluated pair with what GitHub says now, and returns the page as it may be shown: with the pair that it is
 * about, and no success where that would be taken for the verdict on another pair. A failure vouches for nothing; a run asks
 * nothing before it publishes its own.
 */
export async function acceptPage(github: GitHub, publishing: AcceptedPublishing, page: Page): Promise<AcceptedPage> {
  const { pair, event, comment, check_run } = publishing;
  if (pair === undefined) return { page, superseded: false, warnings: [] };
  const isAsked = (check_run || comment !== false) && (page.conclusion === 'success' || pair.foreign);
  const standing: PairStanding = isAsked ? await readPairStanding(github, event.repository, pair) : { kind: 'current' };
  const superseded = pair.foreign && standing.kind === 'superseded';
  return { ...judgePage(pairPage(page, pair), standing, pair), superseded };
}

/** Returns the page with its pair, uncompared: only for what is not published as a success anyway. */
export const unaskedPage = ({ pair }: Pick<AcceptedPublishing, 'pair'>, page: Page): AcceptedPage => ({
  page: pair ? pairPage(page, pair) : page,
  superseded: false,
  warnings: [],
});

/** Compares once more, after the page was published as a success. */
export async function reconsiderPage(
  github: GitHub,
  { pair, event }: AcceptedPublishing,
  page: Page,
): Promise<AcceptedPage> {
  const accepted = { page, superseded: false, warnings: [] };
  return pair ? judgePage(page, await readPairStanding(github, event.repository, pair), pair) : accepted;
}

function judgePage(page: Page, standing: PairStanding, pair: PublishedPair): AcceptedPage {
  const because = refusal(standing, pair);
  if (because === undefined) return { page, superseded: false, warnings: unconfirmed(standing) };
  return {
    page: unacceptedPage(page, because),
    refused: page.conclusion === 'success' ? because : undefined,
    superseded: false,
    warnings: [`Not accepted: ${because}`],
  };
}

const unconfirmed = (standing: PairStanding) =>
  standing.kind === 'unconfirmed' ? [`The pull request was not compared with what it is now. ${standing.because}`] : [];

/** Of its own pull request a run knows from its event what it was; about another run's only what is confirmed counts. */
function refusal(standing: PairStanding, { foreign }: PublishedPair): string | undefined {
  switch (standing.kind) {
    case 'current':
      return undefined;
    case 'refused':
      return standing.because;
    case 'superseded':
    case 'unconfirmed':
      return foreign ? standing.because : undefined;
    default:
      return standing satisfies never;
  }
}
