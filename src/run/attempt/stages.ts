import type { Agent } from '../agents/agent.js';
import type { Stop } from '../agents/stop.js';
import { apart } from '../subtasks/apart.js';
import { handsOfNobody } from '../subtasks/hands_of_nobody.js';
import { inTurn } from '../subtasks/in_turn.js';
import { type Part, partsOf } from '../subtasks/part.js';
import { treeReader } from '../workspace/tree_id.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';
import { openCoordinationDoor } from './coordination_door.js';
import { volumeBytes } from './rooms.js';
import { type AgentStage, actIn, type Floor, type Given } from './stage.js';

type WorkingAgent = Extract<Agent, { work: unknown }>;

/**
 * The agent's stages (R3): inspect with the workspace read-only, then write and test, round by round. Its patch is what stands at the end
 * of the last write stage: tests run on a view above it, whose changes go with the view.
 */
export async function agentStages(agent: WorkingAgent, base: Floor): Promise<Stop> {
  const { supervisor, workspace, run, rooms, desk } = base;
  const { coordination } = agent;
  const equipment = agent.equipment?.(base.loaded);
  const given: Given = new Map();
  const floor = coordination
    ? {
        ...base,
        equipment,
        door: await openCoordinationDoor(desk, desk.agents.slice(0, coordination.agents), rooms.probe.isolated),
      }
    : { ...base, equipment };
  const enter = (stage: AgentStage, round: number) => run.log.enter(stage, round > 1 ? `round ${round}` : undefined);
  const write = writing(agent, floor);
  if (agent.inspect) {
    enter('inspect', 1);
    const notes = await actIn('inspect', agent.inspect, floor, given, 1);
    if (notes) given.set('GATEBENCH_NOTES', notes);
    if (supervisor.stop) return supervisor.stop;
  }
  for (let round = 1; ; round += 1) {
    const suspended = supervisor.writes_suspended;
    const stage = suspended ? 'inspect' : 'write';
    enter(stage, round);
    const stop = await write(stage, given, round);
    if (suspended) supervisor.restoreWrites();
    if (supervisor.stop) return supervisor.stop;
    const last = round >= (agent.rounds ?? 1);
    if (stop.kind !== 'finished' || !agent.test) return stop;
    // Nothing was written in a suspended round: what is known of the state still holds.
    if (!suspended) {
      const view = await openWorkspace(workspace.layer, rooms.cache, rooms.method, {
        beneath: workspace,
        volume_bytes: volumeBytes(base.loaded, rooms),
      });
      try {
        enter('test', round);
        const tested = await actIn('test', agent.test, { ...floor, workspace: view }, given, round);
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

/** How the agent writes, round by round: as one, or split where contract and agent have parts for it (A4). */
function writing(agent: WorkingAgent, floor: Floor) {
  const { loaded, ablation, workspace: home, rooms, run, supervisor, desk, trees } = floor;
  const [parts, workers] = [partsOf(loaded), agent.workers?.(loaded)];
  if (parts.length === 0 || workers === undefined)
    return (stage: AgentStage, given: Given, round: number) => actIn(stage, agent.work, floor, given, round);
  const split = !ablation.has('parallelization');
  const work = split ? apart({ home, cache: rooms.cache }) : inTurn(trees);
  return async (stage: AgentStage, given: Given, round: number): Promise<Stop> => {
    const act = async (part: Part, workspace: Workspace): Promise<Stop> => {
      const own = workspace === home ? trees : treeReader(workspace, rooms.cache);
      const door = agent.coordination && (await openCoordinationDoor(desk, [part.agent], rooms.probe.isolated));
      return actIn(
        stage,
        agent.work,
        { ...floor, workspace, trees: own, part, door, seated: split ? [part.agent] : undefined },
        given,
        round,
      );
    };
    // Agents of no part take part in everything but work on files: there is no workspace that is theirs.
    const leave = split ? desk.seat(handsOfNobody) : undefined;
    const { signal } = supervisor;
    const { cache, method } = rooms;
    const volume_bytes = volumeBytes(loaded, rooms, parts.length);
    return work({ parts, workers, home, cache, method, volume_bytes, run, signal, act }).finally(leave);
  };
}
