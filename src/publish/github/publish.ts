import type { Conclusion } from '../report/conclusion.js';
import { acceptPage, reconsiderPage, unaskedPage } from './accept_page.js';
import type { Annotation } from './annotations.js';
import {
  ANNOTATIONS_LIMIT,
  type CheckConclusion,
  type CheckOutput,
  type CheckRun,
  completeCheckRun,
  openCheckRun,
} from './check_run.js';
import type { GitHub } from './client.js';
import { publishComment } from './comment.js';
import type { PullRequest, RunEvent } from './event.js';
import { awaitWithGrace, withdraw } from './interruption.js';
import type { Page } from './page.js';
import type { PublishedPair } from './published_pair.js';
import { createPublishingFaults, type PublishingFaults } from './publishing_faults.js';
import { findPullRequest } from './pull_request.js';
import { appendSummary } from './summary.js';

/** What to publish where. */
export interface Publishing {
  event: RunEvent;
  /** name of the check run and key of the comment: unique among the reports on one commit */
  check_name: string;
  check_run: boolean;
  /** true: a missing pull request is a warning; auto: comment when there is one */
  comment: boolean | 'auto';
  /** GITHUB_STEP_SUMMARY, where there is one */
  summary_file?: string;
  /** unique for this run of the workflow */
  external_id: string;
  details_url?: string;
  /** pull request and commits that were evaluated, which must be what they are now; absent = no pull request */
  pair?: PublishedPair | undefined;
}

export interface Published {
  summary: 'written' | 'off' | 'failed';
  check_run: 'completed' | 'off' | 'failed';
  comment: 'created' | 'updated' | 'unchanged' | 'stale' | 'refused' | 'off' | 'failed';
  /** annotations that GitHub has accepted */
  annotations: number;
}

export interface PublishOutcome {
  /** one for each cause, those of `announce` included */
  warnings: string[];
  check_run_url: string | null;
  comment_url: string | null;
  /** why a success was not published as one; undefined = it was, or there was none */
  refused?: string | undefined;
  /** true: the results are another run's, and its pull request is closed or has another head; nothing was written to it */
  superseded?: boolean;
  published: Published;
  /** annotations that were meant for the check run and are not in it */
  unsent: readonly Annotation[];
}

/** What is known when a page is published. */
export interface PublishContext {
  /** What `announce` returned; without it a check run is created here. */
  announced?: AnnouncedCheckRun | undefined;
  faults?: PublishingFaults;
  /** Once it aborts, the check run is cancelled, and GitHub is asked and told nothing else. */
  signal?: AbortSignal;
}

/** The check run in progress; none where it is not wanted or was refused. */
export interface AnnouncedCheckRun {
  check_run?: CheckRun;
}

/**
 * Shows the check run as in progress before the attempts begin. Without permission there is none, and a warning. Never throws.
 */
export async function announce(
  github: GitHub,
  publishing: Publishing,
  faults: PublishingFaults,
): Promise<AnnouncedCheckRun> {
  if (!publishing.check_run) return {};
  const { event, check_name, external_id, details_url } = publishing;
  try {
    const order = { name: check_name, head_sha: event.sha, external_id, ...(details_url ? { details_url } : {}) };
    return { check_run: await openCheckRun(github, event.repository, order) };
  } catch (error) {
    faults.add('the check run', error, 'checks: write');
    return {};
  }
}

/**
 * Publishes a page: job summary always, check run and comment where asked and allowed. Whatever GitHub refuses or answers becomes a
 * warning that says what to do; it never changes the verdict. Never throws.
 *
 * What was evaluated is compared with what GitHub says now before each write, and once more after the check run became a success:
 * a commit can be the head of another pull request by then, and its base can have been changed.
 */
export async function publish(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  { announced, faults = createPublishingFaults(), signal }: PublishContext = {},
): Promise<PublishOutcome> {
  const outcome: PublishOutcome = {
    warnings: [],
    check_run_url: null,
    comment_url: null,
    published: { summary: 'off', check_run: 'off', comment: 'off', annotations: 0 },
    unsent: [],
  };
  const asked = signal?.aborted
    ? undefined
    : await awaitWithGrace(github, signal, acceptPage(github, publishing, page));
  // Interrupted: the check run is cancelled, which vouches for nothing, and there is no time to ask.
  const accepted = asked ?? unaskedPage(publishing, page);
  outcome.refused = accepted.refused;
  accepted.warnings.forEach(faults.warn);
  summary(publishing, accepted.page, outcome, faults);
  if (accepted.superseded) return { ...outcome, superseded: true, warnings: faults.warnings() };
  if (signal?.aborted && announced === undefined) return { ...outcome, warnings: faults.warnings() };
  const announcing = announced ?? awaitWithGrace(github, signal, announce(github, publishing, faults));
  const opened = (await announcing) ?? {};
  const conclusion = signal?.aborted ? 'cancelled' : conclusionOf(accepted.page.conclusion);
  const context = { outcome, faults };
  const sending = publishing.check_run
    ? checkRun(github, publishing, accepted.page, opened.check_run, conclusion, context)
    : Promise.resolve(accepted.page);
  const shown = (await awaitWithGrace(github, signal, sending)) ?? accepted.page;
  if (publishing.comment !== false && !signal?.aborted)
    await awaitWithGrace(github, signal, comment(github, publishing, shown, context));
  if (signal?.aborted && conclusion !== 'cancelled') {
    // Interrupted while it was published: nobody shall take the job for finished.
    const title = `interrupted: ${shown.headline}`;
    await withdraw(github, publishing, opened, { title, fault: shown.headline, conclusion: 'cancelled' }, signal);
  }
  return { ...outcome, warnings: faults.warnings() };
}

