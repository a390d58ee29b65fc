import type { RunDirectory } from '../../record/run_directory.js';
import type { Stop } from '../agents/stop.js';
import type { Cache } from '../workspace/cache.js';
import type { Method, Workspace } from '../workspace/workspace.js';
import type { Part } from './part.js';

/** Parts that are worked at, and what for. */
export interface Work {
  parts: readonly Part[];
  /** So many agents at a time. */
  workers: number;
  /** The workspace of the attempt: what the parts come to stands there in the end. */
  home: Workspace;
  cache: Cache;
  method: Method;
  /** Size of the volume of each part's workspace; undefined = none. */
  volume_bytes?: number | undefined;
  run: RunDirectory;
  /** Aborted when the agent's part of the attempt is over: then no further part begins. */
  signal: AbortSignal;
  /** Lets the agent work at a part in a workspace. */
  act(part: Part, workspace: Workspace): Promise<Stop>;
}

/** Works at all parts once; returns why that ended. */
export type Round = (work: Work) => Promise<Stop>;

/** What follows for the attempt from how the parts ended: the first that did not finish says it. */
export function together(stops: readonly { part: Part; stop: Stop }[]): Stop {
  const first = stops.find(({ stop }) => stop.kind !== 'finished');
  if (!first) return { kind: 'finished' };
  const { part, stop } = first;
  return 'because' in stop ? { ...stop, because: `part "${part.subtask.id}": ${stop.because}` } : stop;
}

/** Why a part cannot begin; undefined = it can. */
export function obstacleOf({ subtask }: Part, left_out: ReadonlySet<string>, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'not begun: the agent was stopped';
  const lacking = subtask.depends_on.find((id) => left_out.has(id));
  return lacking === undefined ? undefined : `not begun: it depends on "${lacking}", which is left out`;
}

/** Why a part was cut off, as far as that is to be said beside what became of its work. */
export const cutOff = (stop: Stop): string => (stop.kind === 'finished' ? '' : `cut off: ${stop.because}`);
