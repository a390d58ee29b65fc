import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { renderSubtaskBriefing } from '../../../contract/loaded_contract.js';
import { defaultBreakers } from '../../../contract/policy/policy.js';
import type { AttemptStage } from '../../../record/events/event.js';
import { createCommandLogSink } from '../../../sandbox/execution/execute_command.js';
import {
  combinePausableSessions,
  type PausableSession,
  type Session,
  type SessionOptions,
} from '../../../sandbox/sandbox_backend.js';
import { watchPrograms } from '../../../sandbox/trace/watch_programs.js';
import type { TreeReader } from '../../../workspace/changes/tree_reader.js';
import { toSessionOptions, type Workspace } from '../../../workspace/workspace.js';
import type { AgentContext, AgentMounts } from '../../agents/agent.js';
import type { CoordinationSession } from '../../coordination/coordination_session.js';
import { createFixtureVariables, mountFixtures } from '../../fixtures/fixture_environment.js';
import type { AttemptGateway } from '../../model_access/open_attempt_gateway.js';
import { type Canaries, scanForwardedPorts, scanSessionOutput } from '../../redaction/canaries.js';
import { type SubtaskAssignment, toSubtaskField } from '../../subtasks/subtask_assignment.js';
import type { ActMonitor } from '../../supervisor/acts/act_monitor.js';
import type { Supervisor } from '../../supervisor/supervisor.js';
import type { AttemptContext } from '../attempt_context.js';
import { isSessionReadOnlyByTrust } from '../attempt_spec.js';
import { createSessionOptions } from '../setup/create_session_options.js';
import { createRequestPolicy, openAgentEgress, openNetworkedSession } from '../setup/open_networked_session.js';
import { recordProvisioning } from '../setup/record_provisioning.js';
import { createStageTools } from './create_stage_tools.js';
import type { CoordinationAccess } from './expose_coordination_server.js';
import { exposeModelGateway } from './expose_model_gateway.js';

/** Files that an agent gets, by the variable that holds the path. They are read-only and outside its workspace. */
const STAGE_FILES = {
  GATEBENCH_BRIEFING: 'briefing.md',
  GATEBENCH_NOTES: 'notes.md',
  GATEBENCH_FEEDBACK: 'feedback.md',
  GATEBENCH_NOTICES: 'notices.md',
  GATEBENCH_COORDINATION: 'coordination.md',
  GATEBENCH_MCP_BRIDGE: 'mcp-bridge.mjs',
} as const;
const STAGE_FILES_FOLDER = '/gatebench';

/** Context of one stage of the agent. */
export interface StageContext extends AttemptContext {
  briefing: string;
  workspace: Workspace;
  supervisor: Supervisor;
  acts: ActMonitor;
  /** True if the agent may use models. */
  watched: boolean;
  trees: TreeReader;
  canaries: Canaries;
  coordination: CoordinationSession;
  /** True if programs that the agent's commands execute are traced. */
  programs?: boolean | undefined;
  /** True if the agent works through the coordination layer. */
  coordinated?: boolean | undefined;
  /** Access to the coordination server, for agents that are told of it. */
  access?: CoordinationAccess | undefined;
  /** Mounts of the agent's own program. */
  mounts?: AgentMounts | undefined;
  /** Model gateway of the attempt, for agents that use models. */
  gateway?: AttemptGateway | undefined;
  /** Assignment of the stage, if the work is split. */
  part?: SubtaskAssignment | undefined;
  /** Agents whose tools act on this workspace. Default: all. */
  tool_users?: readonly string[] | undefined;
}

/** Outputs of a stage for later ones, by the variable that names the file. */
export type StageOutputs = Map<keyof typeof STAGE_FILES, string>;

/** Stages in which an agent acts. */
export type AgentStage = Extract<AttemptStage, 'inspect' | 'write' | 'test'>;

