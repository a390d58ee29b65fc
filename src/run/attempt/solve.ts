import { join } from 'node:path';
import { sha256 } from '../../record/canonical.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Agent } from '../agents/agent.js';
import type { Stop } from '../agents/stop.js';
import { openDesk } from '../coordination/open_desk.js';
import { openSupervisor } from '../monitors/supervisor.js';
import { newTexts } from '../patch_facts/changed_files.js';
import { plantCanaries, reportCanaries } from '../secrets/canaries.js';
import { partsOf } from '../subtasks/part.js';
import { type Extraction, extractPatch } from '../workspace/extract.js';
import { treeReader } from '../workspace/tree_id.js';
import { openWorkspace } from '../workspace/workspace.js';
import { openAttemptGateway } from './attempt_gateway.js';
import type { Answer } from './evaluate.js';
import type { Ground } from './ground.js';
import { modelsFor } from './model_identity.js';
import { leaveWorld } from './prepare_world.js';
import { volumeBytes } from './rooms.js';
import { agentStages } from './stages.js';

export interface Solution {
  answer: Answer;
  stop: Stop;
}

/** The agent's stages: it works in its own copy of the layer, then its patch is taken (design §3, steps 4 and 5). */
export async function solve(agent: Agent, briefing: string, ground: Ground): Promise<Solution> {
  const { loaded, layer, world, run, rooms, ablation } = ground;
  if ('patch' in agent) {
    const patch = await agent.patch(loaded);
    run.log.enter('extraction', 'the patch is given');
    keepPatch(run, patch, { files: [], tree: null, ignored: { count: 0, sample: [] } });
    return { answer: { patch, expected_tree: null }, stop: { kind: 'finished' } };
  }
  const workspace = await openWorkspace(layer, rooms.cache, rooms.method, {
    volume_bytes: volumeBytes(loaded, rooms, ablation.has('parallelization') ? 0 : partsOf(loaded).length),
  });
  try {
    const trees = treeReader(workspace, rooms.cache);
    const canaries = plantCanaries(loaded.contract, join(workspace.room, 'canaries'));
    run.hide(canaries.search.mask);
    const supervisor = openSupervisor({
      run,
      contract: loaded.contract,
      signal: rooms.signal,
      operators: rooms.operators,
      wait: rooms.wait,
      state: () => trees.take(),
    });
    const desk = openDesk(ground);
    const models = modelsFor(agent, ground.models);
    const gateway = models && openAttemptGateway({ models, agents: desk.agents, loaded, run, supervisor });
    const floor = { ...ground, briefing, workspace, supervisor, trees, canaries, desk, gateway };
    const stop = await agentStages(agent, floor)
      .finally(() => desk.close())
      .finally(() => gateway?.close())
      .finally(() => supervisor.close());
    run.log.enter('extraction');
    workspace.volume?.makeRoom();
    await leaveWorld(world, run, loaded.contract.world?.audit);
    const extraction = await extractPatch(workspace, rooms.cache);
    keepPatch(run, extraction.patch, extraction);
    const contents = await newTexts(extraction.files, extraction.call);
    reportCanaries(canaries, [Buffer.from(extraction.patch).toString('latin1'), ...contents], run);
    return { answer: { patch: extraction.patch, expected_tree: extraction.tree }, stop };
  } finally {
    await workspace.dispose();
  }
}

function keepPatch(
  run: RunDirectory,
  patch: Uint8Array,
  found: Pick<Extraction, 'files' | 'ignored'> & Partial<Pick<Extraction, 'left_out'>> & { tree: string | null },
): void {
  run.write('patch', patch);
  const kept = run.masked(patch);
  run.log.append('workspace_mutation', 'agent', {
    files: found.files,
    patch_sha256: sha256(kept),
    patch_bytes: kept.length,
    tree: found.tree,
    ignored: found.ignored,
    ...(found.left_out?.count ? { left_out: found.left_out } : {}),
  });
}
