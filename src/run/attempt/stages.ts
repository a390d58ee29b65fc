import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../record/events.js';
import type { Agent, AgentRoom } from '../agents/agent.js';
import type { Stop } from '../agents/stop.js';
import type { Supervisor } from '../monitors/supervisor.js';
import type { Session, SessionOrder } from '../sandbox/backend.js';
import { type Canaries, overheard, overheardDoors } from '../secrets/canaries.js';
import type { TreeReader } from '../workspace/tree_id.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { withWorld, worldVariable } from '../world/world.js';
import { recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { agentEgress, openSession, requestPolicy } from './network.js';
import { sessionBase } from './set_up.js';

/** What is handed to an agent as files, by the variable that names the path: read-only, outside its workspace. */
const GIVEN = {
  GATEBENCH_BRIEFING: 'briefing.md',
  GATEBENCH_NOTES: 'notes.md',
  GATEBENCH_FEEDBACK: 'feedback.md',
} as const;
const PLACE = '/gatebench';

/** Where the agent's stages take place. */
export interface Floor extends Ground {
  briefing: string;
  workspace: Workspace;
  supervisor: Supervisor;
  trees: TreeReader;
  canaries: Canaries;
}

/**
 * The agent's stages (R3): inspect with the workspace read-only, then write and test, round by round. Its patch is what stands at the end
 * of the last write stage: tests run on a view above it, whose changes go with the view.
 */
export async function agentStages(agent: Extract<Agent, { work: unknown }>, floor: Floor): Promise<Stop> {
  const { supervisor, workspace, rooms } = floor;
  const given: Given = new Map([['GATEBENCH_BRIEFING', floor.briefing]]);
  if (agent.inspect) {
    const notes = await enter('inspect', agent.inspect, floor, given);
    if (notes) given.set('GATEBENCH_NOTES', notes);
    if (supervisor.stop) return supervisor.stop;
  }
  for (let round = 1; ; round += 1) {
    const suspended = supervisor.writes_suspended;
    const stop = await enter(suspended ? 'inspect' : 'write', agent.work, floor, given, round);
    if (suspended) supervisor.restoreWrites();
    if (supervisor.stop) return supervisor.stop;
    const last = round >= (agent.rounds ?? 1);
    if (stop.kind !== 'finished' || !agent.test) return stop;
    // Nothing was written in a suspended round: what is known of the state still holds.
    if (!suspended) {
      const view = await openWorkspace(workspace.layer, rooms.cache, rooms.method, workspace);
      try {
        const tested = await enter('test', agent.test, { ...floor, workspace: view }, given, round);
        if (tested.passed) return supervisor.stop ?? stop;
        given.set('GATEBENCH_FEEDBACK', tested.feedback);
      } finally {
        await view.dispose();
      }
    }
    if (rooms.signal.aborted) return { kind: 'signal', because: 'interrupted while the agent was working' };
    if (supervisor.stop || last) return supervisor.stop ?? stop;
  }
}

type Given = Map<keyof typeof GIVEN, string>;

/** One stage: a session of its own, in which the agent acts. */
async function enter<T>(
  stage: Extract<Stage, 'inspect' | 'write' | 'test'>,
  act: (room: AgentRoom) => Promise<T>,
  floor: Floor,
  given: Given,
  round = 1,
): Promise<T> {
  const { loaded, briefing, workspace, world, run, rooms, seed, supervisor, trees, canaries } = floor;
  run.log.enter(stage, round > 1 ? `round ${round}` : undefined);
  const base = sessionBase(loaded, rooms, seed);
  const mounts = lay(given, workspace.room);
  const order: SessionOrder = {
    ...base,
    workspace: workspace.path,
    ...(workspace.holder ? { holder: workspace.holder } : {}),
    ...(workspace.upper ? { upper: workspace.upper } : {}),
    read_only: stage === 'inspect',
    read_only_mounts: {
      ...base.read_only_mounts,
      ...Object.fromEntries(mounts.map(({ from, to }) => [from, to])),
      ...canaries.mounts,
    },
    environment: { ...base.environment, ...canaries.environment },
  };
  const { requested } = recorderOf(run);
  const open = async (of: SessionOrder) => {
    const policy = requestPolicy(loaded, run.manifest.mechanisms);
    const egress = overheardDoors(await agentEgress(loaded, rooms, requested, policy), canaries);
    const seeing = withWorld(of, world, of.read_only === true);
    return overheard(await openSession(rooms, loaded, seeing, egress), canaries);
  };
  const session = await open(order);
  let looking: Promise<Session> | undefined;
  const room: AgentRoom = {
    loaded,
    briefing,
    workspace,
    session,
    run,
    supervisor,
    signal: supervisor.signal,
    environment: {
      GATEBENCH_STAGE: stage,
      GATEBENCH_ROUND: String(round),
      ...Object.fromEntries(mounts.map(({ name, to }) => [name, session.place(to)])),
      ...worldVariable(world, (inside) => session.place(inside)),
    },
    looking: () => (looking ??= open({ ...order, read_only: true })),
    state: () => trees.take(),
  };
  supervisor.enter(session);
  try {
    const outcome = await act(room);
    await supervisor.settled();
    return outcome;
  } finally {
    supervisor.enter(undefined);
    await Promise.all([session.close(), looking?.then((second) => second.close())]);
  }
}

/** Writes what the agent is given into a folder of ours, and says where each file is to appear. */
function lay(given: Given, room: string): { name: string; from: string; to: string }[] {
  return [...given].map(([name, text]) => {
    const from = join(room, GIVEN[name]);
    writeFileSync(from, text, { mode: 0o644 });
    return { name, from, to: `${PLACE}/${GIVEN[name]}` };
  });
}
