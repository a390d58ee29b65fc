import type { RefusalCode } from '../../contract/coordination/mechanism.js';
import { isUncodedFault } from '../../system/is_code_fault.js';
import { findWrittenPaths } from '../safety/find_written_paths.js';
import type { OperationRecorder } from './operation_recorder.js';
import type { OperationTrace, PolicyStageOutcome } from './operation_trace.js';
import { isOverlapping, normalizeWorkspacePath } from './operations/normalize_workspace_path.js';
import { toEditRequest } from './operations/operation_arguments.js';
import type { CommandOutcome, OperationResult, ToolFailure, WorkspaceTools } from './operations/operation_result.js';
import { truncateUntrustedText } from './operations/to_recorded_arguments.js';
import type { UsageCounters } from './operations/usage_counters.js';
import type { AuthorizedOperation } from './policy/policy_stage.js';
import type { Coordinator, DecisionWriter } from './state/coordinator.js';
import type { SharedOperationCall } from './state/reducer_result.js';

/** Parts that the executor works with. */
interface OperationExecutorOptions {
  coordinator: Coordinator;
  tools: WorkspaceTools;
  recorder: OperationRecorder;
  usage: UsageCounters;
}

type OperationOf<O extends AuthorizedOperation['operation']> = Extract<AuthorizedOperation, { operation: O }>;

/** Last stage of the dispatcher: executes admitted operations. */
export class OperationExecutor {
  readonly #parts: OperationExecutorOptions;
  readonly #commands = new Set<{ agent: string }>();
  readonly #edits = new Map<Promise<unknown>, { agent: string; path: string }>();

  constructor(parts: OperationExecutorOptions) {
    this.#parts = parts;
  }

  /** Lists the agents that have a running command. */
  listCommandingAgents(): string[] {
    return [...this.#commands].map(({ agent }) => agent);
  }

  async perform(trace: OperationTrace, asked: AuthorizedOperation, signal: AbortSignal): Promise<OperationResult> {
    switch (asked.operation) {
      case 'run_command':
        return this.#run(trace, asked, signal);
      case 'edit_file':
        return this.#edit(trace, asked);
      case 'acquire_lock': {
        const answer = await this.#share(trace, asked, signal);
        const path = normalizeWorkspacePath(asked.arguments.path) ?? '';
        if (answer.outcome === 'done') await this.#awaitEdits(asked.agent, path);
        return answer;
      }
      default:
        return this.#share(trace, asked, signal);
    }
  }

  /** Performs an operation on the shared state: decides, records and applies it synchronously. */
  async #share(
    trace: OperationTrace,
    asked: Exclude<AuthorizedOperation, OperationOf<'run_command' | 'edit_file'>>,
    signal: AbortSignal,
  ): Promise<OperationResult> {
    const { agent, operation } = asked;
    const call = { agent, operation, arguments: asked.arguments, id: trace.about.id } as SharedOperationCall;
    const end = trace.begin('execute');
    let answer: OperationResult | undefined;
    const write: DecisionWriter = (decided) => {
      end(toStageOutcome(decided.answer));
      answer = this.#parts.recorder.conclude(trace, decided);
      return answer === decided.answer;
    };
    await this.#parts.coordinator.perform(call, write, signal);
    return answer!;
  }

  async #run(trace: OperationTrace, asked: OperationOf<'run_command'>, signal: AbortSignal): Promise<OperationResult> {
    const { coordinator, recorder, tools } = this.#parts;
    const { agent } = asked;
    const obstacle = coordinator.findForeignLockObstacle(listNamedPaths(asked, tools.workspace), agent);
    if (obstacle) {
      trace.begin('execute')(toStageOutcome(obstacle));
      return recorder.conclude(trace, { answer: obstacle });
    }
    const admitted = recorder.admit(trace);
    if ('outcome' in admitted) return admitted;
    const { command, timeout_ms } = asked.arguments;
    const running = { agent };
    this.#commands.add(running);
    const limit = timeout_ms === undefined ? {} : { timeout_ms };
    const work = async () => toResult(await tools.run({ agent, command, signal, ...limit }), toCommandResult);
    const end = trace.begin('execute');
    const failure = createFailureHandler('command_failed');
    const answer = await work().catch(failure.handle);
    end(toStageOutcome(answer));
    this.#commands.delete(running);
    return failure.conclude(admitted.complete({ answer }));
  }

  async #edit(trace: OperationTrace, { agent, arguments: given }: OperationOf<'edit_file'>): Promise<OperationResult> {
    const { coordinator, recorder, tools, usage } = this.#parts;
    const end = trace.begin('execute');
    const obstacle = coordinator.findEditObstacle(given.path, agent);
    if (obstacle) {
      end(toStageOutcome(obstacle));
      return recorder.conclude(trace, { answer: obstacle });
    }
    const admitted = recorder.admit(trace);
    if ('outcome' in admitted) return admitted;
    const path = normalizeWorkspacePath(given.path) ?? '';
    const takeBack = usage.edited(agent, path);
    const work = async () =>
      toResult(await tools.edit({ ...toEditRequest(given), path }, agent), ({ bytes }) => ({ bytes }));
    const failure = createFailureHandler('edit_failed');
    const working = work().catch(failure.handle);
    this.#edits.set(working, { agent, path });
    const answer = await working;
    this.#edits.delete(working);
    end(toStageOutcome(answer));
    if (answer.outcome !== 'done') takeBack();
    // Another edit of the file that failed meanwhile may have taken back the count of both.
    else usage.edited(agent, path);
    return failure.conclude(admitted.complete({ answer }));
  }

  /** Waits for running edits of other agents under a lock that was just acquired. */
  async #awaitEdits(agent: string, path: string): Promise<void> {
    const conflicts = [...this.#edits].filter(([, other]) => other.agent !== agent && isOverlapping(other.path, path));
    await Promise.all(conflicts.map(([working]) => working));
  }
}

/** Lists the paths that a command names for writing. Paths behind shell patterns or inside scripts are unknown. */
const listNamedPaths = ({ reading }: OperationOf<'run_command'>, workspace: string) =>
  findWrittenPaths(reading().invocations, workspace).filter(({ glob }) => !glob);

/** Converts a tool's outcome to a result. A command that ran is done, whatever its exit status. */
function toResult<T extends object>(outcome: T | ToolFailure, show: (done: T) => unknown): OperationResult {
  if ('not_done' in outcome)
    return { outcome: 'failed', code: outcome.not_done, message: truncateUntrustedText(outcome.message, 1000) };
  return { outcome: 'done', result: show(outcome) };
}

const toCommandResult = ({ exit_code, cause, stdout, stderr, truncated }: CommandOutcome) => ({
  exit_code,
  cause,
  stdout,
  stderr,
  truncated,
});

/** Creates the handler of exceptions of one operation. Each makes it fail. */
function createFailureHandler(code: RefusalCode) {
  let defect: { fault: unknown } | undefined;
  return {
    handle(fault: unknown): OperationResult {
      if (isUncodedFault(fault)) defect = { fault };
      const message = truncateUntrustedText(fault instanceof Error ? fault.message : String(fault), 1000);
      return { outcome: 'failed', code, message };
    },
    /** Returns the recorded result. @throws a fault of the code, which ends the attempt */
    conclude(result: OperationResult): OperationResult {
      if (defect !== undefined) throw defect.fault;
      return result;
    },
  };
}

const toStageOutcome = ({ outcome }: OperationResult): PolicyStageOutcome => ({
  outcome: outcome === 'done' ? 'passed' : outcome,
});
