import { DEFAULT_WORKSPACE_ROOT } from '../../../contract/input/get_workspace_root.js';
import { createTreeReader } from '../../../workspace/changes/tree_reader.js';
import { openWorkspace, type Workspace } from '../../../workspace/workspace.js';
import { type Agent, findCoordination } from '../../agents/agent.js';
import type { StageTools } from '../../coordination/coordination_session.js';
import type { ToolFailure } from '../../coordination/operations/operation_result.js';
import { createParallelRunner, createSequentialRunner } from '../../subtasks/create_parallel_runner.js';
import { listSubtaskAssignments, type SubtaskAssignment } from '../../subtasks/subtask_assignment.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import { computeVolumeBytes } from '../runner_context.js';
import { decideProgramTracing } from '../setup/decide_program_tracing.js';
import { recordProvisioning } from '../setup/record_provisioning.js';
import { exposeCoordinationServer } from './expose_coordination_server.js';
import { type AgentStage, runStage, type StageContext, type StageOutputs } from './run_stage.js';

/** Agent that works in a workspace. */
export type WorkingAgent = Extract<Agent, { work: unknown }>;

/**
 * Runs the stages of an agent: inspect (read-only), then write and test, round by round (requirement R3).
 *
 * The patch is the state at the end of the last write stage: tests run in a view above it, and their changes are
 * deleted with the view.
 */
export async function runAgentStages(agent: WorkingAgent, base: StageContext): Promise<StopReason> {
  const { supervisor, workspace, run, runner, coordination } = base;
  const transport = findCoordination(agent, base.loaded.contract);
  const coordinated = transport !== undefined;
  const mounts = agent.mounts?.(base.loaded);
  const outputs: StageOutputs = new Map();
  const road = await decideProgramTracing(agent, base.loaded, runner);
  const { programs } = road;
  const access =
    transport &&
    transport.transport !== 'direct' &&
    (await exposeCoordinationServer(
      coordination,
      coordination.agents.slice(0, transport.agents),
      runner.probe.isolated,
    ));
  const context: StageContext = { ...base, programs, mounts, coordinated, access: access || undefined };
  const enter = (stage: AgentStage, round: number) => {
    run.log.enterStage(stage, round > 1 ? `round ${round}` : undefined);
    if (road.because !== undefined) base.acts.reportUnobservedRoad('program', road.because);
  };
  const write = createWriteStage(agent, context);
  if (agent.inspect) {
    enter('inspect', 1);
    const notes = await runStage('inspect', agent.inspect, context, outputs, 1);
    if (notes) outputs.set('GATEBENCH_NOTES', notes);
    if (supervisor.stop) return supervisor.stop;
  }
  for (let round = 1; ; round += 1) {
    const notice = supervisor.trees.takeNotice();
    if (notice)
      outputs.set('GATEBENCH_FEEDBACK', [notice, outputs.get('GATEBENCH_FEEDBACK')].filter(Boolean).join('\n\n'));
    const suspended = supervisor.writes_suspended;
    const stage = suspended ? 'inspect' : 'write';
    enter(stage, round);
    const stop = await write(stage, outputs, round);
    if (suspended) supervisor.restoreWrites();
    if (supervisor.stop) return supervisor.stop;
    const last = round >= (agent.rounds ?? 1);
    if (stop.kind !== 'finished' || !agent.test) return stop;
    // A suspended round writes nothing, so the last test result still holds.
    if (!suspended) {
      const options = { base: workspace, volume_bytes: computeVolumeBytes(base.loaded, runner) };
      const view = await recordProvisioning(run, 'workspace', () =>
        openWorkspace(workspace.layer, runner.cache, runner.method, options),
      );
      try {
        enter('test', round);
        const tested = await runStage('test', agent.test, { ...context, workspace: view }, outputs, round);
        if (tested.passed) return supervisor.stop ?? stop;
        outputs.set('GATEBENCH_FEEDBACK', tested.feedback);
      } finally {
        await view.dispose();
      }
    }
    if (runner.signal.aborted) return { kind: 'signal', because: 'interrupted while the agent was working' };
    if (supervisor.stop || last) return supervisor.stop ?? stop;
    // No view is mounted above the workspace any more.
    await supervisor.trees.runPostponed();
    if (supervisor.signal.aborted) return stop;
  }
}

/**
 * Creates the write stage: one run of the agent, or one per subtask if contract and agent split the work (requirement
 * A4).
 */
function createWriteStage(agent: WorkingAgent, context: StageContext) {
  const { loaded, ablation, workspace: home, runner, run, supervisor, coordination, trees } = context;
  const [parts, workers] = [listSubtaskAssignments(loaded), agent.workers?.(loaded)];
  if (parts.length === 0 || workers === undefined)
    return (stage: AgentStage, outputs: StageOutputs, round: number) =>
      runStage(stage, agent.work, context, outputs, round);
  const split = !ablation.has('parallelization');
  const work = split ? createParallelRunner({ home, cache: runner.cache }) : createSequentialRunner(trees);
  return async (stage: AgentStage, outputs: StageOutputs, round: number): Promise<StopReason> => {
    const act = async (part: SubtaskAssignment, workspace: Workspace): Promise<StopReason> => {
      const reader = workspace === home ? trees : createTreeReader(workspace, runner.cache);
      const access =
        context.access && (await exposeCoordinationServer(coordination, [part.agent], runner.probe.isolated));
      return runStage(
        stage,
        agent.work,
        { ...context, workspace, trees: reader, part, access, tool_users: split ? [part.agent] : undefined },
        outputs,
        round,
      );
    };
    // Agents without an assignment may use everything but files, since they have no workspace.
    const unbindTools = split ? coordination.bindTools(rejectingTools) : undefined;
    const { signal } = supervisor;
    const { cache, method } = runner;
    const volume_bytes = computeVolumeBytes(loaded, runner, parts.length);
    return work({ parts, workers, home, cache, method, volume_bytes, run, signal, act }).finally(unbindTools);
  };
}

const createRejection = (not_done: ToolFailure['not_done']): ToolFailure => ({
  not_done,
  message: 'not done: the work is split, and only the agents of its parts have a workspace',
});

/** Tools of agents without an assignment while subtasks run in parallel; they reject every call. */
const rejectingTools: StageTools = {
  workspace: DEFAULT_WORKSPACE_ROOT,
  session: () => undefined,
  run: async () => createRejection('command_failed'),
  edit: async () => createRejection('edit_failed'),
  close: async () => undefined,
};
