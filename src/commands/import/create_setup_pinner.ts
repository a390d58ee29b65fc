import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareLayer } from '../../run/attempt/setup/prepare_layer.js';
import type { WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { openContractRun } from '../attempts/open_contract_run.js';
import type { CommandContext } from '../io/command_context.js';
import { readContractFiles } from '../study/read_contracts.js';
import type { ImportOptions } from './options/import_options.js';

/**
 * Runs the setup of a contract, and replaces a folder with what the repository is then.
 *
 * @returns folders without files, which git does not keep, by their path in the repository; or why setup fails
 */
export type SetupPinner = (contract_path: string, folder: string) => Promise<{ folders: string[] } | ImportFault>;

interface ImportFault {
  problem: string;
}

/** Creates a function that runs the setup of a contract in the sandbox, and keeps its files as the repository. */
export function createSetupPinner(
  { search_path, way_out, repos }: Pick<ImportOptions, 'search_path' | 'way_out' | 'repos'>,
  cache: WorkspaceCache,
  out: CommandContext,
  cwd: string,
): SetupPinner {
  return async (contract_path, folder) => {
    const records = mkdtempSync(join(tmpdir(), 'gatebench-setup-'));
    try {
      const [loaded] = readContractFiles([contract_path], cwd);
      const settings = { out: records, search_path, way_out, repos };
      const { prepared, context } = await openContractRun(loaded!, settings, cache, out, cwd);
      const { snapshot, tools } = prepared;
      if (snapshot.unavailable !== undefined) return { problem: snapshot.unavailable };
      const silent = { now: () => 0, keep: () => '', requested: () => {} };
      const { layer, event } = await prepareLayer(loaded!, snapshot, tools, context, silent);
      out.signal.throwIfAborted();
      if (layer === undefined) return { problem: event.detail ?? 'setup fails' };
      const store = join(layer.tree_path, '.git');
      rmSync(folder, { recursive: true });
      await cp(layer.tree_path, folder, {
        ...{ recursive: true, verbatimSymlinks: true, filter: (from: string) => from !== store },
      });
      return { folders: listEmptyFolders(folder) };
    } finally {
      rmSync(records, { recursive: true, force: true });
    }
  };
}

/** Lists the folders below a folder that have neither files nor folders, by relative path. */
function listEmptyFolders(root: string, below = ''): string[] {
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  if (entries.length === 0 && below !== '') return [below];
  return entries
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => listEmptyFolders(root, below === '' ? name : `${below}/${name}`));
}
