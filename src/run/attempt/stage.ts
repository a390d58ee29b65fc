import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderPart } from '../../contract/briefing.js';
import type { Stage } from '../../record/events.js';
import type { AgentRoom, Equipment } from '../agents/agent.js';
import type { Desk } from '../coordination/desk.js';
import { BRIDGE } from '../coordination/mcp/bridge.js';
import type { Supervisor } from '../monitors/supervisor.js';
import type { Session, SessionOrder } from '../sandbox/backend.js';
import { type Pausable, together } from '../sandbox/together.js';
import { type Canaries, overheard, overheardDoors } from '../secrets/canaries.js';
import type { Part } from '../subtasks/part.js';
import type { TreeReader } from '../workspace/tree_id.js';
import { type Workspace, workspaceOrder } from '../workspace/workspace.js';
import { withWorld, worldVariable } from '../world/world.js';
import type { AttemptGateway } from './attempt_gateway.js';
import type { CoordinationDoor } from './coordination_door.js';
import { recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { openHands } from './hands.js';
import { openModelDoor } from './model_door.js';
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

/** Where a stage of the agent takes place. */
export interface Floor extends Ground {
  briefing: string;
  workspace: Workspace;
  supervisor: Supervisor;
  trees: TreeReader;
  canaries: Canaries;
  desk: Desk;
  /** How the agent's commands find the desk, when they are told of it. */
  door?: CoordinationDoor | undefined;
  /** Where the agent's program is. */
  equipment?: Equipment | undefined;
  /** The model gateway of the attempt, where the agent asks models. */
  gateway?: AttemptGateway | undefined;
  /** The part of the task that is worked at, where the work is split. */
  part?: Part | undefined;
  /** Whose hands are on this workspace; default: everybody's. */
  seated?: readonly string[] | undefined;
}

/** What stages leave for later ones, by the variable that names it. */
export type Given = Map<keyof typeof GIVEN, string>;

/** Stages in which an agent acts. */
export type AgentStage = Extract<Stage, 'inspect' | 'write' | 'test'>;

/** One stage, or one part of it: a session of its own, in which the agent acts. */
export async function actIn<T>(
  stage: AgentStage,
  act: (room: AgentRoom) => Promise<T>,
  floor: Floor,
  given: Given,
  round: number,
): Promise<T> {
  const { loaded, workspace, world, run, rooms, seed, supervisor, trees, canaries, desk } = floor;
  const { door, gateway, part, equipment } = floor;
  const briefing = part ? floor.briefing + renderPart(part.subtask) : floor.briefing;
  const base = sessionBase(loaded, rooms, seed);
  const mounts = lay(handedOver(given, briefing, door), workspace.room);
  const order: SessionOrder = {
    ...base,
    ...workspaceOrder(workspace),
    read_only: stage === 'inspect',
    read_only_mounts: {
      ...base.read_only_mounts,
      ...Object.fromEntries((equipment?.folders ?? []).map((folder) => [folder, folder])),
      ...Object.fromEntries(mounts.map(({ from, to }) => [from, to])),
      ...canaries.mounts,
    },
    environment: { ...base.environment, ...canaries.environment, PATH: searched(base.environment.PATH, equipment) },
  };
  const { requested } = recorderOf(run);
  const open = async (of: SessionOrder, policy = requestPolicy(loaded, run.manifest.mechanisms)) => {
    const egress = overheardDoors(await agentEgress(loaded, rooms, requested, policy), canaries);
    const seeing = withWorld(of, world, of.read_only === true);
    return overheard(await openSession(rooms, loaded, seeing, egress), canaries);
  };
  const isolated = rooms.probe.isolated;
  const model =
    gateway &&
    (await openModelDoor(gateway, part?.agent ?? desk.agents[0]!, isolated, () => canaries.listen(canaries.shown)));
  const session = await open({ ...order, doors: [...(door?.doors ?? []), ...(model?.doors ?? [])] });
  let looking: Promise<Session> | undefined;
  const places = {
    GATEBENCH_STAGE: stage,
    GATEBENCH_ROUND: String(round),
    ...Object.fromEntries(mounts.map(({ name, to }) => [name, session.place(to)])),
    ...(part ? { GATEBENCH_SUBTASK: part.subtask.id } : {}),
    ...worldVariable(world, (inside) => session.place(inside)),
  };
  const room: AgentRoom = {
    loaded,
    briefing,
    part,
    workspace,
    session,
    run,
    supervisor,
    signal: supervisor.signal,
    desk,
    model: model?.access,
    environment: { ...places, ...door?.environment, ...model?.environment },
    // Without isolation both sessions have the machine's ports, where the door is open already.
    looking: () => (looking ??= open({ ...order, read_only: true, doors: isolated ? (model?.doors ?? []) : [] })),
    state: () => trees.take(),
  };
  // What is run by way of the desk has no token: it is nobody's.
  const hands = openHands({ ...room, environment: places }, stage, () => open(order, desk.network));
  const leave = desk.seat(hands, floor.seated);
  const withdraw = supervisor.enter(sessionsOf(() => [session, looking, hands.session()]));
  try {
    const outcome = await act(room);
    // What was asked and not waited for counts for this stage.
    await model?.close();
    await supervisor.settled();
    return outcome;
  } finally {
    withdraw();
    await leave().finally(() =>
      Promise.all([session.close(), looking?.then((second) => second.close()), model?.close()]),
    );
  }
}

/** The agent's own programs are found first. */
const searched = (path = '', equipment: Equipment | undefined) => [...(equipment?.path ?? []), path].join(':');

/** All sessions of a stage as one. One that opens meanwhile is asked for by a call that was let through before. */
function sessionsOf(sessions: () => readonly (Session | Promise<Session> | undefined)[]): Pausable {
  const open = async () => together((await Promise.all(sessions())).filter((session) => session !== undefined));
  return {
    pause: async () => (await open()).pause?.(),
    resume: async () => (await open()).resume?.(),
  };
}

/** What an agent finds as files: what the stages before left for it, what it is told, and how it finds the coordination layer. */
function handedOver(given: Given, briefing: string, door: CoordinationDoor | undefined): Given {
  const all: Given = new Map([...given, ['GATEBENCH_BRIEFING', briefing]]);
  return door ? all.set('GATEBENCH_COORDINATION', door.told).set('GATEBENCH_MCP_BRIDGE', BRIDGE) : all;
}

/** Writes what the agent is given into a folder of ours, and says where each file is to appear. */
function lay(given: Given, room: string): { name: string; from: string; to: string }[] {
  return [...given].map(([name, text]) => {
    const from = join(room, GIVEN[name]);
    writeFileSync(from, text, { mode: 0o644 });
    return { name, from, to: `${PLACE}/${GIVEN[name]}` };
  });
}
