import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Operation, operations } from '../../../contract/coordination/mechanism.js';
import { operationArgumentSchemas } from '../operations/operation_arguments.js';

/** Instructions that a client shows its model before the first call. */
export const MCP_INSTRUCTIONS = `You share one workspace with other agents and act in it through these tools.
- Before you change a file, acquire its lock; keep it while you work, release it when you are done. If it is held, wait with wait_ms or do something else: editing around a lock breaks the other agent's work.
- get_work gives you the next thing to do and holds it for you for a limited time; complete_work says how it went. submit_work leaves things for others.
- remember what others would otherwise have to find out again; recall before you start.
- When you stop before something is finished, write_handoff to whoever goes on; read_handoff when you begin.
- A refused call changed nothing. Its result has "outcome" (denied: you may not; failed: it did not work), a "code" and a "message" that says why. Do not try to reach the same by other means.`;

interface ToolDescription {
  title: string;
  description: string;
  /** True if it changes nothing. */
  reads?: true;
  /** True if it may overwrite or delete. */
  destroys?: true;
  /** True if the same call again changes nothing further. */
  again?: true;
}

const TOOL_DESCRIPTIONS: Record<Operation, ToolDescription> = {
  acquire_lock: {
    title: 'Acquire a lock',
    description:
      'Lock a file or folder for yourself before you change it. A folder covers what is below it. Locks end ' +
      'by themselves after a while: acquire again to renew. With wait_ms the call waits that long for ' +
      'whoever holds it.',
  },
  release_lock: {
    title: 'Release a lock',
    description: 'Give back a lock that you hold, once for each time you acquired it.',
  },
  check_locks: {
    title: 'See locks',
    description: 'Who holds which lock and until when, for one path or for all.',
    reads: true,
    again: true,
  },
  submit_work: {
    title: 'Submit work',
    description:
      'Put a piece of work into the queue for any agent, with a priority and with the work that must be done first.',
  },
  get_work: {
    title: 'Get work',
    description:
      'Claim the most urgent work that is ready. It is yours until you complete it or its lease ends; then ' +
      'another agent gets it.',
  },
  complete_work: {
    title: 'Complete work',
    description: 'Say that work which you claimed is done, or that it failed, and what came of it.',
  },
  remember: {
    title: 'Remember',
    description:
      'Write a fact into the memory that all agents share, with tags to find it by. A key replaces what was ' +
      'kept under it.',
  },
  recall: {
    title: 'Recall',
    description: 'Search the shared memory by words and tags; says who wrote what and when.',
    reads: true,
    again: true,
  },
  write_handoff: {
    title: 'Write a handoff',
    description:
      'Hand your state over to another agent: what is done, what is left, which files matter. It cannot be ' +
      'changed afterwards.',
  },
  read_handoff: {
    title: 'Read handoffs',
    description: 'Read what other agents handed over to you, and mark it as read.',
  },
  run_command: {
    title: 'Run a command',
    description:
      'Run a shell command in the workspace and wait for it. Returns its exit code and the end of its ' +
      'output. Destructive commands, credentials and unknown hosts are refused.',
    destroys: true,
  },
  edit_file: {
    title: 'Edit a file',
    description:
      'Change one file of the workspace: give its whole content, or a text in it and what replaces that, or ' +
      'delete it. Paths are relative to the workspace.',
    destroys: true,
  },
};

/** Tools of `tools/list`, one per operation. Clients put prefixes before the names. */
export const MCP_TOOLS: Tool[] = operations.map((name) => {
  const { title, description, reads = false, destroys = false, again = false } = TOOL_DESCRIPTIONS[name];
  return {
    name,
    title,
    description,
    inputSchema: createInputSchema(name),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: destroys,
      idempotentHint: again,
      openWorldHint: name === 'run_command',
    },
  };
});

function createInputSchema(name: Operation): Tool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(operationArgumentSchemas[name], { io: 'input' });
  return { ...schema, type: 'object' } as Tool['inputSchema'];
}
