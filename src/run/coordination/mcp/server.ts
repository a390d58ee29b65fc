import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { VERSION } from '../../../record/version.js';
import type { Answer } from '../answer.js';
import type { Call } from './calls.js';
import { INSTRUCTIONS, tools } from './tools.js';

/** How often a client that asked for it hears that a call is still at work: it would give up otherwise. In milliseconds. */
const PROGRESS_MS = 10_000;

/** How long a client of the newest protocol may keep the list of tools, in milliseconds: it never changes while a server lives. */
const LIST_TTL_MS = 3_600_000;

/**
 * The coordination layer as one agent sees it over MCP: a tool per operation, and nothing else. Made anew for each request or
 * connection; whatever lasts is behind `perform`.
 *
 * `tools/call` has no handler of its own: the library's would refuse malformed calls before anybody sees them, and they are to be audited
 * like all others.
 */
export function mcpServer(agent: string, perform: (call: Call) => Promise<Answer>, progress_ms = PROGRESS_MS): Server {
  const server = new Server(
    { name: 'gatebench', title: 'gatebench coordination', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' } },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools }));
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
      const { name, arguments: given } = params ?? {};
      return resultOf(
        await perform({
          id,
          agent,
          operation: typeof name === 'string' ? name : '',
          arguments: given === undefined ? {} : given,
          signal: mcpReq.signal,
        }),
      );
    } finally {
      clearInterval(sign);
    }
  };
  return server;
}

/** An answer as a tool result. What is refused or fails is a result too: models see results, and only clients see errors. */
export function resultOf(answer: Answer): CallToolResult {
  const done = answer.outcome === 'done';
  // What does not exist in JSON must not exist in the text either.
  const structured = JSON.parse(JSON.stringify(done ? { ...answer, result: answer.result ?? null } : answer));
  const text = done ? JSON.stringify(structured.result) : `${answer.outcome}: ${answer.code}: ${answer.message}`;
  return { content: [{ type: 'text', text }], structuredContent: structured, isError: !done };
}
