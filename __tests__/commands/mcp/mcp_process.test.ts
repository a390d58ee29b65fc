// Needs: sandbox
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { callOperation } from '../../../src/run/coordination/mcp/call_operation.js';
import type { OperationResult } from '../../../src/run/coordination/operations/operation_result.js';
import { workspaceOwner } from '../../../src/workspace/workspace_owner.js';
import { BUILT_CLI } from '../../built.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom, write } from '../../given.js';

const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cleanUp();
});

function given() {
  const room = givenRoom();
  const workspace = write(join(room, 'workspace'), { 'a.txt': 'one\n' });
  if (workspaceOwner) execFileSync('chown', ['-R', `${workspaceOwner.uid}:${workspaceOwner.gid}`, workspace]);
  const tokens = join(room, 'tokens.json');
  const argv = [BUILT_CLI, 'serve', 'mcp', '-w', workspace, '-r', join(room, 'record'), '--cache', join(room, 'cache')];
  return { room, workspace, tokens, argv };
}

/** The built command line as a server of its own, once it says where it is. */
async function serve({ argv, tokens }: ReturnType<typeof given>) {
  const more = ['--port', '0', '--agent', 'ada', '--agent', 'bob', '--tokens', tokens];
  const child = spawn(process.execPath, [...argv, ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(child);
  const ended = new Promise<[number | null, string | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  for await (const line of createInterface({ input: child.stderr })) if (line.startsWith('http:')) break;
  const file = JSON.parse(readFileSync(tokens, 'utf8')) as { url: string; tokens: Record<string, string> };
  const port = Number(new URL(file.url).port);
  const ask = (agent: string, operation: string, arguments_: unknown = {}): Promise<OperationResult> =>
    callOperation({ connect: () => connect(port, '127.0.0.1'), token: file.tokens[agent]! }, operation, arguments_);
  return { child, ended, ask };
}

describe('mcp as a process of its own', () => {
  // Holds A4
  itInFull(
    'killed in the middle of work, has lost nothing of what it answered, and ends cleanly when it is asked to',
    async () => {
      const place = given();
      const first = await serve(place);
      expect(await first.ask('ada', 'acquire_lock', { path: 'a.txt' })).toMatchObject({ outcome: 'done' });
      const answered: string[] = [];
      const work = Array.from({ length: 200 }, async (_, i) => {
        const id = `w${i}`;
        const answer = await first.ask('bob', 'submit_work', { id, title: id }).catch(() => undefined);
        if (answer?.outcome === 'done') answered.push(id);
        if (answered.length === 20) first.child.kill('SIGKILL');
      });
      await Promise.all(work);
      expect(await first.ended).toEqual([null, 'SIGKILL']);
      expect(answered.length).toBeGreaterThanOrEqual(20);

      const second = await serve(place);
      const edit = { path: 'a.txt', content: '' };
      expect(await second.ask('bob', 'edit_file', edit)).toMatchObject({ outcome: 'failed', code: 'lock_held' });
      const again = await Promise.all(answered.map((id) => second.ask('bob', 'submit_work', { id, title: id })));
      expect(again.filter(({ outcome }) => outcome === 'done')).toEqual([]);
      second.child.kill('SIGTERM');
      expect(await second.ended).toEqual([0, null]);
    },
  );

  it('is started over stdio by the official client, and ends with it', async () => {
    const { argv, workspace } = given();
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({ command: process.execPath, args: argv, stderr: 'ignore' });
    await client.connect(transport);
    const { pid } = transport;
    expect(await client.callTool({ name: 'run_command', arguments: { command: 'cat a.txt > b.txt' } })).toMatchObject({
      structuredContent: { outcome: 'done', result: { exit_code: 0 } },
    });
    expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toBe('one\n');
    await client.close();
    expect(() => process.kill(pid!, 0)).toThrow('ESRCH');
  });
});
