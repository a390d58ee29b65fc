import { createReadStream, existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { UserError } from '../contract/user_error.js';
import type { Arm } from '../record/plan.js';
import { resultSchema } from '../record/result.js';
import type { OpenArm } from './plan_orders.js';

const { shape } = resultSchema;
/** What of a result line says how long an attempt takes. */
const timedSchema = z.object({
  contract: shape.contract.pick({ id: true }),
  agent: shape.agent.pick({ name: true }),
  ablation: shape.ablation,
  configuration: shape.configuration.pick({ model: true }),
  timing: shape.timing.pick({ wall_ms: true }),
});
type Timed = z.infer<typeof timedSchema>;

/** Sum and count of what was timed under one key. */
type Means = Map<string, { sum: number; n: number }>;

/**
 * How long attempts take by the results of earlier runs: the mean of this arm at this task; else of its agent, else of all agents at this task.
 *
 * @param names results files, or folders with one
 * @throws {UserError} with the line that is no result
 */
export async function readDurations(
  names: readonly string[],
  arms: readonly Pick<OpenArm, 'arm'>[],
  cwd: string,
): Promise<(task: string, arm: string) => number | null> {
  const means: Means = new Map();
  for (const name of names)
    for await (const timed of resultsIn(name, cwd)) {
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

async function* resultsIn(name: string, cwd: string): AsyncGenerator<Timed> {
  let path = resolve(cwd, name);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) path = join(path, 'results.jsonl');
  if (!existsSync(path))
    throw new UserError(
      `durations: there are no results at ${name}`,
      'Name a results.jsonl, or a folder that has one.',
    );
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++;
    if (line.trim() === '') continue;
    const read = timedSchema.safeParse(parsed(line));
    if (!read.success) throw new UserError(`${name}:${number}  is no result of an attempt`, 'Leave the file out.');
    yield read.data;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
