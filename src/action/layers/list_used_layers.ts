import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOwnerTag } from '../../system/get_owner_tag.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';

/**
 * Lists the layers that this process has used and whose setup had steps, in order. Those of other processes are left
 * out: on a machine that several repositories share they can be of another one.
 */
export function listUsedLayers(cache: WorkspaceCache): string[] {
  const own = `${getOwnerTag()}.`;
  return readdirSync(join(cache.root, 'uses'))
    .filter((name) => name.startsWith(own))
    .map((name) => name.slice(own.length))
    .filter((name) => hasSetupSteps(join(cache.layers, name, 'layer.json')))
    .sort();
}

/** Returns true for the facts of a layer that took more than the files of a commit. */
function hasSetupSteps(facts: string): boolean {
  try {
    const { steps } = JSON.parse(readFileSync(facts, 'utf8')) as { steps?: unknown };
    return Array.isArray(steps) && steps.length > 0;
  } catch {
    return false;
  }
}
