import { z } from 'zod';
import type { ReplayComparison } from '../../judge/analysis/replay/compare_replay.js';
import { runOptionsSchema } from '../study/run_options.js';

const { out, earlier, cache, way_out, search_path, repos, sandbox, unsafe, json } = runOptionsSchema.shape;

/** Options of `score --rerun`. */
export const replayOptionsSchema = z.strictObject({
  runs: z.array(z.string().min(1)).min(1).describe('run directories, or output folders'),
  contracts: z
    .array(z.string().min(1))
    .default([])
    .describe('contract files, folders or patterns; default: the paths that the records name'),
  out,
  earlier,
  ...{ cache, way_out, search_path, repos, sandbox, unsafe, json },
});
export type ReplayOptions = z.output<typeof replayOptionsSchema>;

/** Replay of one record, or the reason why there is none. */
export type ReplayOutcome = { run: string; attempt_id: string } & (
  | { refused: string }
  | ({ replayed_as: string } & ReplayComparison)
);

/** Outcome of `score --rerun`. Exit codes: 0 all the same, 1 any differs, 3 any undecided or refused, 130 interrupted. */
export interface ReplaysOutcome {
  exit_code: 0 | 1 | 3 | 130;
  replays: ReplayOutcome[];
}
