import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { renderTextMarkdown } from '../report/markdown/render_markdown_report.js';
import { truncateToBytes } from '../text/truncate_to_bytes.js';
import { acceptPage, createUncheckedPage, recheckPage } from './accept_page.js';
import type { GitHubClient } from './api/github_client.js';
import { createPublishingFaults, type PublishingFaults } from './api/publishing_faults.js';
import { appendSummary } from './append_summary.js';
import {
  awaitWithGrace,
  type CheckAnnotation,
  type CheckConclusion,
  type CheckOutput,
  type CheckRun,
  completeCheckRun,
  MAX_ANNOTATIONS,
  openCheckRun,
  withdrawCheckRun,
} from './check_run/check_run.js';
import { MAX_COMMENT_BYTES, publishComment } from './comments/publish_comment.js';
import { findPullRequest, type PullRequest, type RunEvent } from './event/run_event.js';
import { createChangeLine, formatStates, keepStates, readStates } from './page/page_state.js';
import { addArtifactToPage, createUnjudgedPage, type ReportArtifact, type ReportPage } from './page/report_page.js';
import type { PublishedPair } from './pair/published_pair.js';

/** Options of a publication. */
export interface PublishingOptions {
  event: RunEvent;
  /** name of the check run and key of the comment; unique among the reports on one commit */
  check_name: string;
  check_run: boolean;
  /** true: a missing pull request is a warning; auto: comment if there is one */
  comment: boolean | 'auto';
  /**
   * Pages that begin a comment: all; those that say more than that all is well; those that did not pass. A comment that
   * stands is always kept current.
   */
  comment_on?: 'always' | 'changes' | 'failures' | undefined;
  /** file of GITHUB_STEP_SUMMARY, if there is one */
  summary_file?: string;
  /** unique for this run of the workflow */
  external_id: string;
  details_url?: string;
  /** artifact that holds the report; absent = none is known */
  artifact?: ReportArtifact | undefined;
  /** evaluated pull request and commits, which must match the current state; absent without a pull request */
  pair?: PublishedPair | undefined;
}

interface PublishedParts {
  summary: 'written' | 'off' | 'failed';
  check_run: 'completed' | 'off' | 'failed';
  comment: 'created' | 'updated' | 'unchanged' | 'stale' | 'refused' | 'off' | 'failed';
  /** number of annotations that GitHub accepted */
  annotations: number;
}

export interface PublishOutcome {
  /** one for each cause, those of `announceCheckRun` included */
  warnings: string[];
  check_run_url: string | null;
  comment_url: string | null;
  /** reason why a success was not published as one; undefined if it was, or if there was none */
  refused?: string | undefined;
  /** true if another run's pull request is closed or has another head; nothing was written to it */
  superseded?: boolean;
  published: PublishedParts;
  /** annotations that are missing from the check run */
  unsent: readonly CheckAnnotation[];
}

/** Options of the publication of one page. */
interface PublishPageOptions {
  /** Result of `announceCheckRun`; without it a check run is created here. */
  announced?: AnnouncedCheckRun | undefined;
  faults?: PublishingFaults;
  /** Once it aborts, the check run is cancelled, and no other request is made. */
  signal?: AbortSignal;
}

/** Check run in progress; absent if it is switched off or was refused. */
export interface AnnouncedCheckRun {
  check_run?: CheckRun;
}

/** Creates the check run in progress before the attempts begin. Without permission it adds a warning. Never throws. */
export async function announceCheckRun(
  github: GitHubClient,
  publishing: PublishingOptions,
  faults: PublishingFaults,
): Promise<AnnouncedCheckRun> {
  if (!publishing.check_run) return {};
  const { event, check_name, external_id, details_url } = publishing;
  try {
    const options = { name: check_name, head_sha: event.sha, external_id, ...omitUndefined({ details_url }) };
    return { check_run: await openCheckRun(github, event.repository, options) };
  } catch (error) {
    faults.add('the check run', error, 'checks: write');
    return {};
  }
}

/**
 * Publishes a page: job summary always, check run and comment where asked and allowed. Refusals of GitHub become
 * warnings with a remedy; they never change the verdict. Never throws.
 *
 * The evaluated pair is compared with GitHub's state before each write, and once more after the check run became a
 * success. By then the commit can be the head of another pull request, and its base can have changed.
 */
