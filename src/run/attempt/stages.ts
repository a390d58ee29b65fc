import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../record/events.js';
import type { Agent, AgentRoom } from '../agents/agent.js';
import type { Stop } from '../agents/stop.js';
import type { Desk } from '../coordination/desk.js';
import { BRIDGE } from '../coordination/mcp/bridge.js';
import type { Pausable, Supervisor } from '../monitors/supervisor.js';
import type { Session, SessionOrder } from '../sandbox/backend.js';
import { type Canaries, overheard, overheardDoors } from '../secrets/canaries.js';
import type { TreeReader } from '../workspace/tree_id.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { withWorld, worldVariable } from '../world/world.js';
import { type CoordinationDoor, openCoordinationDoor } from './coordination_door.js';
import { recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { openHands } from './hands.js';
import { agentEgress, openSession, requestPolicy } from './network.js';
import { sessionBase } from './set_up.js';

/** What is handed to an agent as files, by the variable that names the path: read-only, outside its workspace. */
const GIVEN = {
  GATEBENCH_BRIEFING: 'briefing.md',
  GATEBENCH_NOTES: 'notes.md',
  GATEBENCH_FEEDBACK: 'feedback.md',
  GATEBENCH_COORDINATION: 'coordination.md',
  GATEBENCH_MCP_BRIDGE: 'mcp-bridge.mjs',
} as const;
const PLACE = '/gatebench';

/** Where the agent's stages take place. */
export interface Floor extends Ground {
  briefing: string;
  workspace: Workspace;
  supervisor: Supervisor;
  trees: TreeReader;
  canaries: Canaries;
  desk: Desk;
  /** How the agent's commands find the desk, when they are told of it. */
  door?: CoordinationDoor | undefined;
}

/**
 * The agent's stages (R3): inspect with the workspace read-only, then write and test, round by round. Its patch is what stands at the end
 * of the last write stage: tests run on a view above it, whose changes go with the view.
 */
export async function agentStages(agent: Extract<Agent, { work: unknown }>, base: Floor): Promise<Stop> {
  const { supervisor, workspace, rooms, desk } = base;
  const given: Given = new Map([['GATEBENCH_BRIEFING', base.briefing]]);
  const door = agent.coordination && (await openCoordinationDoor(desk, agent.coordination, rooms.probe.isolated));
  if (door) given.set('GATEBENCH_COORDINATION', door.told).set('GATEBENCH_MCP_BRIDGE', BRIDGE);
  const floor = { ...base, door };
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
  const { loaded, briefing, workspace, world, run, rooms, seed, supervisor, trees, canaries, desk, door } = floor;
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
  const open = async (of: SessionOrder, policy = requestPolicy(loaded, run.manifest.mechanisms)) => {
    const egress = overheardDoors(await agentEgress(loaded, rooms, requested, policy), canaries);
    const seeing = withWorld(of, world, of.read_only === true);
    return overheard(await openSession(rooms, loaded, seeing, egress), canaries);
  };
  const session = await open(door ? { ...order, doors: door.doors } : order);
  let looking: Promise<Session> | undefined;
  const places = {
    GATEBENCH_STAGE: stage,
    GATEBENCH_ROUND: String(round),
    ...Object.fromEntries(mounts.map(({ name, to }) => [name, session.place(to)])),
    ...worldVariable(world, (inside) => session.place(inside)),
  };
  const room: AgentRoom = {
    loaded,
    briefing,
    workspace,
    session,
    run,
    supervisor,
    signal: supervisor.signal,
    desk,
    environment: { ...places, ...door?.environment },
    looking: () => (looking ??= open({ ...order, read_only: true })),
    state: () => trees.take(),
  };
  // What is run by way of the desk has no token: it is nobody's.
  const hands = openHands({ ...room, environment: places }, stage, () => open(order, desk.network));
  const leave = desk.seat(hands);
  supervisor.enter(together(() => [session, looking, hands.session()]));
  try {
    const outcome = await act(room);
    await supervisor.settled();
    return outcome;
  } finally {
    supervisor.enter(undefined);
    await leave().finally(() => Promise.all([session.close(), looking?.then((second) => second.close())]));
  }
}

/** Sessions that act side by side stand still together. One that opens meanwhile is asked for by a call that was let through before. */
function together(sessions: () => readonly (Session | Promise<Session> | undefined)[]): Pausable {
  const open = async () => (await Promise.all(sessions())).filter((session) => session !== undefined);
  return {
    async pause() {
      const all = await open();
      if (all.some((session) => !session.pause)) throw new Error('this sandbox cannot pause');
      const pauses = await Promise.allSettled(all.map((session) => session.pause?.()));
      const failed = pauses.find((pause) => pause.status === 'rejected');
      if (!failed) return;
      await Promise.all(all.map((session, i) => pauses[i]?.status === 'fulfilled' && session.resume?.()));
      throw failed.reason;
    },
    async resume() {
      await Promise.all((await open()).map((session) => session.resume?.()));
    },
  };
}

/** Writes what the agent is given into a folder of ours, and says where each file is to appear. */
function lay(given: Given, room: string): { name: string; from: string; to: string }[] {
  return [...given].map(([name, text]) => {
    const from = join(room, GIVEN[name]);
    writeFileSync(from, text, { mode: 0o644 });
    return { name, from, to: `${PLACE}/${GIVEN[name]}` };
  });
}
