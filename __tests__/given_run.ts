import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandContext } from '../src/commands/io/command_context.js';
import { runStudy } from '../src/commands/run/run_study.js';
import { type RunOptionsInput, type RunOutcome, runOptionsSchema } from '../src/commands/study/run_options.js';
import type { Event, EventType } from '../src/record/events/event.js';
import { selectEvents } from '../src/record/events/select_events.js';
import { verifyRun } from '../src/record/storage/verify_run.js';
import type { AttemptResult } from '../src/record/verdict/attempt_result.js';
import { type GivenTask, givenShellTask } from './given_task.js';

/** One attempt as a test looks at it. */
export interface Seen {
  result: AttemptResult;
  status: string;
  vector: string;
  tags: string[];
  path: string;
  events: Event[];
  of: <T extends EventType>(type: T) => Event<T>[];
}

/** Runs an order in a folder and reads every record that it made; each must be sealed. */
export async function ran(
  folder: string,
  order: Partial<RunOptionsInput> & Pick<RunOptionsInput, 'contracts' | 'agents'>,
  signal: AbortSignal = new AbortController().signal,
  people?: CommandContext['people'],
  variable?: CommandContext['variable'],
): Promise<{ outcome: RunOutcome; attempts: Seen[]; lines: string[]; errors: string[] }> {
  const lines: string[] = [];
  const errors: string[] = [];
  const parsed = runOptionsSchema.parse({
    out: join(folder, 'out'),
    cache: join(folder, 'cache'),
    search_path: process.env.PATH ?? '',
    concurrency: 2,
    ...order,
  });
  const outcome = await runStudy(
    parsed,
    {
      log: (line) => lines.push(line),
      error: (line) => errors.push(line),
      signal,
      terminal: { columns: 100, colour: false },
      ...(people ? { people } : {}),
      variable,
    },
    folder,
  );
  return { outcome, attempts: outcome.results.map((result) => seeRun(result, parsed.out)), lines, errors };
}

/** Reads the record of a result in an output folder, which must be sealed. */
export function seeRun(result: AttemptResult, out: string): Seen {
  const path = join(out, result.run);
  const { standing, faults, events } = verifyRun(path, result.head);
  expect([standing, faults]).toEqual(['sealed', []]);
  const { verdict } = result;
  return {
    result,
    status: verdict.status,
    vector: verdict.gate_vector,
    tags: verdict.tags.map(({ id }) => id).sort(),
    path,
    events,
    of: (type) => selectEvents(events, type),
  };
}

/** All text of a record, artifacts included: for what must be nowhere in it, or somewhere. */
export const textOf = ({ path, events }: Seen): string =>
  `${events.map((event) => JSON.stringify(event)).join('\n')}\n${readFileSync(join(path, 'manifest.json'), 'utf8')}`;

/** One attempt with the exit status of its run. */
export type Attempted = Seen & { exit_code: number };

/** A function that makes one attempt at a shell task of its own, all in one room and with one cache. */
export function attemptsIn(room: string): (agent: string | { patch: string }, task?: GivenTask) => Promise<Attempted> {
  let n = 0;
  return async (agent, task = {}) => {
    const id = `t${n++}`;
    const contract = await givenShellTask(room, id, task);
    if (typeof agent !== 'string') writeFileSync(join(room, `${id}.patch`), agent.patch);
    const { outcome, attempts } = await ran(room, {
      contracts: [contract],
      agents: [typeof agent === 'string' ? agent : `patch:${join(room, `${id}.patch`)}`],
      out: join(room, 'out', id),
    });
    return { ...attempts[0]!, exit_code: outcome.exit_code };
  };
}

/** What is decided of an attempt, for one comparison. */
export const summary = ({ exit_code, status, vector, tags }: Attempted) => ({ exit_code, status, vector, tags });
