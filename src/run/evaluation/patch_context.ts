import type { AttemptContext } from '../attempt/attempt_context.js';
import type { WorkspaceSupply } from './workspace_supply.js';

/** Listener for programs that a check executes, with the path of the repository. */
export type CheckProgramListener = (argv: readonly string[], root: string, cwd?: string) => void;

/** Context of the evaluation of one attempt. */
export interface PatchContext extends AttemptContext {
  /** Supply of workspaces; undefined = each is opened when it is needed. */
  supply?: WorkspaceSupply | undefined;
  /** Listener for the programs of checks, each different one once; undefined if they are not traced. */
  on_check_program?: CheckProgramListener | undefined;
}
