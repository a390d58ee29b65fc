import type { AttemptBudget } from '../../contract/policy/policy.js';
import { truncateOutput } from '../../sandbox/execution/truncate_output.js';
import type { CapturedOutput, SandboxBackend } from '../../sandbox/sandbox_backend.js';
import { workspaceOwner } from '../../workspace/workspace_owner.js';
import { editLiveFile } from '../../workspace/write_file_safely.js';
import type { ToolFailure, WorkspaceTools } from './operations/operation_result.js';

/** Options of workspace tools on a folder. */
export interface DirectoryToolsOptions {
  /** Real path of the folder. */
  workspace: string;
  backend: SandboxBackend;
  budget: AttemptBudget;
  /** Whole environment of commands. */
  environment: Record<string, string>;
  /** Mounts of tools that commands may use: host path → path inside. */
  read_only_mounts: Record<string, string>;
  /** Host folders below a visible one that appear empty. */
  covered: readonly string[];
}

/** Workspace tools on a folder, which must be closed. */
interface DirectoryTools extends WorkspaceTools {
  /** Reason why commands cannot write to the folder; undefined if they can. */
  readonly read_only: string | undefined;
  close(): Promise<void>;
}

/** Default timeout of a command, in milliseconds, if the contract has none. */
const DEFAULT_COMMAND_MS = 600_000;

/**
 * Opens workspace tools on a folder of the machine; the caller closes them.
 *
 * Commands run in a sandbox without network. Commands, edits and people may change the folder at the same time.
 */
export async function openDirectoryTools(options: DirectoryToolsOptions): Promise<DirectoryTools> {
  const { workspace, backend, budget } = options;
  const session = await backend.open({
    workspace,
    read_only_mounts: options.read_only_mounts,
    covered: options.covered,
    limits: {
      memory_bytes: budget.memory,
      processes: budget.processes,
      cpu_ms: budget.cpu,
      output_bytes: budget.output,
    },
    environment: options.environment,
  });
  const ceiling_ms = budget.command ?? DEFAULT_COMMAND_MS;
  const run: WorkspaceTools['run'] = async ({ command, timeout_ms = ceiling_ms, signal }) => {
    const { cause, exit_code, detail, stdout, stderr } = await session.exec({
      argv: ['/bin/sh', '-c', command],
      timeout_ms: Math.min(timeout_ms, ceiling_ms),
      signal,
    });
    if (cause === 'not-started')
      return createToolFailure('command_failed', detail ?? 'the command could not be started');
    const [output, complaint] = [truncateCapture(stdout), truncateCapture(stderr)];
    const truncated = [output, complaint].some(({ whole }) => !whole);
    return { exit_code, cause, stdout: output.text, stderr: complaint.text, truncated };
  };
  const trial = await run({ agent: '', command: 'test -w .' });
  const hint = workspaceOwner
    ? ` (chown -R ${workspaceOwner.uid}:${workspaceOwner.gid} it, or start as its owner)`
    : '';
  const writable = 'exit_code' in trial && trial.exit_code === 0;
  return {
    workspace: session.root,
    read_only: writable ? undefined : `the folder does not belong to the user that commands run as${hint}`,
    run,
    async edit(edit) {
      const edited = editLiveFile(workspace, edit);
      if ('bytes' in edited) return edited;
      return createToolFailure(edited.refused === 'outside' ? 'path_outside_workspace' : 'edit_failed', edited.because);
    },
    close: () => session.close(),
  };
}

const createToolFailure = (not_done: ToolFailure['not_done'], message: string): ToolFailure => ({ not_done, message });

const truncateCapture = ({ text, truncated }: CapturedOutput) => truncateOutput(Buffer.from(text), truncated);
