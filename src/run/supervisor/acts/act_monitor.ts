import type { TrafficListener } from '../../../gateway/accounts/run_account.js';
import type { ActHandling, ActRoad } from '../../../record/events/act_payloads.js';
import type { EventPayload } from '../../../record/events/event.js';
import type { TreeState } from '../../../workspace/changes/tree_reader.js';
import type { AgentCall } from '../calls/agent_call.js';

/** Call of the agent, judged by the guard and by the contract's policy. */
export interface JudgedAct {
  /** Recorded acts of the call; empty if nothing in it is judged. */
  acts: readonly EventPayload<'act'>[];
  /** Handling of the call by the contract: the strictest of its acts. */
  handling: ActHandling;
  /** Kind of the contract's cycle that the call runs. */
  cycle: 'build' | 'test' | null;
  /** The exit status of the whole command is that of its cycle. */
  decides_cycle: boolean;
}

/** Origin of a call. */
export interface CallOrigin {
  /** The coordination layer's guard let it through already. */
  judged?: boolean | undefined;
  /** The call is the agent's own command line, written by the person who started the run. */
  own?: boolean | undefined;
}

/** Executed program. */
export interface ExecutedProgram {
  argv: readonly string[];
  /** Folder that it ran in, as commands see it; absent = the workspace's. */
  cwd?: string | undefined;
}

/** Sighting of an executed program. */
interface ProgramSighting {
  road: Extract<ActRoad, 'program' | 'check'>;
  /** Event of the command in whose process tree they ran; null = there is none yet. */
  of_seq: number | null;
}

/** Workspace of an agent during a stage. */
export interface WatchedWorkspace {
  /** Subtask of a split task that works there. */
  subtask?: string | undefined;
  /** Path of the workspace inside the sandbox. */
  root: string;
  /** Takes the current tree; null = not taken. */
  state: () => Promise<TreeState | null>;
}

/**
 * Judges every act of an agent on every road, and records it as `act` and `act_outcome` events. It learns about calls
 * made through the harness from the event log, and about everything the models say from the gateway, whose traffic it
 * listens to.
 */
export interface ActMonitor extends TrafficListener {
  /** Judges a call that the harness is about to make. */
  judgeCall(call: AgentCall, origin?: CallOrigin): JudgedAct;
  /** Judges a program that was executed; one that an earlier act names is a further sight of it. */
  reportProgram(program: ExecutedProgram, sight: ProgramSighting): void;
  /** Records once per stage that acts on a road cannot be observed. */
  reportUnobservedRoad(road: ActRoad, because: string): void;
  /** Registers the workspace of the agent or of a subtask. The returned function unregisters it. */
  enter(workspace: WatchedWorkspace): () => void;
  /** Waits until all observed acts are recorded. */
  settled(): Promise<void>;
  /**
   * Ends the observation of the agent's stages: acts without an observed end get the outcome `unknown`. Programs can
   * still be reported.
   */
  close(): Promise<void>;
}