export async function publishPage(
  github: GitHubClient,
  publishing: PublishingOptions,
  judged: ReportPage,
  { announced, faults = createPublishingFaults(), signal }: PublishPageOptions = {},
): Promise<PublishOutcome> {
  const outcome: PublishOutcome = {
    warnings: [],
    check_run_url: null,
    comment_url: null,
    published: { summary: 'off', check_run: 'off', comment: 'off', annotations: 0 },
    unsent: [],
  };
  const page = addArtifactToPage(judged, publishing.artifact);
  const confirmed = signal?.aborted
    ? undefined
    : await awaitWithGrace(github, signal, acceptPage(github, publishing, page));
  // After an interruption the check run is cancelled, and there is no time for a comparison.
  const accepted = confirmed ?? createUncheckedPage(publishing, page);
  outcome.refused = accepted.refused;
  accepted.warnings.forEach(faults.warn);
  publishSummary(publishing, accepted.page, outcome, faults);
  if (accepted.superseded) return { ...outcome, superseded: true, warnings: faults.warnings() };
  if (signal?.aborted && announced === undefined) return { ...outcome, warnings: faults.warnings() };
  const announcing = announced ?? awaitWithGrace(github, signal, announceCheckRun(github, publishing, faults));
  const opened = (await announcing) ?? {};
  const conclusion = signal?.aborted ? 'cancelled' : toCheckConclusion(accepted.page);
  const context = { outcome, faults };
  const sending = publishing.check_run
    ? publishCheckRun(github, publishing, accepted.page, opened.check_run, conclusion, context)
    : Promise.resolve(accepted.page);
  const shown = (await awaitWithGrace(github, signal, sending)) ?? accepted.page;
  if (publishing.comment !== false && !signal?.aborted)
    await awaitWithGrace(github, signal, publishPageComment(github, publishing, shown, context));
  if (signal?.aborted && conclusion !== 'cancelled') {
    // Interrupted during the publication: the check run must not look finished.
    const title = `interrupted: ${shown.headline}`;
    await withdrawCheckRun(
      github,
      publishing,
      opened,
      { title, fault: shown.headline, conclusion: 'cancelled' },
      signal,
    );
  }
  return { ...outcome, warnings: faults.warnings() };
}

function publishSummary(
  { summary_file }: PublishingOptions,
  page: ReportPage,
  outcome: PublishOutcome,
  faults: PublishingFaults,
): void {
  if (summary_file === undefined) return;
  outcome.published.summary = 'failed';
  try {
    if (appendSummary(summary_file, page.render('whole'))) outcome.published.summary = 'written';
    else faults.warn('The job summary was not published: the summary of this step is full (1 MiB).');
  } catch (error) {
    faults.warn(`The job summary was not published: ${(error as Error).message}`);
  }
}

/** State that the parts of a publication write to. */
interface PublishProgress {
  outcome: PublishOutcome;
  faults: PublishingFaults;
}

/**
 * Publishes the check run.
 *
 * @returns the page that stands
 */
async function publishCheckRun(
  github: GitHubClient,
  publishing: PublishingOptions,
  page: ReportPage,
  check_run: CheckRun | undefined,
  conclusion: CheckConclusion,
  { outcome, faults }: PublishProgress,
): Promise<ReportPage> {
  outcome.published.check_run = 'failed';
  try {
    const annotations = page.annotate();
    outcome.unsent = annotations.slice(0, MAX_ANNOTATIONS);
    if (check_run === undefined) return page;
    outcome.check_run_url = check_run.url;
    const { repository } = publishing.event;
    const sent = await completeCheckRun(
      github,
      repository,
      check_run,
      conclusion,
      toCheckOutput(page, annotations),
      faults,
    );
    outcome.published.check_run = 'completed';
    outcome.published.annotations = sent;
    outcome.unsent = outcome.unsent.slice(sent);
    if ((conclusion === 'success' || conclusion === 'neutral') && publishing.pair)
      return await withdrawChangedSuccess(github, publishing, page, check_run, { outcome, faults });
  } catch (error) {
    faults.add('the check run', error, 'checks: write');
  }
  return page;
}

const toCheckOutput = (page: ReportPage, annotations: readonly CheckAnnotation[]): CheckOutput => ({
  title: page.headline,
  summary: page.render('brief'),
  text: page.render('rest'),
  annotations,
});

/**
 * Withdraws a success if the evaluated pair changed while it was published.
 *
 * @returns the page that stands
 */
async function withdrawChangedSuccess(
  github: GitHubClient,
  publishing: PublishingOptions,
  page: ReportPage,
  run: CheckRun,
  { outcome, faults }: PublishProgress,
): Promise<ReportPage> {
  const again = await recheckPage(github, publishing, page);
  again.warnings.forEach(faults.warn);
  if (again.refused === undefined) return page;
  outcome.refused = again.refused;
  try {
    await completeCheckRun(github, publishing.event.repository, run, 'failure', toCheckOutput(again.page, []), faults);
  } catch (error) {
    outcome.published.check_run = 'failed';
    faults.add('the check run', error, 'checks: write');
  }
  return again.page;
}

