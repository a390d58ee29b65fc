// Needs: sandbox
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BUILT_CLI } from '../../built.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

async function given() {
  const room = givenRoom();
  await givenShellTask(room, 'task');
  cpSync(join(room, 'task/repo'), join(room, 'work'), { recursive: true });
  writeFileSync(join(room, 'work/.gitignore'), '*.log\n');
  return room;
}

/** The built judge, asked by the official client. */
async function open(room: string, ...options: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  const argv = ['serve', 'mcp', '--tools', 'judge', '--contract', join(room, 'task'), '-w', join(room, 'work')];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BUILT_CLI, ...argv, '-r', join(room, 'asks'), '--cache', join(room, 'cache'), ...options],
    stderr: 'pipe',
  });
  await client.connect(transport);
  const ask = async (args: Record<string, unknown> = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name: 'judge', arguments: args });
    return { text: (content as { text: string }[])[0]!.text, answer: structuredContent as never, isError };
  };
  return { client, ask };
}

const readLog = (room: string) =>
  readFileSync(join(room, 'asks/asks.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

it('judges what the workspace changes, tells nothing that is hidden, and keeps to its cap over restarts', async () => {
  const room = await given();
  writeFileSync(join(room, 'work/new.log'), 'ignored\n');
  const first = await open(room, '--asks', '2');
  expect((await first.client.listTools()).tools.map(({ name }) => name)).toEqual(['judge']);
  const failed = await first.ask();
  expect(failed.text).toBe(
    [
      'fail · patch validity pass · build and static checks pass · functional acceptance fail · safety and policy pass',
      'check unit: 1 of 1 tests of what is asked for do not pass, and 0 of 1 tests of what worked before',
      '1 judgement is left.',
    ].join('\n'),
  );
  writeFileSync(join(room, 'work/value'), 'right\n');
  const passed = await first.ask();
  expect(passed.answer).toMatchObject({ verdict: 'pass', reasons: [], asks_left: 0 });
  await first.client.close();

  const second = await open(room, '--asks', '2');
  expect((await second.ask()).answer).toMatchObject({
    verdict: 'undecided',
    reasons: ['all 2 judgements are used up'],
  });
  await second.client.close();

  expect(readLog(room)).toMatchObject([
    { gatebench_judge: 1, contract: 'task', asks: 2 },
    { event: 'asked', ask: 1 },
    { event: 'answered', ask: 1, answer: { verdict: 'fail' } },
    { event: 'asked', ask: 2 },
    { event: 'answered', ask: 2, answer: { verdict: 'pass' } },
    { event: 'refused', reason: 'all 2 judgements are used up' },
  ]);
  const patch = readFileSync(join(room, 'asks/ask-2/change.patch'), 'utf8');
  expect([patch.includes('+right'), patch.includes('new.log')]).toEqual([true, false]);
  const { code } = await typeCommand(room, ['verify', 'asks/ask-1/run', 'asks/ask-2/run']);
  expect(code).toBe(0);
});

it('judges a diff that it is given, and refuses other arguments without counting them', async () => {
  const room = await given();
  const { client, ask } = await open(room, '--asks', '3');
  expect((await ask({ diff: GOLDEN })).answer).toMatchObject({ verdict: 'pass', asks_left: 2 });
  expect((await ask({ diff: 'no diff\n' })).answer).toMatchObject({ verdict: 'fail', asks_left: 1 });
  expect(await ask({ diff: 7 })).toMatchObject({
    isError: true,
    text: 'judge takes a diff, as a text, and nothing else',
  });
  expect(readLog(room).filter(({ event }) => event === 'asked')).toHaveLength(2);
  await client.close();
});

it('is not opened twice over one record, nor with one in the workspace, and reads no repository of its own', async () => {
  const room = await given();
  const first = await open(room);
  await expect(open(room)).rejects.toThrow();
  await expect(open(room, '--record', join(room, 'work/asks'))).rejects.toThrow();
  expect(existsSync(join(room, 'work/asks'))).toBe(false);
  const nested = givenHistory(join(room, 'work'), 'nested');
  commit(nested, { a: 'x' });
  writeFileSync(join(room, 'work/value'), 'right\n');
  expect((await first.ask()).answer).toMatchObject({ verdict: 'pass', asks_left: 4 });
  expect(readFileSync(join(room, 'asks/ask-1/change.patch'), 'utf8')).not.toContain('nested');
  await first.client.close();
});

it.each<[string, string[], RegExp]>([
  ['without a contract', ['--tools', 'judge'], /--tools judge needs a contract/],
  ['over HTTP', ['--tools', 'judge', '--contract', 'task', '--port', '0'], /speaks over standard input and output/],
  ['of tools that are not there', ['--tools', 'all'], /--tools/],
])('%s is a mistake', async (_, options, expected) => {
  const room = await given();
  const { code, error } = await typeCommand(room, [
    'serve',
    'mcp',
    '-w',
    'work',
    ...(options.includes('-r') ? [] : ['-r', 'asks']),
    ...options,
  ]);
  expect([code, error]).toEqual([2, expect.stringMatching(expected)]);
});

it('with another cap than its record was begun with is a mistake', async () => {
  const room = await given();
  const first = await open(room, '--asks', '2');
  await first.client.close();
  await expect(open(room, '--asks', '9')).rejects.toThrow();
});
