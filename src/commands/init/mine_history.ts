import { UserError } from '../../contract/input/user_error.js';
import { detectProjects } from '../../project/detection/detect_projects.js';
import type { Project } from '../../project/project.js';
import { rankChange } from '../../project/rank_change.js';
import { listCommits } from '../../workspace/history/list_commits.js';
import {
  type CommitChange,
  findCommit,
  listCommitFiles,
  readCommitTexts,
} from '../../workspace/history/read_commit.js';
import { createCommitText } from './drafts/change_text.js';
import type { InitSession } from './drafts/init_session.js';
import type { InitOptions } from './setup/init_options.js';

/** Longest history that is walked, in commits. */
export const MAX_HISTORY = 10_000;

/**
 * Walks the history and ranks its changes by the test patterns of the repository as it is today.
 * @throws {UserError} if the repository has no tests that can be run, or no such branch
 */
export async function mineHistory({ branch, since }: InitOptions, { repository }: InitSession): Promise<MinedChanges> {
  const head = await findCommit(repository, branch);
  const { projects, reasons } = detectProjects(
    await readCommitTexts(repository, await listCommitFiles(repository, head)),
  );
  if (projects.length === 0)
    throw new UserError(
      reasons.join('; ') || 'no tests were found',
      'A contract needs tests that can be run by a command.',
    );
  const changes = await listCommits(repository, { revisions: head, since, most: MAX_HISTORY });
  if (changes.length === 0 && since !== undefined) throw new UserError(`there is no commit since "${since}"`);
  const mined = selectMinedChanges(changes, projects);
  if (repository.shallow && mined.candidates.length === 0)
    throw new UserError(
      `this shallow clone holds no change that can be tried: its history has ${changes.length} commits here`,
      'Run `git fetch --unshallow` first.',
    );
  return mined;
}

/** Changes of a history that may become contracts, and why others may not. */
export interface MinedChanges {
  /** The most promising first. */
  candidates: CommitChange[];
  /** Reason → number of commits that are not tried for it. */
  left_out: Map<string, number>;
  /** True if the size of the changes is not known. */
  uncounted: boolean;
}

/** Rank that a change loses for each year that it is older than the latest, and the most that it loses for its age. */
const LOSS_PER_YEAR = 0.4;
const MAX_LOSS = 4;
const YEAR_MS = 365.25 * 24 * 3600 * 1000;

/**
 * Ranks the changes of a history. Old ones come later: what they were built and tested with is often gone, or does not
 * run with the tools of today. Among equals the latest comes first.
 */
export function selectMinedChanges(
  changes: readonly CommitChange[],
  projects: readonly Project[],
  now_ms = Date.now(),
): MinedChanges {
  const left_out = new Map<string, number>();
  const ranked: { change: CommitChange; rank: number }[] = [];
  // A clock that was wrong once must not make all others old.
  const dates_ms = changes.map(({ authored_at }) => Date.parse(authored_at)).filter((date_ms) => date_ms <= now_ms);
  const latest_ms = dates_ms.reduce((latest, date_ms) => Math.max(latest, date_ms), 0);
  for (const change of changes) {
    const { title: subject, body } = createCommitText(change);
    const files = change.files.map(({ path, new_mode, added_lines, deleted_lines }) => ({
      ...{ path, deleted: new_mode === null },
      lines: (added_lines ?? 0) + (deleted_lines ?? 0),
    }));
    const ranks = projects.map((project) => rankChange({ subject, body, files }, project));
    const judged = ranks.reduce((best, one) => (getRank(one) > getRank(best) ? one : best));
    if ('rank' in judged) ranked.push({ change, rank: judged.rank - computeAgeLoss(change, latest_ms) });
    else {
      const reason = judged.reason.replace(/:.*$/, '');
      left_out.set(reason, (left_out.get(reason) ?? 0) + 1);
    }
  }
  const candidates = ranked.sort((a, b) => b.rank - a.rank).map(({ change }) => change);
  return { candidates, left_out, uncounted: changes.some(({ uncounted }) => uncounted) };
}

function computeAgeLoss({ authored_at }: CommitChange, latest_ms: number): number {
  const age_ms = Math.max(0, latest_ms - Date.parse(authored_at));
  return Number.isNaN(age_ms) ? MAX_LOSS : Math.min(MAX_LOSS, (LOSS_PER_YEAR * age_ms) / YEAR_MS);
}

const getRank = (judged: ReturnType<typeof rankChange>): number =>
  'rank' in judged ? judged.rank : Number.NEGATIVE_INFINITY;
