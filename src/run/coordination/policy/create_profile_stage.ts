import type { TopologyPaths } from '../../../contract/coordination/coordination.js';
import { checkProfile } from '../../safety/check_profile.js';
import { findWrittenPaths } from '../../safety/find_written_paths.js';
import type { ProtectedPathMatcher, TouchedPath } from '../../safety/protected_path_matcher.js';
import { normalizeWorkspacePath } from '../operations/normalize_workspace_path.js';
import type { WorkspaceTools } from '../operations/operation_result.js';
import type { UsageCounters } from '../operations/usage_counters.js';
import type { AuthorizedOperation, PolicyStage } from './policy_stage.js';

/** Options of the profile stage. */
interface ProfileStageOptions {
  protectedPath: ProtectedPathMatcher;
  usage: UsageCounters;
  /** Tells whether the agent holds a lock of a file, or asked for it while locking is switched off. */
  holdsLock(agent: string, path: string): boolean;
  /** Is called with each operation that the profile admits. */
  noteAdmitted?: ((asked: AuthorizedOperation) => void) | undefined;
  /** Paths between agents; undefined = everybody to everybody. */
  paths?: TopologyPaths | undefined;
  /** Names of all agents. */
  agents: readonly string[];
  tools: Pick<WorkspaceTools, 'workspace'>;
}

/** Creates the stage that enforces the agents' profiles. */
export function createProfileStage({
  protectedPath,
  usage,
  holdsLock,
  noteAdmitted,
  paths,
  agents,
  tools,
}: ProfileStageOptions): PolicyStage {
  return {
    name: 'profile',
    concerns: () => true,
    judge(asked) {
      const { agent, profile, operation } = asked;
      const edits = operation === 'edit_file' ? normalizeWorkspacePath(asked.arguments.path) : undefined;
      const refusal =
        checkProfile(
          profile,
          {
            operation,
            edits,
            holds_lock: edits === undefined ? undefined : holdsLock(agent, edits),
            protected_path: protectedPath(listTouchedPaths(asked, tools.workspace)),
          },
          usage.of(agent),
        ) ??
        (paths && findPathRefusal(asked, paths, agents));
      if (refusal === undefined) noteAdmitted?.(asked);
      return refusal && { ...refusal, severity: 'warning' };
    },
  };
}

/** Finds the reason why the contract's topology has no path for this work or handoff. */
function findPathRefusal(
  asked: AuthorizedOperation,
  { mayHandOff, mayPassWork }: TopologyPaths,
  agents: readonly string[],
): { code: 'operation_not_allowed'; rule: 'topology'; message: string } | undefined {
  const { agent, operation } = asked;
  const refuse = (has: (from: string, to: string) => boolean) => {
    const reachable = agents.filter((other) => other !== agent && has(agent, other));
    const may = reachable.length === 0 ? 'nobody' : reachable.slice(0, 20).join(', ');
    return {
      code: 'operation_not_allowed',
      rule: 'topology',
      message: `${agent} may do that with ${may} only`,
    } as const;
  };
  if (operation === 'write_handoff') {
    const { to: recipient } = asked.arguments;
    const reached = agents.some(
      (other) => other !== agent && (recipient === '*' || recipient === other) && mayHandOff(agent, other),
    );
    // A name that does not exist is told by the layer itself.
    return reached || (recipient !== '*' && !agents.includes(recipient)) ? undefined : refuse(mayHandOff);
  }
  if (operation === 'submit_work') {
    const { assignee } = asked.arguments;
    if (assignee === undefined || !agents.includes(assignee) || mayPassWork(agent, assignee)) return undefined;
    return refuse(mayPassWork);
  }
  return undefined;
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
