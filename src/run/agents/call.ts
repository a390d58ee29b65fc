import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution, Log } from '../../record/events.js';
import { FILES, type RunDirectory } from '../../record/run_directory.js';
import type { Command, Session } from '../sandbox/backend.js';
import { ofPart } from '../subtasks/part.js';
import type { AgentRoom } from './agent.js';
import type { Stop } from './stop.js';

/** A command that an agent wants to run. */
export interface CommandCall {
  run: string;
  /** Shell lines before it, which stand in no record. */
  prelude?: string | undefined;
  /** How it is named in the record. Default: command. */
  tool?: string;
  /** How the call is recorded. */
  arguments: unknown;
  timeout_ms?: number;
  stdin?: string;
  /** It is a build or test cycle: its exit status says whether it passed. */
  cycle?: boolean;
  /** Take the workspace's tree afterwards. */
  state?: boolean;
  /** Default: the stage's. */
  session?: Session;
  /** Sees what it prints as it comes, all of it. */
  on_output?: Command['on_output'];
  /** Whoever wants it is gone. */
  signal?: AbortSignal | undefined;
}

/** What a call needs of the room in which it is made. */
export type CallRoom = Pick<AgentRoom, 'supervisor' | 'run' | 'session' | 'environment' | 'state' | 'part'>;

export interface Made {
  execution: Execution;
  seq: number;
}

/** Makes one call of the agent, with leave of the supervisor, and records it. Undefined = it was refused or the agent stopped. */
export async function makeCall(room: CallRoom, call: CommandCall): Promise<Made | undefined> {
  const { supervisor, run } = room;
  const named = { tool: call.tool ?? 'command', arguments: call.arguments, ...ofPart(room.part) };
  if ((await supervisor.admit(named)) !== undefined) return undefined;
  const execution = await supervisor.execute(call.session ?? room.session, {
    run: call.run,
    ...(call.prelude ? { prelude: call.prelude } : {}),
    environment: room.environment,
    state: room.state,
    ...(call.timeout_ms === undefined ? {} : { timeout_ms: call.timeout_ms }),
    ...(call.stdin === undefined ? {} : { stdin: call.stdin }),
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    on_output: call.on_output,
  });
  const state = call.state ? await room.state() : undefined;
  const told = execution.cause !== 'cancelled' && execution.cause !== 'not-started';
  const { seq } = run.log.append('tool_invocation', 'agent', {
    ...named,
    execution,
    summary: `${execution.cause}${execution.exit_code === null ? '' : ` ${execution.exit_code}`}`,
    ...(state === undefined ? {} : { tree: state?.tree ?? null, manifests: state?.manifests ?? null }),
    ...(call.cycle && told ? { cycle: passed(execution) ? ('passed' as const) : ('failed' as const) } : {}),
  });
  await supervisor.settled();
  return { execution, seq };
}

export const passed = ({ cause, exit_code }: Execution) => cause === 'exit' && exit_code === 0;

/** Why the agent is over, if it is. */
export function stopOf({ supervisor, signal }: AgentRoom): Stop | undefined {
  if (supervisor.stop) return supervisor.stop;
  return signal.aborted ? { kind: 'signal', because: 'interrupted while the agent was working' } : undefined;
}

/** What a command printed, as far as it was kept. */
export function printed(log: Log, run: RunDirectory): string {
  return log.artifact ? readFileSync(join(run.path, FILES.artifacts, log.artifact), 'utf8') : log.head;
}