/** Runs an agent stage, or one assignment of it, in its own session. */
export async function runStage<T>(
  stage: AgentStage,
  act: (agent_context: AgentContext) => Promise<T>,
  context: StageContext,
  outputs: StageOutputs,
  round: number,
): Promise<T> {
  const { loaded, workspace, run, runner, supervisor, acts, trees, canaries, coordination } = context;
  const { access, gateway, part } = context;
  const briefing = part ? context.briefing + renderSubtaskBriefing(part.subtask) : context.briefing;
  const files = collectStageFiles(context, outputs, briefing);
  const file_mounts = writeStageFiles(files, workspace.scratch_folder);
  const options = createStageOptions(stage, context, file_mounts);
  const open = createSessionOpener(context);
  const { isolated } = runner.probe;
  const seat = part?.agent ?? coordination.agents[0]!;
  const model = gateway && (await exposeModelGateway(gateway, seat, isolated, () => canaries.listen(canaries.shown)));
  // The test stage works in a view that is deleted with it.
  const isBound = stage === 'write' && isSessionReadOnlyByTrust(loaded.contract, run.manifest.mechanisms);
  const session = await open({
    ...options,
    read_only: isBound || stage === 'inspect',
    forwarded_ports: [...(access?.ports ?? []), ...(model?.ports ?? [])],
  });
  let read_only_session: Promise<Session> | undefined;
  const places = createStageVariables(stage, round, context, session, file_mounts);
  const agent_context: AgentContext = {
    loaded,
    briefing,
    part,
    workspace,
    session,
    run,
    supervisor,
    signal: supervisor.signal,
    coordination,
    seat: context.coordinated ? seat : undefined,
    model: model?.access,
    environment: { ...places, ...access?.environment, ...model?.environment },
    // Without isolation both sessions share the machine's ports, and the port is open already.
    openReadOnlySession: () =>
      (read_only_session ??= open({
        ...options,
        read_only: true,
        forwarded_ports: isolated ? (model?.ports ?? []) : [],
      })),
    state: () => trees.take(),
  };
  // Commands of the coordination layer have no token: they belong to no agent.
  const tools = createStageTools({ ...agent_context, environment: places }, stage, () =>
    open(options, coordination.network),
  );
  const unbindTools = coordination.bindTools(tools, context.tool_users);
  const leave = enterStage(context, agent_context, () => [session, read_only_session, tools.session()], file_mounts);
  try {
    const outcome = await act(agent_context);
    // Requests that nobody awaited count for this stage.
    await model?.close();
    await acts.settled();
    await supervisor.settled();
    return outcome;
  } finally {
    leave();
    await unbindTools().finally(() =>
      Promise.all([session.close(), read_only_session?.then((second) => second.close()), model?.close()]),
    );
  }
}

/** Mount of a file that an agent gets; `name` is the variable that holds its path. */
interface FileMount {
  name: keyof typeof STAGE_FILES;
  from: string;
  to: string;
}

/** Creates the options of a stage's sessions, writable unless the stage is `inspect`. */
function createStageOptions(
  stage: AgentStage,
  { loaded, workspace, runner, seed, canaries, mounts, programs = false }: StageContext,
  file_mounts: readonly FileMount[],
): SessionOptions {
  const base = createSessionOptions(loaded, runner, seed);
  return {
    ...base,
    ...toSessionOptions(workspace),
    read_only: stage === 'inspect',
    programs,
    read_only_mounts: {
      ...base.read_only_mounts,
      ...Object.fromEntries((mounts?.folders ?? []).map((folder) => [folder, folder])),
      ...Object.fromEntries(file_mounts.map(({ from, to }) => [from, to])),
      ...canaries.mounts,
    },
    environment: {
      ...base.environment,
      ...canaries.environment,
      PATH: prependProgramFolders(base.environment.PATH, mounts),
    },
  };
}

/**
 * Creates a function that opens a session of a stage: with its network and fixtures, watched for programs and canaries.
 */
