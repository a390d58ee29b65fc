import type { Execution } from '../../record/events/event.js';
import type { ShellCommand } from '../../sandbox/execution/execute_command.js';
import type { PausableSession, Session } from '../../sandbox/sandbox_backend.js';
import type { TreeState } from '../../workspace/changes/tree_reader.js';
import type { CallOrigin, JudgedAct } from './acts/act_monitor.js';
import type { AgentCall } from './calls/agent_call.js';
import type { RollbackController } from './rollback_controller.js';
import type { StopReason } from './stop_reason.js';

/**
 * Supervises the agent's stages (requirements R8 to R12). It subscribes to the event log, feeds every event to the
 * breakers, records alerts and interventions, and ends the agent's part if a breaker demands it. Agents ask it before
 * each call.
 */
export interface Supervisor {
  /** Aborted when the run is interrupted or the agent's part is ended. */
  readonly signal: AbortSignal;
  /** Reason why the agent's part was ended; undefined = it was not. */
  readonly stop: StopReason | undefined;
  /** The latest alert that ended a command or the agent. */
  readonly evidence_seq: number | null;
  /** The workspace is closed for writing until `restoreWrites`. */
  readonly writes_suspended: boolean;
  /**
   * Admits a call. Waits while the agent is slowed down or a person is asked. Records a refused call.
   * @returns the judged call, and the reason if it is refused
   */
  admit(call: AgentCall, origin?: CallOrigin): Promise<CallAdmission>;
  /**
   * Delays a request to a model while the agent is slowed down or a person is asked, behind earlier requests. Returns
   * early when `caller_gone` aborts.
   */
  hold(caller_gone: AbortSignal): Promise<{ held_ms: number } | 'stopped'>;
  /** Waits, at most until the agent's part is over. */
  wait(ms: number): Promise<void>;
  /** Rest of the agent's wall-clock budget, in milliseconds: the maximum duration of a call. */
  readonly left_ms: number;
  /** Cost of the attempt besides requests to models, in USD, running commands included. */
  readonly other_usd: number;
  /** Reserve of the budget for the evaluation, in USD; 0 if nothing of it has a price. */
  readonly reserve_usd: number;
  /** Runs an admitted command under the ceilings of the budget, watched by samples. Its own signal ends it too. */
  execute(session: Session, command: SupervisedCommand): Promise<Execution>;
  restoreWrites(): void;
  /** Controls rollbacks of the workspace to its last good tree, and notifies the agent. */
  readonly trees: Pick<RollbackController, 'runPostponed' | 'takeNotice' | 'onNotice'>;
  /** Registers a session to pause while a person is asked. The returned function unregisters it. */
  enter(session: PausableSession): () => void;
  /** Waits until no question is open. */
  settled(): Promise<void>;
  /** Ends the watch. @throws when the workspace could not be taken back as it had to be */
  close(): Promise<void>;
}

/** Result of asking for a call. */
interface CallAdmission {
  /** Reason of a refusal; undefined = the call may be made. */
  refused: string | undefined;
  judged: JudgedAct;
}

/** Command under supervision, with the state of its workspace for samples; default: the attempt's. */
type SupervisedCommand = Omit<ShellCommand, 'timeout_ms'> & {
  timeout_ms?: number;
  state?: (() => Promise<TreeState | null>) | undefined;
};
