import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { PLAN_FILE } from '../../record/planning/plan_file.js';
import type { CommandContext } from '../io/command_context.js';
import { listenOnPort, waitForInterruption } from '../io/listen_on_port.js';
import { RESULTS_FILE } from '../io/results_file.js';
import { openViewServer } from './open_view_server.js';
import { readPageAssets } from './read_page_assets.js';
import { ViewFolder } from './view_folder.js';

/** Options of `view`. */
export const viewOptionsSchema = z.strictObject({
  folder: z.string().min(1).default('gatebench-out').describe('output folder of `run` or of `report`'),
  other: z.string().min(1).optional().describe('output folder of another run, to compare with'),
  port: z.int().min(0).max(65_535).default(0).describe('port of 127.0.0.1, 0 = any'),
});
type ViewOptions = z.output<typeof viewOptionsSchema>;

/**
 * Serves the pages of a run until it is interrupted, also while the run goes on. It only reads.
 *
 * @throws {UserError} for a folder without results
 */
export async function viewResults(
  { folder: name, other, port }: ViewOptions,
  out: CommandContext,
  cwd: string,
): Promise<number> {
  const [folder, other_folder] = [openFolder(name, cwd), other === undefined ? undefined : openFolder(other, cwd)];
  const server = openViewServer(folder, readPageAssets(), other_folder);
  try {
    out.log(`http://127.0.0.1:${await listenOnPort(server, port)}${server.path}`);
    await waitForInterruption(out.signal);
  } finally {
    await server.close();
  }
  return 0;
}

/** Opens the output folder of a run. @throws {UserError} for a folder without results */
function openFolder(name: string, cwd: string): ViewFolder {
  const path = resolve(cwd, name);
  const has = (file: string) => existsSync(join(path, file));
  if (!has(RESULTS_FILE) && !has(PLAN_FILE) && !has('runs'))
    throw new UserError(`${name} has no results`, 'Name the output folder of `run` or of `report`.');
  return new ViewFolder(path);
}
