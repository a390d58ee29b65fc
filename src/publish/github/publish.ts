import type { Conclusion } from '../report/conclusion.js';
import { markdown } from '../report/escape.js';
import { type AcceptedPage, acceptPage, reconsiderPage } from './accept_page.js';
import { type CheckRun, completeCheckRun, openCheckRun } from './check_run.js';
import type { GitHub } from './client.js';
import { publishComment } from './comment.js';
import type { PullRequest, RunEvent } from './event.js';
import { explain } from './fault.js';
import type { Page } from './page.js';
import type { PublishedPair } from './published_pair.js';
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
  warnings: string[];
  check_run_url: string | null;
  comment_url: string | null;
  /** why a success was not published as one; undefined = it was, or there was none */
  refused?: string | undefined;
  /** true: the results are another run's, and its pull request is closed or has another head; nothing was written to it */
  superseded?: boolean;
  published: Published;
}

/**
 * Shows the check run as in progress before the attempts begin. Without permission there is none, and a warning.
 */
export async function announce(
  github: GitHub,
  publishing: Publishing,
): Promise<{ check_run?: CheckRun; warnings: string[] }> {
  if (!publishing.check_run) return { warnings: [] };
  const { event, check_name, external_id, details_url } = publishing;
  try {
    const order = { name: check_name, head_sha: event.sha, external_id, ...(details_url ? { details_url } : {}) };
    return { check_run: await openCheckRun(github, event.repository, order), warnings: [] };
  } catch (error) {
    return { warnings: [explain(error, 'The check run', 'checks: write')] };
  }
}

/**
 * Publishes a page: job summary always, check run and comment where asked and allowed. Whatever GitHub refuses becomes a
 * warning that says what to do; it never changes the verdict. `announced` is the check run of `announce`; without it one
 * is created here.
 *
 * What was evaluated is compared with what GitHub says now before each write, and once more after the check run became a success:
 * a commit can be the head of another pull request by then, and its base can have been changed.
 */
export async function publish(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  announced?: CheckRun,
): Promise<PublishOutcome> {
  const outcome: PublishOutcome = {
    warnings: [],
    check_run_url: null,
    comment_url: null,
    published: { summary: 'off', check_run: 'off', comment: 'off', annotations: 0 },
  };
  const accepted = await acceptPage(github, publishing, page);
  take(outcome, accepted);
  await summary(publishing, accepted.page, outcome);
  if (accepted.superseded) return { ...outcome, superseded: true };
  const shown = publishing.check_run
    ? await checkRun(github, publishing, accepted.page, announced, outcome)
    : accepted.page;
  if (publishing.comment !== false) await comment(github, publishing, shown, outcome);
  return outcome;
}

/**
 * Completes an announced check run as a failure when the attempts could not be made at all, so that it does not stay in
 * progress for ever. Nothing is reported when that fails too: the fault itself is what the reader needs to see.
 */
export async function withdraw(
  github: GitHub,
  { event }: Publishing,
  announced: CheckRun | undefined,
  fault: string,
): Promise<void> {
  if (announced === undefined) return;
  const output = {
    title: 'nothing was judged',
    summary: fault.split('\n').map(markdown).join('\n\n'),
    text: '',
    annotations: [],
  };
  await completeCheckRun(github, event.repository, announced, 'failure', output).catch(() => undefined);
}

async function summary({ summary_file }: Publishing, page: Page, outcome: PublishOutcome): Promise<void> {
  if (summary_file === undefined) return;
  try {
    const written = await appendSummary(summary_file, page.render('whole'));
    outcome.published.summary = written ? 'written' : 'failed';
    if (!written) outcome.warnings.push('The job summary was not published: the summary of this step is full (1 MiB).');
  } catch (error) {
    outcome.published.summary = 'failed';
    outcome.warnings.push(`The job summary was not published: ${(error as Error).message}`);
  }
}

async function checkRun(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  announced: CheckRun | undefined,
  outcome: PublishOutcome,
): Promise<Page> {
  const opened = announced ? { check_run: announced, warnings: [] } : await announce(github, publishing);
  outcome.warnings.push(...opened.warnings);
  outcome.published.check_run = 'failed';
  if (opened.check_run === undefined) return page;
  outcome.check_run_url = opened.check_run.url;
  try {
    const done = await completeCheckRun(
      github,
      publishing.event.repository,
      opened.check_run,
      verdictOf(page.conclusion),
      {
        title: page.headline,
        summary: page.render('brief'),
        text: page.render('whole'),
        annotations: page.annotations,
      },
    );
    outcome.published.check_run = 'completed';
    if (page.conclusion === 'success' && publishing.pair)
      return await reconsider(github, publishing, page, opened.check_run, outcome);
    outcome.published.annotations = done.annotations;
    outcome.warnings.push(...done.warnings);
  } catch (error) {
    outcome.warnings.push(explain(error, 'The check run', 'checks: write'));
  }
  return page;
}

/** Takes a success back when what was evaluated is another by the time it is published. Returns the page that stands. */
async function reconsider(
  github: GitHub,
  publishing: Publishing,
  page: Page,
  run: CheckRun,
  outcome: PublishOutcome,
): Promise<Page> {
  const again = await reconsiderPage(github, publishing, page);
  if (again.refused === undefined) return page;
  take(outcome, again);
  await completeCheckRun(github, publishing.event.repository, run, 'failure', {
    title: again.page.headline,
    summary: again.page.render('brief'),
    text: again.page.render('whole'),
    annotations: [],
  });
  return again.page;
}

function take(outcome: PublishOutcome, { refused, warnings }: AcceptedPage): void {
  outcome.refused = refused;
  outcome.warnings.push(...warnings);
}

/** A gate that cannot decide must block: `neutral` would satisfy a required check. */
function verdictOf(conclusion: Conclusion): 'success' | 'failure' {
  return conclusion === 'success' ? 'success' : 'failure';
}

async function comment(github: GitHub, publishing: Publishing, page: Page, outcome: PublishOutcome): Promise<void> {
  const { event, check_name } = publishing;
  let pull: PullRequest | undefined;
  try {
    pull = publishing.pair?.foreign ? pullOf(publishing.pair) : await findPullRequest(github, event);
    if (pull === undefined) {
      if (publishing.comment === true) {
        outcome.published.comment = 'failed';
        outcome.warnings.push(
          'The comment was not published: this run belongs to no open pull request, or to one of several.',
        );
      }
      return;
    }
    const done = await publishComment(github, event.repository, {
      number: pull.number,
      head_sha: event.sha,
      key: check_name,
      markdown: page.render('folded'),
      pair: publishing.pair,
    });
    outcome.published.comment = done.kind;
    if (done.kind === 'stale') {
      outcome.warnings.push(
        `The comment was not published: the pull request has moved on to ${done.head_sha.slice(0, 12)}.`,
      );
      return;
    }
    if (done.kind === 'refused') {
      outcome.warnings.push(`The comment was not published: ${done.because}.`);
      return;
    }
    outcome.comment_url = done.url;
    outcome.warnings.push(...done.warnings);
  } catch (error) {
    outcome.published.comment = 'failed';
    outcome.warnings.push(explain(error, 'The comment', 'pull-requests: write'));
  }
}

/** Returns the pull request of results that another run handed over: the one that their records name, and no other. */
const pullOf = ({ number, head_sha, base_sha, base_ref }: PublishedPair): PullRequest => ({
  ...{ number, head_sha, base_sha, base_ref },
  fork: true,
});
