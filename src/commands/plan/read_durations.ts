import { join, relative } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import type { Arm } from '../../record/planning/plan.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { findResultSources } from '../merge/find_result_sources.js';
import { parseFileLine, readFileLines } from '../merge/read_file_lines.js';
import type { StudyArm } from './study_arm.js';

/** Fields of a result line from which the duration of attempts is estimated. */
const timedResultSchema = z.object({
  contract: z.object({ id: z.string() }),
  agent: z.object({ name: z.string() }),
  ablation: z.string(),
  configuration: z.object({ model: z.string().nullable() }),
  timing: z.object({ wall_ms: z.number().min(0) }),
});
type TimedResult = z.infer<typeof timedResultSchema>;

/** Sum and number of durations by key. */
type DurationMeans = Map<string, { sum: number; n: number }>;

/**
 * Reads expected durations from results of earlier runs.
 *
 * @param names results files, or folders that hold them
 * @returns a function that returns the mean in milliseconds of the arm at the task, else of its agent, else of all
 * agents
 * @throws {UserError} with the line that is no result
 */
export function readDurations(
  names: readonly string[],
  arms: readonly Pick<StudyArm, 'arm'>[],
  cwd: string,
): (task: string, arm: string) => number | null {
  const means: DurationMeans = new Map();
  for (const timed of readTimedResults(names, cwd)) {
    const agent = [timed.contract.id, timed.agent.name];
    const keys = [[timed.contract.id], agent, [...agent, timed.ablation, timed.configuration.model]];
    for (const key of keys) addDuration(means, JSON.stringify(key), timed.timing.wall_ms);
  }
  const byId = new Map<string, Arm>(arms.map(({ arm }) => [arm.id, arm]));
  return (task, id) => {
    const { agent, ablation, model } = byId.get(id)!;
    const keys = [[task, agent, ablation, model], [task, agent], [task]];
    const duration = keys.map((key) => means.get(JSON.stringify(key))).find((mean) => mean !== undefined);
    return duration ? Math.round(duration.sum / duration.n) : null;
  };
}

function addDuration(means: DurationMeans, key: string, value: number): void {
  const mean = means.get(key) ?? { sum: 0, n: 0 };
  means.set(key, { sum: mean.sum + value, n: mean.n + 1 });
}

/** Reads the results in and below the named folders. */
function* readTimedResults(names: readonly string[], cwd: string): Generator<TimedResult> {
  if (names.length === 0) return;
  for (const { folder, results } of findResultSources(names, cwd, '')) {
    if (!results) continue;
    const path = join(folder, RESULTS_FILE);
    const shown = relative(cwd, path);
    for (const line of readFileLines(path, shown)) {
      const read = timedResultSchema.safeParse(parseFileLine(line, shown));
      if (!read.success)
        throw new UserError(
          `${shown}:${line.number}  is no result of an attempt`,
          'Leave the file out of --durations.',
        );
      yield read.data;
    }
  }
}
