import type { RefusalCode } from '../../contract/coordination/operations.js';
import { isUncodedFault } from '../../system/is_code_fault.js';
import { findWrittenPaths } from '../safety/find_written_paths.js';
import { isOverlapping, normalizeWorkspacePath } from './normalize_workspace_path.js';
import { toEditRequest } from './operation_arguments.js';
import type { OperationRecorder } from './operation_recorder.js';
import type { CommandOutcome, OperationResult, ToolFailure, WorkspaceTools } from './operation_result.js';
import type { OperationTrace, PolicyStageOutcome } from './operation_trace.js';
import type { AuthorizedOperation } from './policy/policy_stage.js';
import type { Coordinator, DecisionWriter } from './state/coordinator.js';
import type { SharedOperationCall } from './state/reducer_result.js';
import { truncateUntrustedText } from './to_recorded_arguments.js';
import type { UsageCounters } from './usage_counters.js';

/** Parts that the executor works with. */
interface OperationExecutorOptions {
  coordinator: Coordinator;
  tools: WorkspaceTools;
  recorder: OperationRecorder;
  usage: UsageCounters;
}

/** Last stage of the dispatcher: executes admitted operations. */
interface OperationExecutor {
  perform(trace: OperationTrace, asked: AuthorizedOperation, signal: AbortSignal): Promise<OperationResult>;
  /** Lists the agents that have a running command. */
  listCommandingAgents(): string[];
}

type OperationOf<O extends AuthorizedOperation['operation']> = Extract<AuthorizedOperation, { operation: O }>;

/** Creates the executor of admitted operations. */
export function createOperationExecutor({
  coordinator,
  tools,
  recorder,
  usage,
}: OperationExecutorOptions): OperationExecutor {
  const commands = new Set<{ agent: string }>();
  const edits = new Map<Promise<unknown>, { agent: string; path: string }>();

  /** Performs an operation on the shared state: decides, records and applies it synchronously. */
  async function share(
    trace: OperationTrace,
    asked: Exclude<AuthorizedOperation, OperationOf<'run_command' | 'edit_file'>>,
    signal: AbortSignal,
  ) {
    const { agent, operation } = asked;
    const order = { agent, operation, arguments: asked.arguments, id: trace.about.id } as SharedOperationCall;
    const end = trace.begin('execute');
    let answer: OperationResult | undefined;
    const write: DecisionWriter = (decided) => {
      end(toStageOutcome(decided.answer));
      answer = recorder.conclude(trace, decided);
      return answer === decided.answer;
    };
    await coordinator.perform(order, write, signal);
    return answer!;
  }

  async function run(trace: OperationTrace, asked: OperationOf<'run_command'>, signal: AbortSignal) {
    const { agent, arguments: given } = asked;
    const against = coordinator.findForeignLockObstacle(listNamedPaths(asked, tools.workspace), agent);
    if (against) {
      trace.begin('execute')(toStageOutcome(against));
      return recorder.conclude(trace, { answer: against });
    }
    const admitted = recorder.admit(trace);
    if ('outcome' in admitted) return admitted;
    const { command, timeout_ms } = given;
    const one = { agent };
    commands.add(one);
    const work = async () =>
      toResult(
        await tools.run({ agent, command, signal, ...(timeout_ms === undefined ? {} : { timeout_ms }) }),
        toCommandResult,
      );
    const end = trace.begin('execute');
    const failure = createFailureHandler('command_failed');
    const answer = await work().catch(failure.handle);
    end(toStageOutcome(answer));
    commands.delete(one);
    return failure.conclude(admitted.complete({ answer }));
  }

  async function edit(trace: OperationTrace, { agent, arguments: given }: OperationOf<'edit_file'>) {
    const end = trace.begin('execute');
    const against = coordinator.findEditObstacle(given.path, agent);
    if (against) {
      end(toStageOutcome(against));
      return recorder.conclude(trace, { answer: against });
    }
    const admitted = recorder.admit(trace);
    if ('outcome' in admitted) return admitted;
    const path = normalizeWorkspacePath(given.path) ?? '';
    const takeBack = usage.edited(agent, path);
    const work = async () =>
      toResult(await tools.edit({ ...toEditRequest(given), path }, agent), ({ bytes }) => ({ bytes }));
    const failure = createFailureHandler('edit_failed');
    const working = work().catch(failure.handle);
    edits.set(working, { agent, path });
    const answer = await working;
    edits.delete(working);
    end(toStageOutcome(answer));
    if (answer.outcome !== 'done') takeBack();
    // Another edit of the file that failed meanwhile may have taken back the count of both.
    else usage.edited(agent, path);
    return failure.conclude(admitted.complete({ answer }));
  }

  /** Waits for running edits of other agents under a lock that was just acquired. */
  async function quiet(agent: string, path: string): Promise<void> {
    const others = [...edits].filter(([, other]) => other.agent !== agent && isOverlapping(other.path, path));
    await Promise.all(others.map(([working]) => working));
  }

  return {
    listCommandingAgents: () => [...commands].map(({ agent }) => agent),
    async perform(trace, asked, signal) {
      switch (asked.operation) {
        case 'run_command':
          return run(trace, asked, signal);
        case 'edit_file':
          return edit(trace, asked);
        case 'acquire_lock': {
          const answer = await share(trace, asked, signal);
          if (answer.outcome === 'done') await quiet(asked.agent, normalizeWorkspacePath(asked.arguments.path) ?? '');
          return answer;
        }
        default:
          return share(trace, asked, signal);
      }
    },
  };
}

/** Lists the paths that a command names for writing. Paths behind shell patterns or inside scripts are unknown. */
const listNamedPaths = ({ reading }: OperationOf<'run_command'>, workspace: string) =>
  findWrittenPaths(reading().invocations, workspace).filter(({ glob }) => !glob);

/** Converts a tool's outcome to a result. A command that ran is done, whatever its exit status. */
function toResult<T extends object>(came: T | ToolFailure, shown: (done: T) => unknown): OperationResult {
  if ('not_done' in came)
    return { outcome: 'failed', code: came.not_done, message: truncateUntrustedText(came.message, 1000) };
  return { outcome: 'done', result: shown(came) };
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