function createSessionOpener({ loaded, world, run, runner, acts, canaries }: StageContext) {
  const { requested } = createCommandLogSink(run);
  const reportProgram = (argv: readonly string[], cwd?: string) =>
    acts.reportProgram({ argv, cwd }, { road: 'program', of_seq: null });
  return async (
    options: SessionOptions,
    policy = createRequestPolicy(loaded, run.manifest.mechanisms),
  ): Promise<Session> => {
    const egress = scanForwardedPorts(await openAgentEgress(loaded, runner, requested, policy), canaries);
    const mounted = mountFixtures(options, world, options.read_only === true);
    const opened = await recordProvisioning(run, 'session', () =>
      openNetworkedSession(runner, loaded, mounted, egress),
    );
    return scanSessionOutput(watchPrograms(opened, reportProgram), canaries);
  };
}

/** Creates the variables by which an agent finds its stage, files and fixtures. */
const createStageVariables = (
  stage: AgentStage,
  round: number,
  { part, world }: StageContext,
  session: Session,
  file_mounts: readonly FileMount[],
): Record<string, string> => ({
  GATEBENCH_STAGE: stage,
  GATEBENCH_ROUND: String(round),
  ...Object.fromEntries(file_mounts.map(({ name, to }) => [name, session.resolvePath(to)])),
  ...omitUndefined({ GATEBENCH_SUBTASK: part?.subtask.id }),
  ...createFixtureVariables(world, (inside) => session.resolvePath(inside)),
});

/**
 * Has monitor and supervisor watch a stage, and writes notices of rollbacks to its file.
 *
 * @returns a function that ends this
 */
function enterStage(
  { supervisor, acts, part, watched, gateway }: StageContext,
  { session, state }: Pick<AgentContext, 'session' | 'state'>,
  sessions: () => readonly (Session | Promise<Session> | undefined)[],
  file_mounts: readonly FileMount[],
): () => void {
  const leaveActMonitor = acts.enter({ ...toSubtaskField(part), root: session.root, state });
  if (watched && !gateway)
    for (const road of ['traffic', 'plan'] as const)
      acts.reportUnobservedRoad(road, 'no model gateway stands between the agent and its models');
  const leaveSupervisor = supervisor.enter(combineSessions(sessions));
  const notices = file_mounts.find(({ name }) => name === 'GATEBENCH_NOTICES')?.from;
  const stopNotices = supervisor.trees.onNotice((text) => notices && appendFileSync(notices, `${text}\n`));
  return () => {
    stopNotices();
    leaveSupervisor();
    leaveActMonitor();
  };
}

/** Puts the folders of the agent's program before those of PATH. */
const prependProgramFolders = (path = '', mounts: AgentMounts | undefined) => [...(mounts?.path ?? []), path].join(':');

/**
 * Combines the sessions of a stage for pausing. A session that opens meanwhile belongs to a call that was admitted
 * before.
 */
function combineSessions(sessions: () => readonly (Session | Promise<Session> | undefined)[]): PausableSession {
  const open = async () =>
    combinePausableSessions((await Promise.all(sessions())).filter((session) => session !== undefined));
  return {
    pause: async () => (await open()).pause?.(),
    resume: async () => (await open()).resume?.(),
  };
}

/** Collects the files of a stage: outputs of earlier stages, the briefing, notices, and the coordination layer. */
function collectStageFiles({ loaded, access }: StageContext, outputs: StageOutputs, briefing: string): StageOutputs {
  const files: StageOutputs = new Map([...outputs, ['GATEBENCH_BRIEFING', briefing]]);
  if (access) files.set('GATEBENCH_COORDINATION', access.instructions).set('GATEBENCH_MCP_BRIDGE', access.bridge);
  const { rollback = defaultBreakers.rollback } = loaded.contract.policy.breakers;
  if (rollback > 0) files.set('GATEBENCH_NOTICES', '');
  return files;
}

/** Writes the files of a stage to a folder and returns their mounts. */
function writeStageFiles(outputs: StageOutputs, folder: string): FileMount[] {
  return [...outputs].map(([name, text]) => {
    const source = join(folder, STAGE_FILES[name]);
    writeFileSync(source, text, { mode: 0o644 });
    return { name, from: source, to: `${STAGE_FILES_FOLDER}/${STAGE_FILES[name]}` };
  });
}
