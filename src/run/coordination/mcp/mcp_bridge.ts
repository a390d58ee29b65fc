/** Path of the bridge inside a sandbox, and the variables that it reads. */
const MCP_BRIDGE_PATH = '/gatebench/mcp-bridge.mjs';
const BRIDGE_VARIABLES = { url: 'GATEBENCH_MCP_URL', token: 'GATEBENCH_MCP_TOKEN' } as const;

/**
 * Program for agents that only start MCP servers over stdio. It sends each line of its input to the coordination server
 * and prints the answers line by line. It needs only Node 18 or later.
 */
export const MCP_BRIDGE = `#!/usr/bin/env node
// Joins MCP over stdio with the coordination layer of gatebench: node ${MCP_BRIDGE_PATH}
import { request } from 'node:http';

const { ${BRIDGE_VARIABLES.url}: url, ${BRIDGE_VARIABLES.token}: token } = process.env;
if (!url || !token) {
  console.error('mcp-bridge: ${BRIDGE_VARIABLES.url} and ${BRIDGE_VARIABLES.token} must be set');
  process.exit(2);
}

/** Protocol revision that the server chose when the client said hello; later requests have to name it. */
let revision;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

const write = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
const failure = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } });

async function pass(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    return write(failure(null, -32700, 'Parse error: the message is not JSON'));
  }
  // Notifications and answers are not answered.
  let waits = message?.method !== undefined && message.id !== undefined;
  const fail = (why) => {
    if (waits) write(failure(message.id, -32000, why));
    waits = false;
  };
  try {
    const response = await post(line, message);
    for await (const answer of answers(response)) {
      if (message?.method === 'initialize') revision = answer.result?.protocolVersion ?? revision;
      // What the server could not tell apart, it answers to nobody.
      const ours = answer.id === null && answer.error !== undefined && waits;
      write(ours ? { ...answer, id: message.id } : answer);
      if (ours || (answer.id === message?.id && answer.method === undefined)) waits = false;
    }
    fail('the coordination layer ended the answer early (status ' + response.statusCode + ')');
  } catch (error) {
    fail('the coordination layer cannot be reached: ' + error.message);
  }
}

function post(line, message) {
  const named = message?.params?._meta?.[REVISION];
  const version = named ?? revision;
  const headers = {
    authorization: 'Bearer ' + token,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(line),
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(named === undefined ? {} : { 'mcp-method': message.method }),
    ...(named === undefined || message.params.name === undefined ? {} : { 'mcp-name': message.params.name }),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers }).on('response', resolve).on('error', reject).end(line);
  });
}

/** Lines of a stream. Newer versions of readline end lines at U+2028 as well, which a JSON text may hold. */
async function* readLines(stream) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\\n');
    text = lines.pop();
    yield* lines;
  }
  if (text) yield text;
}

async function* answers(response) {
  response.on('error', () => {});
  const streamed = String(response.headers['content-type']).startsWith('text/event-stream');
  for await (const line of readLines(response)) {
    const text = streamed ? (line.startsWith('data:') ? line.slice(5).trim() : '') : line.trim();
    if (text) yield JSON.parse(text);
  }
}

process.stdout.on('error', () => process.exit(0));
// A process without anything under way ends by itself.
for await (const line of readLines(process.stdin)) if (line.trim()) void pass(line);
`;
