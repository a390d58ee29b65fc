// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MCP_BRIDGE } from '../../../../src/run/coordination/mcp/mcp_bridge.js';
import { cleanUp, givenRoom } from '../../../given.js';
import { bubblewrap, MiB, PATH, removeFolders, shell, text } from '../../../sandbox/given.js';
import { call, closeAll, givenServer, outcomeOf } from './given.js';

/** Path of the bridge in a stage (`run_stage.ts`). */
const MCP_BRIDGE_PATH = '/gatebench/mcp-bridge.mjs';

afterEach(closeAll);
afterAll(async () => {
  removeFolders();
  await cleanUp();
});

describe('a door of a sandbox', () => {
  it('leads its agents to the server, over HTTP and by the bridge', async () => {
    const given = await givenServer();
    const bridge = join(givenRoom(), 'mcp-bridge.mjs');
    writeFileSync(bridge, MCP_BRIDGE);
    const plain = `fetch(process.env.GATEBENCH_MCP_URL, { method: 'POST', body: ${JSON.stringify(call('remember', { text: 'plain' }))},
      headers: { authorization: 'Bearer ' + process.env.GATEBENCH_MCP_TOKEN, 'content-type': 'application/json', accept: 'application/json, text/event-stream' } })
      .then((answer) => answer.text()).then((text) => console.log(text.split('\\n').find((line) => line.startsWith('data: ')).slice(6)))`;
    const line = `printf '%s\\n' "$CALL" | /node ${MCP_BRIDGE_PATH} && /node -e "$PLAIN"`;
    const result = await shell(bubblewrap(), line, {
      forwarded_ports: [{ port: 3129, accept: (connection) => given.server.accept(connection) }],
      read_only_mounts: { [bridge]: MCP_BRIDGE_PATH, [process.execPath]: '/node' },
      limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: MiB },
      environment: {
        PATH,
        CALL: call('remember', { text: 'bridged' }),
        PLAIN: plain,
        GATEBENCH_MCP_URL: 'http://127.0.0.1:3129/mcp',
        GATEBENCH_MCP_TOKEN: given.tokens.of('bob')!,
      },
    });
    const answers = text(result.stdout).split('\n').filter(Boolean);
    expect([text(result.stderr), answers.map((answer) => outcomeOf(JSON.parse(answer)))]).toEqual([
      '',
      [1, 2].map((stored) => ({ outcome: 'done', result: { stored } })),
    ]);
    expect(given.desk.memory).toEqual(['bridged', 'plain'].map((text) => ({ agent: 'bob', text })));
  });
});