/**
 * Returns the conclusion of the check run. An undecided gate must block, and `neutral` would satisfy a required check:
 * it stands where there was nothing to judge.
 */
function toCheckConclusion({ conclusion, is_neutral = false }: ReportPage): 'success' | 'failure' | 'neutral' {
  if (is_neutral) return 'neutral';
  return conclusion === 'success' ? 'success' : 'failure';
}

async function publishPageComment(
  github: GitHubClient,
  publishing: PublishingOptions,
  page: ReportPage,
  { outcome, faults }: PublishProgress,
): Promise<void> {
  const { event, check_name, pair } = publishing;
  outcome.published.comment = 'failed';
  try {
    const pull = pair?.foreign ? toPullRequest(pair) : await findPullRequest(github, event);
    if (pull === undefined) {
      if (publishing.comment === true)
        faults.warn('The comment was not published: this run belongs to no open pull request, or to one of several.');
      else outcome.published.comment = 'off';
      return;
    }
    const options = {
      ...{ number: pull.number, head_sha: event.sha, check_name, pair },
      render: (earlier: string | undefined) => renderComment(page, event.sha, earlier),
      creates: isTold(page, publishing.comment_on),
    };
    const result = await publishComment(github, event.repository, options, faults);
    outcome.published.comment = result.kind;
    if (result.kind === 'stale')
      faults.warn(`The comment was not published: the pull request has moved on to ${result.head_sha.slice(0, 12)}.`);
    else if (result.kind === 'refused') faults.warn(`The comment was not published: ${result.because}.`);
    else if (result.kind !== 'off') outcome.comment_url = result.url;
  } catch (error) {
    faults.add('the comment', error, 'pull-requests: write');
  }
}

/**
 * Writes into a comment that stands why a later commit was not judged: an older verdict must not look like its own. A
 * verdict of the same commit stays. Begins no comment, and never throws: the first fault matters to the reader.
 */
export async function withdrawComment(
  github: GitHubClient,
  publishing: PublishingOptions,
  fault: string,
  signal?: AbortSignal,
): Promise<void> {
  const { event, check_name, details_url, pair } = publishing;
  if (publishing.comment === false || pair === undefined) return;
  const run = details_url === undefined ? '' : ` · [workflow run](${encodeURI(details_url)})`;
  const place = `<sub>commit ${event.sha.slice(0, 12)}${run}</sub>`;
  const text = `${createUnjudgedPage(fault).render('folded')}\n\n${place}`;
  const options = {
    ...{ number: pair.number, head_sha: event.sha, check_name, pair, creates: false },
    render: (earlier = '') => {
      const states = readStates(earlier);
      // Without the mark of the comment, which stands before it.
      if (states?.last.head === event.sha) return earlier.replace(/^[^\n]*\n/, '');
      return states === undefined ? text : `${text}\n${formatStates(states)}`;
    },
  };
  const writing = publishComment(github, event.repository, options, createPublishingFaults());
  // The check run and the log say the same.
  await awaitWithGrace(github, signal, writing).catch(() => undefined);
}

/** Tells whether a page begins a comment. */
const isTold = (page: ReportPage, comment_on: PublishingOptions['comment_on'] = 'always'): boolean =>
  comment_on === 'always' ||
  page.conclusion !== 'success' ||
  (page.state?.failing.length ?? 0) > 0 ||
  (comment_on === 'changes' && page.is_quiet !== true);

/** Bytes that the first line of a comment and its hidden state may take. */
const MARK_BYTES = 400;

/** Renders the text of a comment: the page with what changed since the comment that stands, then its hidden state. */
function renderComment({ state, render }: ReportPage, head: string, earlier: string | undefined): string {
  const room = MAX_COMMENT_BYTES - MARK_BYTES;
  if (state === undefined) return truncateToBytes(render('folded'), room);
  const states = earlier === undefined ? undefined : readStates(earlier);
  const line = renderTextMarkdown(createChangeLine(state, head, states));
  const hidden = formatStates(keepStates(state, head, states));
  const text = render('folded', line === '' ? {} : { since: line });
  return `${truncateToBytes(text, room - Buffer.byteLength(hidden))}\n${hidden}`;
}

/** Returns the pull request of results that another run handed over: only the one that their records name. */
const toPullRequest = ({ number, head_sha, base_sha, base_ref }: PublishedPair): PullRequest => ({
  ...{ number, head_sha, base_sha, base_ref },
  fork: true,
});
