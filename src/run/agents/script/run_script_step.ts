import { lstatSync, readFileSync } from 'node:fs';
import { toBytePath } from '../../../workspace/git/run_git.js';
import { existsWithoutSymlinks, removeFilesSafely, writeFileSafely } from '../../../workspace/write_file_safely.js';
import { toSubtaskField } from '../../subtasks/subtask_assignment.js';
import type { StopReason } from '../../supervisor/stop_reason.js';
import type { AgentContext } from '../agent.js';
import { type RecordedExecution, runToolCall } from '../run_tool_call.js';
import { runOperationsConcurrently } from './run_operations_concurrently.js';
import type { Script, ScriptCommand, ScriptOperation } from './script_schema.js';
import type { ScriptVariables } from './script_variables.js';

/** Runs a command of a script. While writes are suspended it runs read-only; a cycle that ends then restores them. */
export async function runScriptCommand(
  command: ScriptCommand,
  context: AgentContext,
): Promise<RecordedExecution | undefined> {
  const { supervisor } = context;
  const suspended = supervisor.writes_suspended;
  const recorded = await runToolCall(context, {
    run: command.run,
    arguments: command,
    timeout_ms: command.timeout * 1000,
    cycle: command.cycle,
    state: true,
    session: suspended ? await context.openReadOnlySession() : undefined,
  });
  if (suspended && recorded?.cycle) supervisor.restoreWrites();
  return recorded;
}

/**
 * Runs one operation of a script and records it. A failed command does not stop the script; an edit that cannot be
 * applied does.
 */
export async function runScriptStep(
  operation: ScriptOperation,
  via: Script['via'],
  context: AgentContext,
  variables: ScriptVariables,
): Promise<StopReason | undefined> {
  const { workspace, run, supervisor } = context;
  if ('run' in operation) {
    await runScriptCommand(operation, context);
    return undefined;
  }
  if ('use' in operation) return runOperationsConcurrently([[operation]], via, context, variables);
  if ('together' in operation) return runOperationsConcurrently(operation.together, via, context, variables);
  const tool = 'write' in operation ? 'write' : 'delete' in operation ? 'delete' : 'replace';
  const { refused } = await supervisor.admit({ tool, arguments: operation, ...toSubtaskField(context.part) });
  if (refused !== undefined) return undefined;
  const root = workspace.view;
  const noted = async (tool: string, summary: string): Promise<number> => {
    const state = await context.state();
    const snapshot = {
      tree: state?.tree ?? null,
      manifests: state?.manifests ?? null,
      ...toSubtaskField(context.part),
    };
    return run.log.append('tool_invocation', 'agent', { tool, arguments: operation, summary, ...snapshot }).seq;
  };
  if (supervisor.writes_suspended) {
    await noted(tool, 'not done: writes are suspended');
    return undefined;
  }
  if ('write' in operation) {
    writeFileSafely(root, encodePath(operation.write), Buffer.from(operation.content), operation.executable);
    await noted('write', `${Buffer.byteLength(operation.content)} bytes to ${operation.write}`);
    return undefined;
  }
  const target = 'delete' in operation ? operation.delete : operation.replace;
  const onDisk = toBytePath(root, encodePath(target));
  const missing = async (what: string): Promise<StopReason> => ({
    kind: 'agent-error',
    because: what,
    evidence_seq: await noted('edit', what),
  });
  if (!existsWithoutSymlinks(root, encodePath(target))) return missing(`${target} does not exist`);
  if ('delete' in operation) {
    removeFilesSafely(root, [encodePath(target)]);
    await noted('delete', `removed ${target}`);
    return undefined;
  }
  const stat = lstatSync(onDisk);
  if (!stat.isFile()) return missing(`${target} is not a file`);
  const text = readFileSync(onDisk, 'utf8');
  const times = text.split(operation.from).length - 1;
  if (times !== 1) return missing(`${target} holds the text to replace ${times} times, expected once`);
  writeFileSafely(
    root,
    encodePath(target),
    Buffer.from(text.replace(operation.from, () => operation.to)),
    (stat.mode & 0o100) !== 0,
  );
  await noted('replace', `replaced text in ${target}`);
  return undefined;
}

const encodePath = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
