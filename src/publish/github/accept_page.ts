import type { GitHubClient } from './api/github_client.js';
import type { RunEvent } from './event/run_event.js';
import { addAboutToPage, createUnacceptedPage, type ReportPage } from './page/report_page.js';
import { type PairStatus, readPairStatus } from './pair/pair_status.js';
import { formatPairMarkdown, formatPairTitle, type PublishedPair } from './pair/published_pair.js';

/** Options that decide whether a page is accepted. */
interface AcceptedPublishing {
  event: Pick<RunEvent, 'repository'>;
  pair?: PublishedPair | undefined;
  check_run: boolean;
  comment: boolean | 'auto';
}

/** Page that may be published. */
interface AcceptedPage {
  page: ReportPage;
  /** reason why a success is not published as one; undefined if it is, or if there was none */
  refused?: string | undefined;
  /** true if another run's pull request is closed or has another head; nothing is written to it */
  superseded: boolean;
  warnings: string[];
}

/**
 * Compares the evaluated pair with the pull request as it is now, and returns the page that may be shown. The page
 * names the pair. A success becomes a refusal where GitHub would take it for the verdict on another pair. A failure is
 * not compared, and a run compares its own pull request only before it publishes a success.
 */
export async function acceptPage(
  github: GitHubClient,
  publishing: AcceptedPublishing,
  page: ReportPage,
): Promise<AcceptedPage> {
  const { pair, event, comment, check_run } = publishing;
  if (pair === undefined) return { page, superseded: false, warnings: [] };
  const isAsked = (check_run || comment !== false) && (satisfiesCheck(page) || pair.foreign);
  const standing: PairStatus = isAsked ? await readPairStatus(github, event.repository, pair) : { kind: 'current' };
  const superseded = pair.foreign && standing.kind === 'superseded';
  return { ...judgePage(addPairToPage(page, pair), standing, pair), superseded };
}

/** Returns the page with its pair, without a comparison; only for pages that are not published as a success. */
export const createUncheckedPage = ({ pair }: Pick<AcceptedPublishing, 'pair'>, page: ReportPage): AcceptedPage => ({
  page: pair ? addPairToPage(page, pair) : page,
  superseded: false,
  warnings: [],
});

/** Tells whether a required check takes the page for a pass. */
const satisfiesCheck = ({ conclusion, is_neutral = false }: ReportPage): boolean =>
  conclusion === 'success' || is_neutral;

/** Compares the pair once more, after the page was published as a success. */
export async function recheckPage(
  github: GitHubClient,
  { pair, event }: AcceptedPublishing,
  page: ReportPage,
): Promise<AcceptedPage> {
  const accepted = { page, superseded: false, warnings: [] };
  return pair ? judgePage(page, await readPairStatus(github, event.repository, pair), pair) : accepted;
}

function judgePage(page: ReportPage, standing: PairStatus, pair: PublishedPair): AcceptedPage {
  // That there was nothing to judge is believed only where GitHub confirms it.
  const because = getRefusal(standing, { foreign: pair.foreign || page.is_neutral === true });
  if (because === undefined) return { page, superseded: false, warnings: listUnconfirmed(standing) };
  return {
    page: createUnacceptedPage(page, because),
    refused: satisfiesCheck(page) ? because : undefined,
    superseded: false,
    warnings: [`Not accepted: ${because}`],
  };
}

const listUnconfirmed = (standing: PairStatus) =>
  standing.kind === 'unconfirmed' ? [`The pull request was not compared with what it is now. ${standing.because}`] : [];

/**
 * Returns the reason against publishing. A run trusts its event about its own pull request; about that of another run
 * it trusts only what GitHub confirms.
 */
function getRefusal(standing: PairStatus, { foreign }: Pick<PublishedPair, 'foreign'>): string | undefined {
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

/** Adds the pair to the headline, and to what every rendering is about. */
function addPairToPage(page: ReportPage, pair: PublishedPair): ReportPage {
  const headline = `${page.headline} · ${formatPairTitle(pair)}`;
  return { ...addAboutToPage(page, formatPairMarkdown(pair)), headline };
}
