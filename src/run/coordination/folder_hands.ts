import type { Budget } from '../../contract/policy.js';
import type { CapturedOutput, SandboxBackend } from '../sandbox/backend.js';
import { editLive } from '../workspace/edit_live.js';
import { owner } from '../workspace/owner.js';
import type { Hands, NotDone } from './answer.js';
import { toldOutput } from './told_output.js';

/** What hands on a folder need. */
export interface FolderOrder {
  /** The folder; a real one, by its real path. */
  workspace: string;
  backend: SandboxBackend;
  budget: Budget;
  /** The whole environment of commands. */
  environment: Record<string, string>;
  /** Host path → path inside: tools that commands may use. */
  read_only_mounts: Record<string, string>;
  /** Host folders below a visible one that appear empty. */
  covered: readonly string[];
}

export interface FolderHands extends Hands {
  /** Why commands cannot write here, if so. */
  readonly read_only: string | undefined;
  close(): Promise<void>;
}

/** A command that names no ceiling has this one, or the contract's, in milliseconds. */
const COMMAND_MS = 600_000;

/**
 * Hands on a folder of the machine: commands run in a sandbox on it, without network, and edits are made in it. Both may happen at
 * the same time, and people may work in the folder as well.
 */
export async function openFolderHands(order: FolderOrder): Promise<FolderHands> {
  const { workspace, backend, budget } = order;
  const session = await backend.open({
    workspace,
    read_only_mounts: order.read_only_mounts,
    covered: order.covered,
    limits: {
      memory_bytes: budget.memory,
      processes: budget.processes,
      cpu_ms: budget.cpu,
      output_bytes: budget.output,
    },
    environment: order.environment,
  });
  const ceiling_ms = budget.command ?? COMMAND_MS;
  const run: Hands['run'] = async ({ command, timeout_ms = ceiling_ms, signal }) => {
    const { cause, exit_code, detail, stdout, stderr } = await session.exec({
      argv: ['/bin/sh', '-c', command],
      timeout_ms: Math.min(timeout_ms, ceiling_ms),
      signal,
    });
    if (cause === 'not-started') return notDone('command_failed', detail ?? 'the command could not be started');
    const [told, complaint] = [shown(stdout), shown(stderr)];
    const truncated = [told, complaint].some(({ whole }) => !whole);
    return { exit_code, cause, stdout: told.text, stderr: complaint.text, truncated };
  };
  const trial = await run({ agent: '', command: 'test -w .' });
  const writable = 'exit_code' in trial && trial.exit_code === 0;
  return {
    workspace: session.root,
    read_only: writable
      ? undefined
      : `the folder does not belong to the user that commands run as${owner ? ` (chown -R ${owner.uid}:${owner.gid} it, or start as its owner)` : ''}`,
    run,
    async edit(edit) {
      const edited = editLive(workspace, edit);
      if ('bytes' in edited) return edited;
      return notDone(edited.refused === 'outside' ? 'path_outside_workspace' : 'edit_failed', edited.because);
    },
    close: () => session.close(),
  };
}

const notDone = (not_done: NotDone['not_done'], message: string): NotDone => ({ not_done, message });

const shown = ({ text, truncated }: CapturedOutput) => toldOutput(Buffer.from(text), truncated);
