import type { LoadedContract } from '../../contract/loaded.js';
import type { Manifest } from '../../record/manifest.js';
import type { DialectName } from '../../record/model_events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import type { Desk } from '../coordination/desk.js';
import type { ModelAccess } from '../gateway/models.js';
import type { Supervisor } from '../monitors/supervisor.js';
import type { Session } from '../sandbox/backend.js';
import type { Part } from '../subtasks/part.js';
import type { TreeState } from '../workspace/tree_id.js';
import type { Workspace } from '../workspace/workspace.js';
import type { Stop } from './stop.js';

/** What an agent works with in one stage: its own workspace, a sandbox around it, the record, and who watches over it. */
export interface AgentRoom {
  loaded: LoadedContract;
  briefing: string;
  /** The part of the task that is worked at here, where the work is split. */
  part?: Part | undefined;
  /** In the test stage a view of the workspace whose changes go with the stage. */
  workspace: Workspace;
  session: Session;
  run: RunDirectory;
  supervisor: Supervisor;
  /** Aborted when the run is interrupted or a breaker ends the agent's part. */
  signal: AbortSignal;
  /** The coordination layer of the attempt. */
  desk: Desk;
  /** How it reaches models, where the run has any. */
  model?: ModelAccess | undefined;
  /** Variables of every command of this stage, over the contract's. */
  environment: Record<string, string>;
  /** A session on the same workspace that cannot write. */
  looking(): Promise<Session>;
  /** The tree of the agent's workspace as it stands. */
  state(): Promise<TreeState | null>;
}

/** How an agent's commands reach the coordination layer. */
export interface MeansOfCoordination {
  /** http: by a URL; stdio: also by a program that they start. */
  transport: 'http' | 'stdio';
  /** So many of the contract's agents, the first ones, it acts as. */
  agents: number;
}

/** What the stages of an agent see of the machine beyond the contract's tools, read-only. */
export interface Equipment {
  /** Folders, which are shown under the same path. */
  folders: readonly string[];
  /** Folders of programs, before those of PATH. */
  path: readonly string[];
}

/** How a test stage ended: what it says of the state that the write stage left. */
export type Tested = { passed: boolean; feedback: string };

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
        /** @throws {UserError} when the contract lacks what the agent needs */
        fits?(loaded: LoadedContract): void;
        /** It is told of the coordination layer, which it reaches over MCP. */
        coordination?: MeansOfCoordination | undefined;
        /** Where its program is. */
        equipment?(loaded: LoadedContract): Equipment;
        /** It asks models, through the gateway; 'needed' = it cannot work without. */
        models?: 'used' | 'needed' | undefined;
        /** It has to be told which. */
        names_model?: boolean | undefined;
        /** Formats of which it asks in one; default: unknown. */
        dialects?: readonly DialectName[] | undefined;
        /** The read-only stage before any write (R3); absent = the agent starts in the write stage. What it prints are notes for later stages. */
        inspect?(room: AgentRoom): Promise<string>;
        /** So many parts of a task it works at side by side, in a process for each; undefined = it does not split its work on this contract. */
        workers?(loaded: LoadedContract): number | undefined;
        /** The write stage; of a part, where the work is split. */
        work(room: AgentRoom): Promise<Stop>;
        /** The test stage, on a view of what the write stage left. */
        test?(room: AgentRoom): Promise<Tested>;
        /** How often the agent may write; with more than one it writes again after a failed test. Default 1. */
        rounds?: number;
      }
  );
