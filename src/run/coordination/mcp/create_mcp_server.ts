import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { ENGINE_VERSION } from '../../../record/manifest/engine_version.js';
import type { OperationResult } from '../operations/operation_result.js';
import type { McpCall } from './mcp_calls.js';
import { MCP_INSTRUCTIONS, MCP_TOOLS } from './mcp_tools.js';

/** Interval of progress messages, in milliseconds; a client gives up without them. */
const PROGRESS_MS = 10_000;

/** Time for which a client may cache the list of tools, in milliseconds; the list never changes. */
const LIST_TTL_MS = 3_600_000;

/**
 * Creates the MCP server that one agent sees: one tool per operation.
 *
 * It is created per request or connection; `perform` holds all lasting state. `tools/call` has no handler of its own,
 * since the library's handler would refuse malformed calls before they are audited.
 */
export function createMcpServer(
  agent: string,
  perform: (call: McpCall) => Promise<OperationResult>,
  progress_ms = PROGRESS_MS,
): Server {
  const server = new Server(
    { name: 'gatebench', title: 'gatebench coordination', version: ENGINE_VERSION },
    {
      capabilities: { tools: {} },
      instructions: MCP_INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: MCP_TOOLS }));
  server.fallbackRequestHandler = async ({ method, params, id }, { mcpReq }) => {
    if (method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const token = mcpReq._meta?.progressToken;
    let progress = 0;
    const sign = setInterval(() => {
      if (token === undefined) return;
      progress += 1;
      const params = { progressToken: token, progress };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    }, progress_ms);
    try {
      const { name, arguments: toolArguments } = params ?? {};
      return toToolResult(
        await perform({
          id,
          agent,
          operation: typeof name === 'string' ? name : '',
          arguments: toolArguments === undefined ? {} : toolArguments,
          signal: mcpReq.signal,
        }),
      );
    } finally {
      clearInterval(sign);
    }
  };
  return server;
}

/**
 * Converts an operation's result to a tool result. Refusals and failures are results too: models see results, and only
 * clients see errors.
 */
function toToolResult(answer: OperationResult): CallToolResult {
  const isDone = answer.outcome === 'done';
  // Values that JSON cannot hold must not appear in the text either.
  const structured = JSON.parse(JSON.stringify(isDone ? { ...answer, result: answer.result ?? null } : answer));
  const text = isDone ? JSON.stringify(structured.result) : `${answer.outcome}: ${answer.code}: ${answer.message}`;
  return { content: [{ type: 'text', text }], structuredContent: structured, isError: !isDone };
}
