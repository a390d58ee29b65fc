import type { Project } from '../../project/project.js';
import { rankChange } from '../../project/rank_change.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import { createCommitText } from './drafts/change_text.js';

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
