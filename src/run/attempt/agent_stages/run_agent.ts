import { join } from 'node:path';
import { createGuard } from '../../../guard/create_guard.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';
import { extractPatch, type PatchExtraction } from '../../../workspace/changes/extract_patch.js';
import { rollBackWorkspace } from '../../../workspace/changes/roll_back_workspace.js';
import { createTreeReader } from '../../../workspace/changes/tree_reader.js';
import { openSettingsLayer } from '../../../workspace/settings/read_agent_settings.js';
import { openWorkspace } from '../../../workspace/workspace.js';
import type { Agent } from '../../agents/agent.js';
import { openCoordinationSession } from '../../coordination/open_coordination_session.js';
import { readNewTexts } from '../../patch_analysis/changed_file.js';
import { plantCanaries, reportCanaries } from '../../redaction/canaries.js';
import { combineRules } from '../../safety/read_rules_file.js';
import type { StopReason } from '../../stop_reason.js';
import { listSubtaskAssignments } from '../../subtask_assignment.js';
import type { ActMonitor } from '../../supervisor/acts/act_monitor.js';
import { openActMonitor } from '../../supervisor/acts/open_act_monitor.js';
import { openSupervisor } from '../../supervisor/supervisor.js';
import type { AttemptContext } from '../attempt_context.js';
import { selectModels } from '../describe_model.js';
import type { CandidatePatch } from '../evaluation/evaluate_patch.js';
import { computeVolumeBytes } from '../runner_context.js';
import { collectFixtureChanges } from '../setup/prepare_fixtures.js';
import { recordProvisioning } from '../setup/record_provisioning.js';
import { openAttemptGateway } from './attempt_gateway.js';
import { recordRecentDiffs } from './record_recent_diffs.js';
import { recordTrajectory } from './record_trajectory.js';
import { runAgentStages } from './run_agent_stages.js';
import type { StageContext } from './run_stage.js';

/** Outcome of the agent: its patch and the reason why it stopped. */
interface AgentOutcome {
  answer: CandidatePatch;
  stop: StopReason;
  /** Monitor of the agent's acts, if it had stages; programs of checks can still be reported to it. */
  acts?: ActMonitor;
}

/** Runs the agent in its own copy of the layer and takes its patch. */
export async function runAgent(agent: Agent, briefing: string, context: AttemptContext): Promise<AgentOutcome> {
  const { loaded, layer, world, run, runner, ablation } = context;
  if ('patch' in agent) {
    const trajectory = await agent.trajectory?.(loaded);
    const patch = trajectory?.patch ?? (await agent.patch(loaded));
    run.log.enterStage('extraction', trajectory ? 'patch and trajectory are given' : 'the patch is given');
    if (trajectory) recordTrajectory(trajectory, context);
    storePatch(run, patch, { files: [], tree: null, ignored: { count: 0, sample: [] } });
    return { answer: { patch, expected_tree: null }, stop: { kind: 'finished' } };
  }
  const volume_bytes = computeVolumeBytes(
    loaded,
    runner,
    ablation.has('parallelization') ? 0 : listSubtaskAssignments(loaded).length,
  );
  const { settings } = agent;
  const start = settings
    ? await recordProvisioning(run, 'layer', () => openSettingsLayer(layer, settings, runner.cache))
    : layer;
  const workspace = await recordProvisioning(run, 'workspace', () =>
    openWorkspace(start, runner.cache, runner.method, { volume_bytes }),
  );
  try {
    const trees = createTreeReader(workspace, runner.cache);
    const canaries = plantCanaries(loaded.contract, join(workspace.scratch_folder, 'canaries'));
    run.addMask(canaries.search.mask);
    const guard = createGuard(combineRules(context.rules));
    const acts = openActMonitor({
      run,
      contract: loaded.contract,
      guard,
      guarded: !ablation.has('guardrails'),
      isolated: runner.probe.isolated,
    });
    const supervisor = openSupervisor({
      run,
      contract: loaded.contract,
      signal: runner.signal,
      operators: runner.operators,
      wait: runner.wait,
      state: () => trees.take(),
      ...(run.manifest.mechanisms.profiles ? { trust_level: loaded.contract.policy.trust_level } : {}),
      restore_tree: (tree) => rollBackWorkspace(workspace, runner.cache, tree),
      acts,
    });
    const coordination = openCoordinationSession({ ...context, guard });
    const models = selectModels(agent, context.models);
    const gateway =
      models && openAttemptGateway({ models, agents: coordination.agents, loaded, run, supervisor, acts });
    const watched = agent.models !== undefined;
    const stage_context: StageContext = {
      ...context,
      briefing,
      workspace,
      supervisor,
      acts,
      watched,
      trees,
      canaries,
      coordination,
      gateway,
    };
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

function storePatch(
  run: RunDirectory,
  patch: Uint8Array,
  found: Pick<PatchExtraction, 'files' | 'ignored'> &
    Partial<Pick<PatchExtraction, 'left_out'>> & { tree: string | null },
): void {
  const kept = run.write('patch', patch);
  run.log.append('workspace_mutation', 'agent', {
    files: found.files,
    patch_sha256: sha256(kept),
    patch_bytes: kept.length,
    tree: found.tree,
    ignored: found.ignored,
    ...(found.left_out?.count ? { left_out: found.left_out } : {}),
  });
}
