import { checkProfile } from '../../safety/check_profile.js';
import { findWrittenPaths } from '../../safety/find_written_paths.js';
import type { ProtectedPathMatcher, TouchedPath } from '../../safety/protected_path_matcher.js';
import { normalizeWorkspacePath } from '../normalize_workspace_path.js';
import type { WorkspaceTools } from '../operation_result.js';
import type { UsageCounters } from '../usage_counters.js';
import type { AuthorizedOperation, PolicyStage } from './policy_stage.js';

/** Options of the profile stage. */
interface ProfileStageOptions {
  protectedPath: ProtectedPathMatcher;
  usage: UsageCounters;
  /** Tells whether the agent holds a lock of a file, or asked for it while locking is switched off. */
  holdsLock(agent: string, path: string): boolean;
  /** Is called with each operation that the profile admits. */
  noteAdmitted?: ((asked: AuthorizedOperation) => void) | undefined;
  tools: Pick<WorkspaceTools, 'workspace'>;
}

/** Creates the stage that enforces the agents' profiles. */
export function createProfileStage({
  protectedPath,
  usage,
  holdsLock,
  noteAdmitted,
  tools,
}: ProfileStageOptions): PolicyStage {
  return {
    name: 'profile',
    concerns: () => true,
    judge(asked) {
      const { agent, profile, operation } = asked;
      const edits = operation === 'edit_file' ? normalizeWorkspacePath(asked.arguments.path) : undefined;
      const refusal = checkProfile(
        profile,
        {
          operation,
          edits,
          holds_lock: edits === undefined ? undefined : holdsLock(agent, edits),
          protected_path: protectedPath(listTouchedPaths(asked, tools.workspace)),
        },
        usage.of(agent),
      );
      if (refusal === undefined) noteAdmitted?.(asked);
      return refusal && { ...refusal, severity: 'warning' };
    },
  };
}

/** Lists the workspace paths that an operation would lock or change, as far as it names them. */
function listTouchedPaths(asked: AuthorizedOperation, workspace: string): TouchedPath[] {
  switch (asked.operation) {
    case 'acquire_lock':
      return toTouchedPaths(asked.arguments.path, true);
    case 'edit_file':
      return toTouchedPaths(asked.arguments.path, false);
    case 'run_command':
      return findWrittenPaths(asked.reading().invocations, workspace);
    default:
      return [];
  }
}

function toTouchedPaths(given: string, below: boolean): TouchedPath[] {
  const path = normalizeWorkspacePath(given);
  return path === undefined ? [] : [{ path, below }];
}
