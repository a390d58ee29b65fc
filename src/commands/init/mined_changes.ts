import type { Project } from '../../project/project.js';
import { rankChange } from '../../project/rank_change.js';
import type { CommitChange } from '../../workspace/history/read_commit.js';
import { createCommitText } from './change_text.js';

/** Changes of a history that may become contracts, and why others may not. */
export interface MinedChanges {
  /** The most promising first. */
  candidates: CommitChange[];
  /** Reason → number of commits that are not tried for it. */
  left_out: Map<string, number>;
}

/** Ranks the changes of a history; among equals the latest comes first. */
export function selectMinedChanges(changes: readonly CommitChange[], projects: readonly Project[]): MinedChanges {
  const left_out = new Map<string, number>();
  const ranked: { change: CommitChange; rank: number }[] = [];
  for (const change of changes) {
    const { title: subject, body } = createCommitText(change);
    const files = change.files.map(({ path, new_mode, added_lines, deleted_lines }) => ({
      ...{ path, deleted: new_mode === null },
      lines: (added_lines ?? 0) + (deleted_lines ?? 0),
    }));
    const ranks = projects.map((project) => rankChange({ subject, body, files }, project));
    const judged = ranks.reduce((best, one) => (getRank(one) > getRank(best) ? one : best));
    if ('rank' in judged) ranked.push({ change, rank: judged.rank });
    else {
      const reason = judged.reason.replace(/:.*$/, '');
      left_out.set(reason, (left_out.get(reason) ?? 0) + 1);
    }
  }
  return { candidates: ranked.sort((a, b) => b.rank - a.rank).map(({ change }) => change), left_out };
}

const getRank = (judged: ReturnType<typeof rankChange>): number =>
  'rank' in judged ? judged.rank : Number.NEGATIVE_INFINITY;
