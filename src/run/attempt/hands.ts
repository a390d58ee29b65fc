import { sha256 } from '../../record/canonical.js';
import type { Log } from '../../record/events.js';
import type { AgentRoom } from '../agents/agent.js';
import { type Made, makeCall, printed } from '../agents/call.js';
import type { CommandOutcome, EditOrder, NotDone } from '../coordination/answer.js';
import type { StageHands } from '../coordination/desk.js';
import { toldOutput } from '../coordination/told_output.js';
import type { Session } from '../sandbox/backend.js';
import { ofPart } from '../subtasks/part.js';
import { editLive } from '../workspace/edit_live.js';

/**
 * Hands on the workspace of a stage. Commands run in a session of their own on the stage's workspace, with leave of the supervisor: ceilings, breakers and suspended
 * writes hold for them as for all other calls, and each is recorded as one.
 *
 * @param open opens that session, with the same rights as the stage's
 */
export function openHands(
  room: Omit<AgentRoom, 'loaded' | 'briefing' | 'desk'>,
  stage: 'inspect' | 'write' | 'test',
  open: () => Promise<Session>,
): StageHands {
  const { supervisor, workspace, run } = room;
  let opened: Promise<Session> | undefined;
  const session = (): Promise<Session> => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  /** Why a call that was not let through was not. */
  const refused = (not_done: NotDone['not_done']): NotDone =>
    room.signal.aborted
      ? { not_done: 'agent_stopped', message: 'the agent was stopped' }
      : { not_done, message: 'not done: the policy or the budget of the task is against it' };

  return {
    workspace: room.session.root,
    session: () => opened,
    async run({ command, timeout_ms, signal }) {
      if (room.signal.aborted) return refused('command_failed');
      const suspended = supervisor.writes_suspended;
      const made = await makeCall(room, {
        tool: 'run_command',
        run: command,
        arguments: { command, ...(timeout_ms === undefined ? {} : { timeout_ms }) },
        state: true,
        session: await (suspended ? room.looking() : session()),
        signal,
        ...(timeout_ms === undefined ? {} : { timeout_ms }),
      });
      if (!made || (made.execution.cause === 'cancelled' && room.signal.aborted)) return refused('command_failed');
      const { cause, detail } = made.execution;
      if (cause === 'not-started') return { not_done: 'command_failed', message: detail ?? cause };
      return outcomeOf(made, room);
    },
    async edit(order) {
      const call = { tool: 'edit_file', arguments: recorded(order), ...ofPart(room.part) };
      if ((await supervisor.admit(call)) !== undefined) return refused('edit_failed');
      const closed =
        stage === 'inspect'
          ? 'the workspace is read-only in this stage'
          : supervisor.writes_suspended
            ? 'writes are suspended'
            : undefined;
      const edited =
        closed === undefined
          ? edit(workspace.view, order)
          : ({ not_done: 'edit_failed', message: `not done: ${closed}` } as const);
      const state = await room.state();
      run.log.append('tool_invocation', 'agent', {
        ...call,
        summary: 'not_done' in edited ? edited.message : `${edited.bytes} bytes in ${order.path}`,
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

/** Makes an edit; one that the disk does not take is one that failed. */
function edit(root: string, order: EditOrder): { bytes: number } | NotDone {
  try {
    const edited = editLive(root, order);
    if ('bytes' in edited) return edited;
    const not_done = edited.refused === 'outside' ? 'path_outside_workspace' : 'edit_failed';
    return { not_done, message: edited.because };
  } catch (error) {
    return {
      not_done: 'edit_failed',
      message: `the file cannot be written (${(error as NodeJS.ErrnoException).code})`,
    };
  }
}

function outcomeOf({ execution }: Made, { run }: Pick<AgentRoom, 'run'>): CommandOutcome {
  const { exit_code, cause } = execution;
  const told = (log: Log) => toldOutput(Buffer.from(printed(log, run)), log.truncated);
  const [stdout, stderr] = [told(execution.stdout), told(execution.stderr)];
  return { exit_code, cause, stdout: stdout.text, stderr: stderr.text, truncated: !(stdout.whole && stderr.whole) };
}

/** Characters of a text that an event holds; of longer ones their digest. */
const SHOWN = 2000;

function recorded(order: EditOrder): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(order).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > SHOWN
        ? { beginning: value.slice(0, SHOWN).toWellFormed(), bytes: Buffer.byteLength(value), sha256: sha256(value) }
        : value,
    ]),
  );
}
