import type { Contract } from '../../../contract/contract_schema.js';
import { filterSearchPath, getWorkspaceRoot } from '../../../contract/input/get_workspace_root.js';
import { SYSTEM_PATH } from '../../../system/find_program.js';

/**
 * Selects the PATH of a contract's commands from that of a toolchain: without what leads into the repository. Where
 * nothing remains, it is the system's own.
 */
export function selectSearchPath(path: string, environment: Pick<Contract['environment'], 'workdir'>): string {
  return filterSearchPath(path, getWorkspaceRoot(environment)).kept || SYSTEM_PATH;
}
