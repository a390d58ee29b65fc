import type { Contract } from '../../contract/contract_schema.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ModelAccess } from '../../gateway/model_config.js';
import type { DialectName } from '../../record/events/model_payloads.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import type { ImportedTrajectory } from '../../record/trajectory/atif_document.js';
import type { Session } from '../../sandbox/sandbox_backend.js';
import type { TreeState } from '../../workspace/changes/tree_reader.js';
import type { AgentSettings } from '../../workspace/settings/read_agent_settings.js';
import type { Workspace } from '../../workspace/workspace.js';
import type { CoordinationSession } from '../coordination/coordination_session.js';
import type { SubtaskAssignment } from '../subtasks/subtask_assignment.js';
import type { StopReason } from '../supervisor/stop_reason.js';
import type { Supervisor } from '../supervisor/supervisor.js';

/** Context of an agent in one stage: its workspace, sandbox, record and supervisor. */
export interface AgentContext {
  loaded: LoadedContract;
  briefing: string;
  /** Assignment of the agent, if the work is split. */
  part?: SubtaskAssignment | undefined;
  /** Workspace of the agent. In the test stage it is a view that is deleted with the stage. */
  workspace: Workspace;
  session: Session;
  run: RunDirectory;
  supervisor: Supervisor;
  /** Aborts if the run is interrupted or a breaker ends the agent's stages. */
  signal: AbortSignal;
  /** Coordination layer of the attempt. */
  coordination: CoordinationSession;
  /** Name in the coordination layer of an agent that works through it; undefined if it does not. */
  seat?: string | undefined;
  /** Access to models, if the run has any. */
  model?: ModelAccess | undefined;
  /** Variables of every command of this stage; they override the contract's. */
  environment: Record<string, string>;
  /** Opens a session on the same workspace that cannot write; later calls return the same session. */
  openReadOnlySession(): Promise<Session>;
  /** Reads the current tree of the agent's workspace. */
  state(): Promise<TreeState | null>;
}

/** Way of an agent to the coordination layer. */
export interface CoordinationTransport {
  /** declared: on contracts that have a section for it; always: on others as well. */
  when: 'declared' | 'always';
  /** http: by URL; stdio: also by a bridge program that the commands start; direct: by calls in the harness. */
  transport: 'http' | 'stdio' | 'direct';
  /** Number of the contract's agents that it acts as, from the first. */
  agents: number;
}

/** Read-only mounts and PATH folders of an agent's own program. */
export interface AgentMounts {
  /** Folders, mounted under the same path. */
  folders: readonly string[];
  /** Folders of programs, searched before PATH. */
  path: readonly string[];
}

/** Places to look for programs of agents. */
export interface AgentLookupOptions {
  /** Cache folder of gatebench, with installations in `agents/`. */
  cache: string;
  /** PATH of the caller. */
  search_path: string;
}

/** Result of a test stage on the state that the write stage left. */
export type TestStageResult = { passed: boolean; feedback: string };

/**
 * Agent that produces a patch (requirement A1). Some bring a finished patch; others work in a workspace from which it
 * is extracted.
 */
export type Agent = Pick<Manifest['agent'], 'kind' | 'name' | 'identity' | 'detail'> &
  (
    | {
        /** Returns the patch for a contract; no workspace is involved. */
        patch(loaded: LoadedContract): Promise<Uint8Array>;
        /** True if an agent outside of gatebench made it, whose cost is unknown. */
        made_elsewhere?: boolean | undefined;
        /** Returns the recorded trajectory that the patch is of; absent = there is none. */
        trajectory?(loaded: LoadedContract): Promise<ImportedTrajectory & { patch: Uint8Array }>;
      }
    | {
        /**
         * Validates the contract for this agent.
         *
         * @throws {UserError} if the contract lacks something that the agent needs
         */
        fits?(loaded: LoadedContract): void;
        /** Settings that are laid into its workspace; undefined = those of the snapshot. */
        settings?: AgentSettings | undefined;
        /** Way to the coordination layer, for agents that can use it. */
        coordination?: CoordinationTransport | undefined;
        /** Returns the mounts of its program. */
        mounts?(loaded: LoadedContract): AgentMounts;
        /** Use of models through the gateway; `needed`: it cannot work without. */
        models?: 'used' | 'needed' | undefined;
        /** True if the run must name its model. */
        names_model?: boolean | undefined;
        /** Dialects in which it can ask a model. Default: unknown. */
        dialects?: readonly DialectName[] | undefined;
        /**
         * Runs the read-only stage before any write (requirement R3). Its output becomes notes for later stages.
         * Absent: the agent starts in the write stage.
         */
        inspect?(context: AgentContext): Promise<string>;
        /**
         * Returns the number of subtasks it works on in parallel, each in its own process.
         *
         * @returns undefined if it does not split its work on this contract
         */
        workers?(loaded: LoadedContract): number | undefined;
        /** Runs the write stage, or that of one subtask. */
        work(context: AgentContext): Promise<StopReason>;
        /** Runs the test stage, in a view of the state that the write stage left. */
        test?(context: AgentContext): Promise<TestStageResult>;
        /** Maximum number of write stages; each further one follows a failed test. Default 1. */
        rounds?: number;
      }
  );

/** Default number of subtasks that an agent works on in parallel. */
export const DEFAULT_WORKERS = 2;

/**
 * Finds the way of an agent to the coordination layer on a contract: agents that can use it get it wherever the
 * contract has a section for it.
 *
 * @returns undefined if it has none there
 */
export function findCoordination(
  agent: Agent,
  { coordination }: Pick<Contract, 'coordination'>,
): CoordinationTransport | undefined {
  const way = 'work' in agent ? agent.coordination : undefined;
  return way?.when === 'always' || coordination !== undefined ? way : undefined;
}

/**
 * Returns an agent that works with given settings in its workspace. They are part of its identity. Agents that bring a
 * finished patch have no workspace and stay as they are.
 */
export function giveSettings(agent: Agent, settings: AgentSettings): Agent {
  if ('patch' in agent) return agent;
  const files = Object.fromEntries(settings.files.map(({ path, sha256 }) => [path, sha256]));
  return {
    ...agent,
    identity: computeDigest({ agent: agent.identity, settings: settings.sha256 }),
    detail: {
      ...agent.detail,
      settings: { sha256: settings.sha256, revision: settings.revision, patterns: [...settings.patterns], files },
    },
    settings,
  };
}
