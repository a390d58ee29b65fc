import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import { sha256 } from '../../record/canonical.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Agent, AgentRoom, Stop } from '../agents/agent.js';
import { BRIEFING_PATH } from '../agents/command.js';
import { extractPatch } from '../workspace/extract.js';
import type { Layer } from '../workspace/layer.js';
import { openWorkspace } from '../workspace/workspace.js';
import type { Answer } from './evaluate.js';
import type { Rooms } from './rooms.js';
import { sessionBase } from './set_up.js';

export interface Solution {
  answer: Answer;
  stop: Stop;
}

/** The agent's stages: it works in its own copy of the layer, then its patch is taken (design §3, steps 4 and 5). */
export async function solve(
  agent: Agent,
  loaded: LoadedContract,
  briefing: string,
  layer: Layer,
  run: RunDirectory,
  rooms: Rooms,
  seed: number,
): Promise<Solution> {
  if ('patch' in agent) {
    const patch = await agent.patch(loaded);
    run.log.enter('extraction', 'the patch is given');
    keepPatch(run, patch, { files: [], tree: null, ignored: { count: 0, sample: [] } });
    return { answer: { patch, expected_tree: null }, stop: { kind: 'finished' } };
  }
  const workspace = await openWorkspace(layer, rooms.cache, rooms.method);
  try {
    const given = join(workspace.room, 'briefing.md');
    writeFileSync(given, briefing, { mode: 0o644 });
    const base = sessionBase(loaded, rooms, seed);
    const enter = async <T>(stage: 'inspect' | 'write', act: (room: AgentRoom) => Promise<T>): Promise<T> => {
      run.log.enter(stage);
      const session = await rooms.backend.open({
        ...base,
        workspace: workspace.path,
        ...(workspace.holder ? { holder: workspace.holder } : {}),
        ...(workspace.upper ? { upper: workspace.upper } : {}),
        read_only: stage === 'inspect',
        read_only_mounts: { ...base.read_only_mounts, [given]: BRIEFING_PATH },
        network: 'none',
      });
      return act({ loaded, briefing, workspace, session, run, signal: rooms.signal }).finally(() => session.close());
    };
    if (agent.inspect) await enter('inspect', agent.inspect);
    const stop = await enter('write', (room) => agent.work(room));
    run.log.enter('extraction');
    const extraction = await extractPatch(workspace, rooms.cache);
    keepPatch(run, extraction.patch, extraction);
    return { answer: { patch: extraction.patch, expected_tree: extraction.tree }, stop };
  } finally {
    await workspace.dispose();
  }
}

function keepPatch(
  run: RunDirectory,
  patch: Uint8Array,
  found: Pick<Awaited<ReturnType<typeof extractPatch>>, 'files' | 'ignored'> & { tree: string | null },
): void {
  run.write('patch', patch);
  run.log.append('workspace_mutation', 'agent', {
    files: found.files,
    patch_sha256: sha256(patch),
    patch_bytes: patch.length,
    tree: found.tree,
    ignored: found.ignored,
  });
}
