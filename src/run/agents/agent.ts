import type { LoadedContract } from '../../contract/loaded.js';
import type { Manifest } from '../../record/manifest.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Session } from '../sandbox/backend.js';
import type { Workspace } from '../workspace/workspace.js';

/** Why an agent stopped. `finished` is the only stop that needs no evidence. */
export type Stop =
  | { kind: 'finished' }
  | { kind: 'resource'; cap: string; because: string; evidence_seq: number | null }
  | { kind: 'agent-error'; because: string; evidence_seq: number | null }
  | { kind: 'signal'; because: string };

/** What an agent works with: its own workspace, a sandbox around it, and the record. */
export interface AgentRoom {
  loaded: LoadedContract;
  briefing: string;
  workspace: Workspace;
  session: Session;
  run: RunDirectory;
  signal: AbortSignal;
}

/**
 * How a patch comes to be (A1). Two kinds: those that bring one, and those that work in a workspace from which it is taken.
 */
export type Agent = Pick<Manifest['agent'], 'kind' | 'name' | 'identity' | 'detail'> &
  (
    | {
        /** The patch for a contract; never sees a workspace. */
        patch(loaded: LoadedContract): Promise<Uint8Array>;
      }
    | {
        /** The read-only stage before any write (R3); absent = the agent starts in the write stage. */
        inspect?(room: AgentRoom): Promise<void>;
        work(room: AgentRoom): Promise<Stop>;
      }
  );
