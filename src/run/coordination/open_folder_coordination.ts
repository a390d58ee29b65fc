import { realpathSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Coordination } from '../../contract/coordination/coordination.js';
import { type Ablation, formatAblation } from '../../contract/coordination/mechanism.js';
import { UserError } from '../../contract/input/user_error.js';
import type { Policy } from '../../contract/policy/policy.js';
import { type BearerTokens, createWrongTokenAlert } from '../../gateway/accounts/bearer_tokens.js';
import type { Guard } from '../../guard/guard.js';
import type { EventPayload } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import type { Mask } from '../../record/redaction/mask.js';
import { type LogFolder, openLogFolder } from '../../record/storage/event_log.js';
import type { CoordinationLog } from '../safety/audit_trail.js';
import { MCP_PATH, type McpHttpServer, openMcpHttpServer } from './mcp/mcp_http_server.js';
import { type McpStdioServer, openMcpStdioServer } from './mcp/open_mcp_stdio_server.js';
import { type DirectoryToolsOptions, openDirectoryTools } from './open_directory_tools.js';
import { openDispatcher } from './open_dispatcher.js';
import { createProcessClock } from './state/coordination_clock.js';
import { openCoordinator } from './state/coordinator.js';
import { createCoordinationSettings } from './state/reducer_result.js';
import { rebuildState } from './state/shared_state.js';

/** Options of the coordination layer over a folder. */
interface FolderCoordinationOptions {
  /** Real path of the folder in which agents work. */
  workspace: string;
  /** Folder of the record, from which the state comes back. */
  record: string;
  coordination: Coordination;
  policy: Policy;
  off: Ablation;
  guard: Guard;
  tokens: BearerTokens;
  /** Mask of the record, in addition to that of the tokens. */
  mask: Mask;
  now: () => Date;
  /** Chooses the sandbox of commands, after the record is open. */
  prepareTools: () => Promise<DirectoryToolsOptions>;
  /** Receives each operation that an earlier server left unfinished. */
  onInterrupted: (operation: EventPayload<'audit'>) => void;
  /** Receives faults of the layer. */
  onFault: (error: unknown) => void;
}

/** Coordination layer over a folder, which must be closed. */
interface FolderCoordination {
  /** Reason why commands cannot write to the folder; undefined if they can. */
  readonly read_only: string | undefined;
  /** Opens its MCP server over HTTP, which is closed with it. */
  serveHttp(): McpHttpServer;
  /** Opens its MCP server over two streams for the first agent, which is closed with it. */
  serveStdio(streams: { input: Readable; output: Writable }): McpStdioServer;
  /** Closes everything in reverse order, since later parts use earlier ones. */
  close(): Promise<void>;
}

/** Returns the URL of the HTTP server on a port of this machine. */
export const getMcpUrl = (port: number): string => `http://127.0.0.1:${port}${MCP_PATH}`;

/**
 * Opens the coordination layer over a folder, or continues it after its process ended in any way; the caller closes it.
 *
 * @throws {UserError} if the record cannot be used or the tools cannot be opened
 */
export async function openFolderCoordination(options: FolderCoordinationOptions): Promise<FolderCoordination> {
  const { workspace, coordination, policy, off, guard, tokens, mask } = options;
  const { log, close: closeLog } = openJournal(options.record, workspace, options.now);
  const open: { close(): unknown }[] = [{ close: closeLog }];
  const close = async () => {
    for (const part of open.reverse()) await part.close();
  };
  const register = <T extends { close(): unknown }>(part: T): T => {
    open.push(part);
    return part;
  };
  try {
    log.mask = mask;
    closeInterruptedOperations(log).forEach(options.onInterrupted);
    log.append('note', 'harness', {
      text: `served to ${tokens.agents.join(', ')}; switched off: ${formatAblation(off)}`,
    });
    const tools = register(await openDirectoryTools(await options.prepareTools()));
    const clock = createProcessClock(() => log.now());
    const settings = createCoordinationSettings(coordination, off);
    const coordinator = register(openCoordinator({ settings, clock, state: rebuildState(log.events), mask }));
    const now = () => performance.now();
    const dispatcher = register(openDispatcher({ coordination, policy, off, coordinator, guard, tools, log, now }));
    return {
      read_only: tools.read_only,
      serveHttp: () =>
        register(
          openMcpHttpServer({
            dispatcher,
            tokens,
            on_wrong_token: createWrongTokenAlert(log),
            on_fault: options.onFault,
          }),
        ),
      serveStdio: (streams) => {
        const [agent = ''] = tokens.agents;
        return register(openMcpStdioServer(agent, dispatcher, streams, options.onFault));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens or continues the record of the layer over a folder.
 *
 * @throws {UserError} if the record cannot be written or read, is in use, belongs to another folder, or lies where
 * agents could change it
 */
function openJournal(folder: string, workspace: string, now: () => Date): LogFolder {
  return openLogFolder({
    folder,
    head: 'coordination.json',
    about: { workspace },
    now,
    check(path) {
      if (!`${realpathSync(path)}/`.startsWith(`${workspace}/`)) return;
      throw new UserError(
        `the record ${path} lies in the workspace, where agents could change it`,
        'Name a folder outside with --record DIR.',
      );
    },
  });
}

/**
 * Closes the operations that were under way when an earlier server of this record was killed: the audit gets how they
 * ended (`failed`, code `interrupted`), so that no entry stays pending. How much of them was done is not known. Without
 * the audit nothing says that an operation was begun.
 *
 * @returns the audit entries of their admission, in order
 */
function closeInterruptedOperations(log: CoordinationLog): EventPayload<'audit'>[] {
  const audited = selectEvents(log.events, 'audit').map(({ payload }) => payload);
  const completed = new Set(audited.filter(({ phase }) => phase === 'completed').map(({ entry }) => entry));
  const interrupted = audited.filter(({ phase, entry }) => phase === 'admitted' && !completed.has(entry));
  for (const admitted of interrupted)
    log.append('audit', 'harness', { ...admitted, phase: 'completed', outcome: 'failed', code: 'interrupted' });
  return interrupted;
}
