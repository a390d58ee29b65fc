import { join } from 'node:path';
import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { extractPatch, type PatchExtraction } from '../../../workspace/changes/extract_patch.js';
import { rollBackWorkspace } from '../../../workspace/changes/roll_back_workspace.js';
import { createTreeReader } from '../../../workspace/changes/tree_reader.js';
import { openSettingsLayer } from '../../../workspace/settings/read_agent_settings.js';
import { openWorkspace } from '../../../workspace/workspace.js';
import type { Agent } from '../../agents/agent.js';
import { readNewTexts } from '../../patch_analysis/changed_file.js';
import { plantCanaries, reportCanaries } from '../../redaction/canaries.js';
import { listSubtaskAssignments } from '../../subtasks/subtask_assignment.js';
import type { ActMonitor } from '../../supervisor/acts/act_monitor.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import type { AttemptContext } from '../attempt_context.js';
import type { AttemptPorts, CandidatePatch } from '../attempt_ports.js';
import { selectModels } from '../attempt_spec.js';
import { computeVolumeBytes } from '../runner_context.js';
import { collectFixtureChanges } from '../setup/prepare_fixtures.js';
import { recordProvisioning } from '../setup/record_provisioning.js';
import { recordRecentDiffs } from './record_recent_diffs.js';
import { recordTrajectory } from './record_trajectory.js';
import { runAgentStages, type WorkingAgent } from './run_agent_stages.js';
import type { StageContext } from './run_stage.js';

/** Outcome of the agent: its patch and the reason why it stopped. */
interface AgentOutcome {
  answer: CandidatePatch;
  stop: StopReason;
  /** Monitor of the agent's acts, if it had stages; programs of checks can still be reported to it. */
  acts?: ActMonitor;
}

/** Runs the agent in its own copy of the layer and takes its patch. */
export async function runAgent(
  agent: Agent,
  briefing: string,
  context: AttemptContext,
  ports: AttemptPorts,
): Promise<AgentOutcome> {
  if ('patch' in agent) return takeGivenPatch(agent, context, ports);
  const { loaded, layer, world, run, runner, ablation } = context;
  const parts = ablation.has('parallelization') ? 0 : listSubtaskAssignments(loaded).length;
  const volume_bytes = computeVolumeBytes(loaded, runner, parts);
  const { settings } = agent;
  const start = settings
    ? await recordProvisioning(run, 'layer', () => openSettingsLayer(layer, settings, runner.cache))
    : layer;
  const workspace = await recordProvisioning(run, 'workspace', () =>
    openWorkspace(start, runner.cache, runner.method, { volume_bytes }),
  );
  try {
    const stage_context = openStageContext(agent, { ...context, briefing, workspace }, ports);
    const { coordination, gateway, acts, supervisor, trees, canaries } = stage_context;
    const stop = await runAgentStages(agent, stage_context)
      .finally(() => coordination.close())
      .finally(() => gateway?.close())
      .finally(() => acts.close())
      .finally(() => supervisor.close());
    run.log.enterStage('extraction');
    workspace.volume?.releaseSpareSpace();
    await collectFixtureChanges(world, run, loaded.contract.world?.audit);
    const extraction = await extractPatch(workspace, runner.cache);
    storePatch(run, extraction.patch, { ...extraction, tree: extraction.patched_tree });
    await recordRecentDiffs(run, trees, start.tree, { tree: extraction.tree, objects: extraction.call.objects });
    const contents = await readNewTexts(extraction.files, extraction.call);
    reportCanaries(canaries, [Buffer.from(extraction.patch).toString('latin1'), ...contents], run);
    return { answer: { patch: extraction.patch, expected_tree: extraction.patched_tree }, stop, acts };
  } finally {
    await workspace.dispose();
  }
}

/** Takes the patch of an agent that worked elsewhere, and records its trajectory if there is one. */
async function takeGivenPatch(
  agent: Extract<Agent, { patch: unknown }>,
  context: AttemptContext,
  ports: AttemptPorts,
): Promise<AgentOutcome> {
  const { loaded, run } = context;
  const trajectory = await agent.trajectory?.(loaded);
  const patch = trajectory?.patch ?? (await agent.patch(loaded));
  run.log.enterStage('extraction', trajectory ? 'patch and trajectory are given' : 'the patch is given');
  if (trajectory) recordTrajectory(trajectory, context, ports.guard);
  storePatch(run, patch, { files: [], tree: null, ignored: { count: 0, sample: [] } });
  return { answer: { patch, expected_tree: null }, stop: { kind: 'finished' } };
}

/** Opens what the stages of an agent share. The caller closes coordination, gateway, monitor and supervisor. */
function openStageContext(
  agent: WorkingAgent,
  context: AttemptContext & Pick<StageContext, 'briefing' | 'workspace'>,
  { guard: port, gateway: gateways, coordination: layers }: AttemptPorts,
): StageContext {
  const { loaded, run, runner, ablation, workspace } = context;
  const { contract } = loaded;
  const trees = createTreeReader(workspace, runner.cache);
  const canaries = plantCanaries(contract, join(workspace.scratch_folder, 'canaries'));
  run.addMask(canaries.search.mask);
  const guard = port.createGuard(context.rules);
  const guarded = !ablation.has('guardrails');
  const acts = port.openActMonitor({ run, contract, guard, guarded, isolated: runner.probe.isolated });
  const supervisor = port.openSupervisor({
    run,
    contract,
    signal: runner.signal,
    operators: runner.operators,
    wait: runner.wait,
    state: () => trees.take(),
    ...omitUndefined({ trust_level: run.manifest.mechanisms.profiles ? contract.policy.trust_level : undefined }),
    restore_tree: (tree) => rollBackWorkspace(workspace, runner.cache, tree),
    acts,
  });
  const coordination = layers.openCoordinationSession({ ...context, guard });
  const models = selectModels(agent, context.models);
  const { agents } = coordination;
  const gateway = models && gateways.openAttemptGateway({ models, agents, loaded, run, supervisor, acts });
  const watched = agent.models !== undefined;
  return { ...context, supervisor, acts, watched, trees, canaries, coordination, gateway };
}

function storePatch(
  run: RunDirectory,
  patch: Uint8Array,
  found: Pick<PatchExtraction, 'files' | 'ignored'> &
    Partial<Pick<PatchExtraction, 'left_out'>> & { tree: string | null },
): void {
  const artifact = run.write('patch', patch);
  run.log.append('workspace_mutation', 'agent', {
    files: found.files,
    patch_sha256: sha256(artifact),
    patch_bytes: artifact.length,
    tree: found.tree,
    ignored: found.ignored,
    ...omitUndefined({ left_out: found.left_out?.count ? found.left_out : undefined }),
  });
}
