import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { RUN_FILES } from '../../../../src/record/storage/run_directory.js';
import { ran, type Seen } from '../../../given_run.js';
import { type GivenTask, givenShellTask } from '../../../given_task.js';

export interface GivenLoop {
  /** Of the upstream's script, beside its turns. */
  script?: object;
  /** Agent file; default: the agent with nothing set. */
  agent?: object;
  task?: GivenTask;
  signal?: AbortSignal;
}

/** A function that makes one attempt of the loop agent at a shell task, over a scripted model. */
export function loopsIn(room: string): (turns: object[], given?: GivenLoop) => Promise<Seen> {
  let n = 0;
  return async (turns, { script, agent, task, signal } = {}) => {
    const id = `l${n++}`;
    writeFileSync(join(room, `${id}-model.yml`), stringify({ turns, ...script }));
    if (agent) writeFileSync(join(room, `${id}-agent.yml`), stringify({ name: 'loop', ...agent }));
    const contract = await givenShellTask(room, id, task);
    const { attempts } = await ran(
      room,
      {
        contracts: [contract],
        agents: [agent ? `agent:${id}-agent.yml` : 'loop'],
        out: join(room, 'out', id),
        models: { name: 'scripted', upstreams: [`script:${id}-model.yml`] },
      },
      signal,
    );
    return attempts[0]!;
  };
}

/** What the model was told in each request that is not a copy of what it was told before. */
export const toldTo = (seen: Seen): string[] =>
  seen
    .of('prompt')
    .flatMap(({ payload }) => payload.messages)
    .filter(({ role }) => role === 'user' || role === 'tool')
    .map(({ text, artifact }) =>
      artifact ? readFileSync(join(seen.path, RUN_FILES.artifacts, artifact), 'utf8') : text,
    )
    .map((text) => (JSON.parse(text) as { content: string }).content);

/** The commands that were run for it. */
export const commandsOf = (seen: Seen) =>
  seen.of('tool_invocation').flatMap(({ payload }) => (payload.execution ? [payload.execution.command] : []));

export const endOf = (seen: Seen) => seen.of('termination')[0]!.payload;
