import { join } from 'node:path';
import type { CommandContext } from '../../commands/io/command_context.js';
import { escapeInvisible } from '../../contract/input/escape_invisible.js';
import { shortenText } from '../../publish/text/escape_text.js';
import { formatDuration, formatQuantity } from '../../publish/text/format_quantity.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { openTimeLimit } from '../../system/open_time_limit.js';
import {
  createScratchFolder,
  getDefaultCachePath,
  openCache,
  removeTree,
} from '../../workspace/cache/workspace_cache.js';
import type { ActionEnvironment } from '../action_environment.js';
import type { ActionInputs } from '../action_inputs.js';
import type { CacheKey } from '../runner/cache_key.js';
import { downloadCacheEntry } from '../runner/download_cache_entry.js';
import type { RunnerServices } from '../runner/runner_services.js';
import { uploadCacheEntry } from '../runner/upload_cache_entry.js';
import { listUsedLayers } from './list_used_layers.js';
import { packLayers } from './pack_layers.js';
import { unpackLayers } from './unpack_layers.js';

type LayerInputs = Pick<
  ActionInputs,
  'cache' | 'cache-layers' | 'suite' | 'contracts' | 'shard' | 'sandbox' | 'unsafe-no-sandbox'
>;

/** GitHub's cache as a store of prepared layers. Neither function throws: without it layers are prepared again. */
interface LayerStore {
  /** Brings the layers of an earlier run into the cache folder. */
  restore(): Promise<void>;
  /** Saves the layers that this process has used, unless they were restored as they are. */
  save(): Promise<void>;
}

/**
 * Events whose runs may use the store. They run what the branch holds. A run on a pull request, or on an event that a
 * stranger can cause, could meet layers that strangers have written, or write some for the branch.
 */
const OWN_EVENTS = ['push', 'schedule', 'workflow_dispatch'];

/** Form of the archives: a change makes old entries unknown. */
const VERSION = computeDigest({ form: 'layers', tar: 'posix', compression: 'gzip', number: 1 });

/**
 * Opens the store of layers.
 *
 * @returns undefined where layers are not kept between runs: outside of a runner with a cache, with `cache-layers: never`,
 *   on an event of others, and where attempts may run without a sandbox, since they could write into the cache
 */
export function openLayerStore(
  inputs: LayerInputs,
  { services, event_name }: Pick<ActionEnvironment, 'services' | 'event_name'>,
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
): LayerStore | undefined {
  if (inputs['cache-layers'] === 'never' || typeof services !== 'object' || !services.has_cache) return undefined;
  if (!OWN_EVENTS.includes(event_name) || inputs.sandbox === 'none' || inputs['unsafe-no-sandbox']) return undefined;
  const prefix = createKeyPrefix(inputs, services);
  const path = inputs.cache || getDefaultCachePath();
  let restored: string | undefined;
  const attempt = async (what: string, body: (signal: AbortSignal) => Promise<string | undefined>) => {
    const limit = openTimeLimit(signal, services.layers_ms);
    try {
      const said = signal.aborted ? undefined : await body(limit.signal);
      if (said !== undefined) log(said);
    } catch (error) {
      const told = limit.isOver()
        ? `it took more than ${formatDuration(services.layers_ms)}`
        : (error as Error).message;
      const because = shortenText(escapeInvisible(told), 300);
      if (!signal.aborted) log(`layers were not ${what} GitHub's cache: ${because}`);
    } finally {
      limit.close();
    }
  };
  return {
    restore: () =>
      attempt('restored from', async (limited) => {
        restored = await restoreLayers(services, prefix, path, limited);
        return restored === undefined
          ? "no layers of an earlier run in GitHub's cache"
          : `layers restored: ${restored}`;
      }),
    save: () => attempt('saved to', (limited) => saveLayers(services, prefix, path, restored, limited)),
  };
}

/**
 * Returns the beginning of the keys of a job: platform, version and what the job runs. The digest of the layers
 * themselves follows; each is the digest of all that its setup depends on.
 */
function createKeyPrefix({ suite, contracts, shard }: LayerInputs, { platform }: RunnerServices): string {
  const user = process.getuid?.() ?? 0;
  const job = computeDigest({ suite, contracts, shard, user }).slice(0, 12);
  return `gatebench-layers-${platform}-${ENGINE_VERSION}-${job}-`;
}

async function restoreLayers(
  services: RunnerServices,
  prefix: string,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const cache = await openCache(path);
  const folder = createScratchFolder(cache);
  try {
    const file = join(folder, 'layers.tar.gz');
    const key = { key: `${prefix}newest`, version: VERSION };
    const found = await downloadCacheEntry(services, key, [prefix], file, signal);
    // The service is asked for keys with this prefix; another one is not what was asked for.
    if (found === undefined || !found.startsWith(prefix)) return undefined;
    await unpackLayers(cache, file, signal);
    return found;
  } finally {
    await removeTree(folder);
  }
}

async function saveLayers(
  services: RunnerServices,
  prefix: string,
  path: string,
  restored: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const cache = await openCache(path);
  const names = listUsedLayers(cache);
  const entry: CacheKey = { key: `${prefix}${computeDigest(names).slice(0, 40)}`, version: VERSION };
  if (names.length === 0 || entry.key === restored) return undefined;
  const folder = createScratchFolder(cache);
  try {
    const file = join(folder, 'layers.tar.gz');
    if (!(await packLayers(cache, names, file, signal))) return 'layers are not saved: they take more than 2 GiB';
    const is_new = await uploadCacheEntry(services, entry, file, signal);
    return is_new ? `${formatQuantity(names.length, 'layer')} saved to GitHub's cache: ${entry.key}` : undefined;
  } finally {
    await removeTree(folder);
  }
}
