import { profileRefusal } from '../../safety/profiles.js';
import type { ProtectedPaths, Touched } from '../../safety/protected_paths.js';
import { writtenPaths } from '../../safety/written_paths.js';
import type { Hands } from '../answer.js';
import type { UsageBook } from '../usage_book.js';
import { insideWorkspace } from '../workspace_path.js';
import type { Asked, Stage } from './stage.js';

/** What the profile stage looks at beside the operation. */
export interface ProfileSurroundings {
  protectedPath: ProtectedPaths;
  usage: UsageBook;
  /** Whether the agent holds a lock of a file; null = locking is switched off. */
  holdsLock(agent: string, path: string): boolean | null;
  hands: Pick<Hands, 'workspace'>;
}

/** Admits what the agent's profile admits. */
export function profileStage({ protectedPath, usage, holdsLock, hands }: ProfileSurroundings): Stage {
  return {
    name: 'profile',
    concerns: () => true,
    judge(asked) {
      const { agent, profile, operation } = asked;
      const edits = operation === 'edit_file' ? insideWorkspace(asked.arguments.path) : undefined;
      const refusal = profileRefusal(
        profile,
        {
          operation,
          edits,
          holds_lock: edits === undefined ? undefined : holdsLock(agent, edits),
          protected_path: protectedPath(touched(asked, hands.workspace)),
        },
        usage.of(agent),
      );
      return refusal && { ...refusal, severity: 'warning' };
    },
  };
}

/** Paths of the workspace that an operation would lock or change, as far as it says. */
function touched(asked: Asked, workspace: string): Touched[] {
  switch (asked.operation) {
    case 'acquire_lock':
      return inside(asked.arguments.path, true);
    case 'edit_file':
      return inside(asked.arguments.path, false);
    case 'run_command':
      return writtenPaths(asked.reading().deeds, workspace);
    default:
      return [];
  }
}

function inside(given: string, below: boolean): Touched[] {
  const path = insideWorkspace(given);
  return path === undefined ? [] : [{ path, below }];
}
