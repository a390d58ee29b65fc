import { DEFAULT_WORKSPACE_ROOT } from '../../contract/get_workspace_root.js';
import type { StageTools } from './coordination_session.js';
import type { ToolFailure } from './operation_result.js';

const createRejection = (not_done: ToolFailure['not_done']): ToolFailure => ({
  not_done,
  message: 'not done: the work is split, and only the agents of its parts have a workspace',
});

/** Tools of agents without an assignment while subtasks run in parallel; they reject every call. */
export const rejectingTools: StageTools = {
  workspace: DEFAULT_WORKSPACE_ROOT,
  session: () => undefined,
  run: async () => createRejection('command_failed'),
  edit: async () => createRejection('edit_failed'),
  close: async () => undefined,
};
