import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import type { OutputLog } from '../../../record/events/event.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { truncateOutput } from '../../../sandbox/execution/truncate_output.js';
import type { Session } from '../../../sandbox/sandbox_backend.js';
import { isUncodedFault } from '../../../system/is_code_fault.js';
import { editLiveFile } from '../../../workspace/write_file_safely.js';
import type { AgentContext } from '../../agents/agent.js';
import { type RecordedExecution, readLog, runToolCall } from '../../agents/run_tool_call.js';
import type { StageTools } from '../../coordination/coordination_session.js';
import type { CommandOutcome, EditRequest, ToolFailure } from '../../coordination/operations/operation_result.js';
import { toSubtaskField } from '../../subtasks/subtask_assignment.js';

/**
 * Creates the workspace tools of a stage.
 *
 * Commands run in their own session on the stage's workspace. The supervisor admits them, so ceilings, breakers and
 * suspended writes hold as for all other calls; each is recorded as one call.
 *
 * @param open opens that session, with the rights of the stage
 */
export function createStageTools(
  context: Omit<AgentContext, 'loaded' | 'briefing' | 'coordination'>,
  stage: 'inspect' | 'write' | 'test',
  open: () => Promise<Session>,
): StageTools {
  const { supervisor, workspace, run } = context;
  let opened: Promise<Session> | undefined;
  const session = (): Promise<Session> => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  /** Describes why a call was not admitted. */
  const refused = (not_done: ToolFailure['not_done']): ToolFailure =>
    context.signal.aborted
      ? { not_done: 'agent_stopped', message: 'the agent was stopped' }
      : { not_done, message: 'not done: the policy or the budget of the task is against it' };

  return {
    workspace: context.session.root,
    session: () => opened,
    async run({ command, timeout_ms, signal }) {
      if (context.signal.aborted) return refused('command_failed');
      const suspended = supervisor.writes_suspended;
      const outcome = await runToolCall(context, {
        tool: 'run_command',
        run: command,
        origin: { judged: true },
        arguments: { command, ...omitUndefined({ timeout_ms }) },
        state: true,
        session: await (suspended ? context.openReadOnlySession() : session()),
        signal,
        ...omitUndefined({ timeout_ms }),
      });
      // A cycle of the contract's tests ends the suspension, as for commands of the built-in agent.
      if (suspended && outcome?.cycle) supervisor.restoreWrites();
      if (!outcome || (outcome.execution.cause === 'cancelled' && context.signal.aborted))
        return refused('command_failed');
      const { cause, detail } = outcome.execution;
      if (cause === 'not-started') return { not_done: 'command_failed', message: detail ?? cause };
      return describeOutcome(outcome, context);
    },
    async edit(request) {
      const call = { tool: 'edit_file', arguments: boundEditRequest(request), ...toSubtaskField(context.part) };
      const leave = await supervisor.admit(call, { judged: true });
      if (leave.refused !== undefined) return refused('edit_failed');
      const suspension = supervisor.writes_suspended ? 'writes are suspended' : undefined;
      const closed = stage === 'inspect' ? 'the workspace is read-only in this stage' : suspension;
      const edited =
        closed === undefined
          ? applyEdit(workspace.view, request)
          : ({ not_done: 'edit_failed', message: `not done: ${closed}` } as const);
      const state = await context.state();
      run.log.append('tool_invocation', 'agent', {
        ...call,
        summary: 'not_done' in edited ? edited.message : `${edited.bytes} bytes in ${request.path}`,
        tree: state?.tree ?? null,
        manifests: state?.manifests ?? null,
      });
      await supervisor.settled();
      return edited;
    },
    async close() {
      await opened?.then(
        (own) => own.close(),
        () => undefined,
      );
    },
  };
}

/** Applies an edit; a write that the file system refuses is a failed edit. @throws faults of the code */
function applyEdit(root: string, request: EditRequest): { bytes: number } | ToolFailure {
  try {
    const edited = editLiveFile(root, request);
    if ('bytes' in edited) return edited;
    const not_done = edited.refused === 'outside' ? 'path_outside_workspace' : 'edit_failed';
    return { not_done, message: edited.because };
  } catch (error) {
    if (isUncodedFault(error)) throw error;
    return {
      not_done: 'edit_failed',
      message: `the file cannot be written (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}

function describeOutcome({ execution }: RecordedExecution, { run }: Pick<AgentContext, 'run'>): CommandOutcome {
  const { exit_code, cause } = execution;
  const readTruncated = (log: OutputLog) => truncateOutput(Buffer.from(readLog(log, run)), log.truncated);
  const [stdout, stderr] = [readTruncated(execution.stdout), readTruncated(execution.stderr)];
  return { exit_code, cause, stdout: stdout.text, stderr: stderr.text, truncated: !(stdout.whole && stderr.whole) };
}

/** Maximum characters of a text that an event holds; a longer one is stored as its digest. */
const SHOWN_CHARACTERS = 2000;

function boundEditRequest(request: EditRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > SHOWN_CHARACTERS
        ? {
            beginning: value.slice(0, SHOWN_CHARACTERS).toWellFormed(),
            bytes: Buffer.byteLength(value),
            sha256: sha256(value),
          }
        : value,
    ]),
  );
}