function summary({ summary_file }: Publishing, page: Page, outcome: PublishOutcome, faults: PublishingFaults): void {
  if (summary_file === undefined) return;
  outcome.published.summary = 'failed';
  try {
    if (appendSummary(summary_file, page.render('whole'))) outcome.published.summary = 'written';
    else faults.warn('The job summary was not published: the summary of this step is full (1 MiB).');
  } catch (error) {
    faults.warn(`The job summary was not published: ${(error as Error).message}`);
  }
}

/** What publishing one part adds to. */
interface Progress {
  outcome: PublishOutcome;
  faults: PublishingFaults;
}

/** Publishes the check run. Returns the page that stands. */
async function checkRun(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  check_run: CheckRun | undefined,
  conclusion: CheckConclusion,
  { outcome, faults }: Progress,
): Promise<Page> {
  outcome.published.check_run = 'failed';
  try {
    const annotations = page.annotate();
    outcome.unsent = annotations.slice(0, ANNOTATIONS_LIMIT);
    if (check_run === undefined) return page;
    outcome.check_run_url = check_run.url;
    const { repository } = publishing.event;
    const sent = await completeCheckRun(github, repository, check_run, conclusion, outputOf(page, annotations), faults);
    outcome.published.check_run = 'completed';
    outcome.published.annotations = sent;
    outcome.unsent = outcome.unsent.slice(sent);
    if (conclusion === 'success' && publishing.pair)
      return await reconsider(github, publishing, page, check_run, { outcome, faults });
  } catch (error) {
    faults.add('the check run', error, 'checks: write');
  }
  return page;
}

const outputOf = (page: Page, annotations: readonly Annotation[]): CheckOutput => ({
  title: page.headline,
  summary: page.render('brief'),
  text: page.render('whole'),
  annotations,
});

/** Takes a success back when what was evaluated is another by the time it is published. Returns the page that stands. */
async function reconsider(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  run: CheckRun,
  { outcome, faults }: Progress,
): Promise<Page> {
  const again = await reconsiderPage(github, publishing, page);
  again.warnings.forEach(faults.warn);
  if (again.refused === undefined) return page;
  outcome.refused = again.refused;
  try {
    await completeCheckRun(github, publishing.event.repository, run, 'failure', outputOf(again.page, []), faults);
  } catch (error) {
    outcome.published.check_run = 'failed';
    faults.add('the check run', error, 'checks: write');
  }
  return again.page;
}

/** A gate that cannot decide must block: `neutral` would satisfy a required check. */
function conclusionOf(conclusion: Conclusion): 'success' | 'failure' {
  return conclusion === 'success' ? 'success' : 'failure';
}

async function comment(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  { outcome, faults }: Progress,
): Promise<void> {
  const { event, check_name, pair } = publishing;
  outcome.published.comment = 'failed';
  try {
    const pull = pair?.foreign ? pullOf(pair) : await findPullRequest(github, event);
    if (pull === undefined) {
      if (publishing.comment === true)
        faults.warn('The comment was not published: this run belongs to no open pull request, or to one of several.');
      else outcome.published.comment = 'off';
      return;
    }
    const order = { number: pull.number, head_sha: event.sha, check_name, markdown: page.render('folded'), pair };
    const done = await publishComment(github, event.repository, order, faults);
    outcome.published.comment = done.kind;
    if (done.kind === 'stale')
      faults.warn(`The comment was not published: the pull request has moved on to ${done.head_sha.slice(0, 12)}.`);
    else if (done.kind === 'refused') faults.warn(`The comment was not published: ${done.because}.`);
    else outcome.comment_url = done.url;
  } catch (error) {
    faults.add('the comment', error, 'pull-requests: write');
  }
}

/** Returns the pull request of results that another run handed over: the one that their records name, and no other. */
const pullOf = ({ number, head_sha, base_sha, base_ref }: PublishedPair): PullRequest => ({
  ...{ number, head_sha, base_sha, base_ref },
  fork: true,
});
