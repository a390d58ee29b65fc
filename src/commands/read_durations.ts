import { join, relative } from 'node:path';
import { z } from 'zod';
import { UserError } from '../contract/user_error.js';
import type { Arm } from '../record/plan.js';
import { findSources, RESULTS_FILE } from './merge_find.js';
import { linesOf, parseLine } from './merge_lines.js';
import type { OpenArm } from './plan_orders.js';

/** What of a result line says how long an attempt takes. */
const timedSchema = z.object({
  contract: z.object({ id: z.string() }),
  agent: z.object({ name: z.string() }),
  ablation: z.string(),
  configuration: z.object({ model: z.string().nullable() }),
  timing: z.object({ wall_ms: z.number().min(0) }),
});
type Timed = z.infer<typeof timedSchema>;

/** Sum and count of what was timed under one key. */
type Means = Map<string, { sum: number; n: number }>;

/**
 * How long attempts take by the results of earlier runs: the mean of this arm at this task; else of its agent, else of all agents at this task.
 *
 * @param names results files, or folders that hold them
 * @throws {UserError} with the line that is no result
 */
export function readDurations(
  names: readonly string[],
  arms: readonly Pick<OpenArm, 'arm'>[],
  cwd: string,
): (task: string, arm: string) => number | null {
  const means: Means = new Map();
  for (const timed of resultsIn(names, cwd)) {
    const agent = [timed.contract.id, timed.agent.name];
    const keys = [[timed.contract.id], agent, [...agent, timed.ablation, timed.configuration.model]];
    for (const key of keys) add(means, JSON.stringify(key), timed.timing.wall_ms);
  }
  const byId = new Map<string, Arm>(arms.map(({ arm }) => [arm.id, arm]));
  return (task, id) => {
    const { agent, ablation, model } = byId.get(id)!;
    const keys = [[task, agent, ablation, model], [task, agent], [task]];
    const found = keys.map((key) => means.get(JSON.stringify(key))).find((mean) => mean !== undefined);
    return found ? Math.round(found.sum / found.n) : null;
  };
}

function add(means: Means, key: string, value: number): void {
  const mean = means.get(key) ?? { sum: 0, n: 0 };
  means.set(key, { sum: mean.sum + value, n: mean.n + 1 });
}

/** Results in and below the named folders, however artifacts were unpacked. */
function* resultsIn(names: readonly string[], cwd: string): Generator<Timed> {
  if (names.length === 0) return;
  for (const { folder, results } of findSources(names, cwd, '')) {
    if (!results) continue;
    const path = join(folder, RESULTS_FILE);
    const shown = relative(cwd, path);
    for (const line of linesOf(path, shown)) {
      const read = timedSchema.safeParse(parseLine(line, shown));
      if (!read.success)
        throw new UserError(
          `${shown}:${line.number}  is no result of an attempt`,
          'Leave the file out of --durations.',
        );
      yield read.data;
    }
  }
}
