// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import type { Event } from '../../../src/record/events/event.js';
import { selectEvents } from '../../../src/record/events/select_events.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { callOperation } from '../../../src/run/coordination/mcp/call_operation.js';
import type { OperationResult } from '../../../src/run/coordination/operations/operation_result.js';
import { workspaceOwner } from '../../../src/workspace/workspace_owner.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { smallContract, writeContract } from '../../given_task.js';
import { where } from '../../machine.js';

const stop = new AbortController();
const started: Promise<unknown>[] = [];
afterAll(async () => {
  stop.abort();
  await Promise.all(started);
  await cleanUp();
});

/** A folder that commands of the sandbox may write to, and one for everything else. */
function given(files: Record<string, string> = {}) {
  const room = givenRoom();
  const workspace = write(join(room, 'workspace'), files);
  if (workspaceOwner) execFileSync('chown', ['-R', `${workspaceOwner.uid}:${workspaceOwner.gid}`, workspace]);
  const base = ['serve', 'mcp', '-w', workspace, '-r', join(room, 'record'), '--cache', join(room, 'cache')];
  return { room, workspace, base };
}

const held = where('libfaketime');

/** Types a command line and waits for its end. */
async function type(argv: string[], cwd: string, input = '', signal = stop.signal, told = (_line: string) => {}) {
  const error: string[] = [];
  const client = { input: new PassThrough(), output: new PassThrough() };
  let out = '';
  client.output.on('data', (chunk) => {
    out += String(chunk);
  });
  client.input.end(input);
  const code = await runCommandLine(
    argv,
    {
      log: (line) => error.push(`stdout: ${line}`),
      error(line) {
        error.push(line);
        told(line);
      },
      signal,
      terminal: { columns: 100, colour: false },
    },
    { cwd, search_path: process.env.PATH ?? '', user: 'tester', client },
  ).catch((fault: Error) => {
    if (!(fault instanceof UserError)) throw fault;
    error.push(fault.text);
    return 2;
  });
  return {
    code,
    error: error.join('\n'),
    answers: out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

/** A server over HTTP, until it is stopped. */
async function serve(argv: string[], tokens: string) {
  const interruption = new AbortController();
  const ended = new Promise<Awaited<ReturnType<typeof type>>>((resolve, reject) => {
    started.push(
      new Promise<void>((ready, fail) => {
        const line = type([...argv, '--port', '0', '--tokens', tokens], '/', '', interruption.signal, () => ready());
        line.then(resolve, reject);
        line.then(({ error }) => fail(new Error(error)), fail);
      }),
    );
  });
  await started.at(-1);
  const file = JSON.parse(readFileSync(tokens, 'utf8')) as { url: string; tokens: Record<string, string> };
  const { port } = new URL(file.url);
  const ask = (agent: string, operation: string, arguments_: unknown = {}): Promise<OperationResult> =>
    callOperation(
      { connect: () => connect(Number(port), '127.0.0.1'), token: file.tokens[agent]! },
      operation,
      arguments_,
    );
  const end = () => {
    interruption.abort('SIGTERM');
    return ended;
  };
  started.push(ended.catch(() => {}));
  stop.signal.addEventListener('abort', () => interruption.abort());
  return { ...file, port, ask, end };
}

const logOf = (room: string): Event[] => {
  const { events, faults } = verifyHashChain(readFileSync(join(room, 'record/events.jsonl'), 'utf8'));
  expect(faults).toEqual([]);
  return events;
};

/** The mark of a process that had our number and is gone. */
const ofTheGone = (lock: string) => readFileSync(lock, 'utf8').replace(/\d+$/, '1');

const call = (id: number, name: string, given: unknown) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: given } })}\n`;

describe('mcp over stdio', () => {
  it('serves one agent: edits, commands in the sandbox, refusals, all of them audited', async () => {
    const { room, workspace, base } = given({ 'a.txt': 'one\n' });
    const input = [
      call(1, 'edit_file', { path: 'a.txt', replace: 'one', with: 'two' }),
      call(2, 'acquire_lock', { path: 'a.txt' }),
      call(3, 'run_command', { command: 'git push --force origin main' }),
      call(4, 'edit_file', { path: '../record/events.jsonl', content: '' }),
      call(5, 'fly', 'away'),
    ];
    const { code, error, answers } = await type(base, room, input.join(''));
    expect([code, error]).toEqual([0, '']);
    const outcomes = new Map(answers.map(({ id, result }) => [id, result.structuredContent]));
    expect([...outcomes.keys()].sort()).toEqual([1, 2, 3, 4, 5]);
    expect(outcomes.get(1)).toEqual({ outcome: 'done', result: { bytes: 4 } });
    expect(outcomes.get(2)).toMatchObject({ outcome: 'done', result: { path: 'a.txt' } });
    expect(outcomes.get(3)).toMatchObject({ outcome: 'denied', code: 'destructive_operation_blocked' });
    expect(outcomes.get(4)).toMatchObject({ code: 'path_outside_workspace' });
    expect(outcomes.get(5)).toMatchObject({ code: 'malformed_request' });
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('two\n');
    const events = logOf(room);
    const operations = selectEvents(events, 'coordination').map(({ payload }) => payload.id);
    const audited = selectEvents(events, 'audit').filter(({ payload }) => payload.phase !== 'admitted');
    expect(new Set(audited.map(({ payload }) => payload.id))).toEqual(new Set(operations));
    expect(operations).toHaveLength(5);
    expect(existsSync(join(room, 'record/.lock'))).toBe(false);
  });

  it('has commands see and change the folder, and no network', async () => {
    const { room, workspace, base } = given({ 'a.txt': 'one\n' });
    const command = 'cat a.txt; echo new > made.txt; cat /proc/net/dev | grep -c :';
    const { answers } = await type(base, room, call(1, 'run_command', { command }));
    const { result } = answers[0].result.structuredContent;
    expect(result).toMatchObject({ exit_code: 0, cause: 'exit', stdout: 'one\n1\n', stderr: '', truncated: false });
    expect(readFileSync(join(workspace, 'made.txt'), 'utf8')).toBe('new\n');
  });

  held('has commands see the declared clock of the contract', async () => {
    const { room, base } = given();
    const environment = { clock: '2024-05-01T12:00:00Z' };
    const policy = { guarantees: { clock: 'enforced' } };
    const contract = writeContract(room, smallContract({ environment, policy }));
    const input = call(1, 'run_command', { command: 'date -u +%Y-%m-%dT%H' });
    const { error, answers } = await type([...base, '--contract', contract], room, input);
    expect([error, answers[0]?.result.structuredContent.result.stdout]).toEqual(['', '2024-05-01T12\n']);
  });

  it('records with each start what is switched off from there on', async () => {
    const { room, base } = given({ 'a.txt': 'one\n' });
    await type(base, room, '');
    await type([...base, '--ablate', 'guardrails,audit'], room, '');
    expect(selectEvents(logOf(room), 'note').map(({ payload }) => payload.text)).toEqual([
      'served to agent; switched off: none',
      'served to agent; switched off: guardrails+audit',
    ]);
  });
});

describe('mcp over HTTP', () => {
  it('keeps locks, work, memory and tokens over the end of its process, and no token in the record', async () => {
    const { room, base } = given({ 'a.txt': 'one\n' });
    const tokens = join(room, 'tokens.json');
    const argv = [...base, '--agent', 'ada', '--agent', 'bob'];
    const first = await serve(argv, tokens);
    expect((statSync(tokens).mode & 0o777).toString(8)).toBe('600');
    expect(await first.ask('ada', 'acquire_lock', { path: 'a.txt' })).toMatchObject({ outcome: 'done' });
    await first.ask('ada', 'submit_work', { title: 'first' });
    await first.ask('ada', 'remember', { text: `my token is ${first.tokens.bob}`, tags: ['x'] });
    const { code, error } = await first.end();
    expect(code).toBe(0);
    expect(error).not.toContain('gbt_');

    const second = await serve(argv, tokens);
    expect(second.tokens).toEqual(first.tokens);
    const edit = { path: 'a.txt', content: 'mine' };
    expect(await second.ask('bob', 'edit_file', edit)).toMatchObject({ outcome: 'failed', code: 'lock_held' });
    expect(await second.ask('ada', 'edit_file', edit)).toEqual({ outcome: 'done', result: { bytes: 4 } });
    expect(await second.ask('bob', 'get_work')).toMatchObject({
      outcome: 'done',
      result: { work: { title: 'first' } },
    });
    expect(JSON.stringify(await second.ask('bob', 'recall', { tags: ['x'] }))).toContain('[token of bob]');
    await second.end();
    const text = readFileSync(join(room, 'record/events.jsonl'), 'utf8');
    for (const token of Object.values(first.tokens)) expect(text).not.toContain(token);
    expect(selectEvents(logOf(room), 'coordination').map(({ payload }) => payload.operations)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
  });

  it('goes on from what a killed process left, wherever its last line ends', async () => {
    const { room, base, workspace } = given();
    const server = await serve(base, join(room, 'tokens.json'));
    await server.ask('agent', 'acquire_lock', { path: 'a.txt' });
    await server.ask('agent', 'submit_work', { title: 'first' });
    // As it is at this moment, with the beginning of a line that will never be finished; the lock names a process that is gone.
    const left = join(room, 'left');
    cpSync(join(room, 'record'), left, { recursive: true });
    appendFileSync(join(left, 'events.jsonl'), '{"actor":"agent","ha');
    writeFileSync(join(left, '.lock'), ofTheGone(join(left, '.lock')));
    await server.end();
    const input = call(1, 'check_locks', {}) + call(2, 'get_work', {});
    const { code, answers } = await type(['serve', 'mcp', '-w', workspace, '-r', left, ...base.slice(6)], room, input);
    expect(code).toBe(0);
    expect(answers.map(({ result }) => result.structuredContent)).toMatchObject([
      { outcome: 'done', result: { locks: [{ path: 'a.txt', agent: 'agent' }] } },
      { outcome: 'done', result: { work: { title: 'first' } } },
    ]);
  });

  it('tells which operations a crash interrupted, closes them in the audit, and tells it once', async () => {
    const { room, base, workspace } = given();
    const server = await serve(base, join(room, 'tokens.json'));
    await server.ask('agent', 'run_command', { command: 'true' });
    await server.end();
    // What a server that was killed during the command leaves: its log ends with the admission.
    const left = join(room, 'left');
    cpSync(join(room, 'record'), left, { recursive: true });
    const lines = readFileSync(join(left, 'events.jsonl'), 'utf8').split('\n');
    const admitted = lines.findIndex((line) => line.includes('"phase":"admitted"'));
    writeFileSync(join(left, 'events.jsonl'), `${lines.slice(0, admitted + 1).join('\n')}\n`);
    const restart = () =>
      type(['serve', 'mcp', '-w', workspace, '-r', left, ...base.slice(6)], room, call(1, 'check_locks', {}));
    const { code, error } = await restart();
    expect([code, error]).toEqual([
      0,
      expect.stringMatching(
        /interrupted: run_command of agent \(op-1\) was under way when the server before this one/m,
      ),
    ]);
    const audit = selectEvents(verifyHashChain(readFileSync(join(left, 'events.jsonl'), 'utf8')).events, 'audit');
    const entries = audit.map(({ payload }) => [payload.entry, payload.phase, payload.outcome, payload.code]);
    expect(entries.slice(0, 2)).toEqual([
      [1, 'admitted', 'pending', null],
      [1, 'completed', 'failed', 'interrupted'],
    ]);
    expect((await restart()).error).not.toContain('interrupted:');
  });

  it('is a server for the official client, and an alert for whoever has no token', async () => {
    const { room, base } = given();
    const server = await serve([...base, '--trust', '0'], join(room, 'tokens.json'));
    const client = new Client({ name: 'test', version: '1' });
    const authorization = `Bearer ${server.tokens.agent}`;
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { authorization } } }),
    );
    expect(await client.callTool({ name: 'run_command', arguments: { command: 'true' } })).toMatchObject({
      isError: true,
      structuredContent: { outcome: 'denied', code: 'insufficient_trust_level' },
    });
    await client.close();
    expect((await fetch(server.url, { method: 'POST', headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    await server.end();
    expect(selectEvents(logOf(room), 'alert').map(({ payload }) => [payload.code, payload.signals])).toEqual([
      ['insufficient_trust_level', expect.anything()],
      ['wrong-token', { count: 1 }],
    ]);
  });

  it('protects nothing when locking is off', async () => {
    const { room, base } = given();
    const argv = [...base, '--agent', 'ada', '--agent', 'bob', '--ablate', 'locking'];
    const server = await serve(argv, join(room, 'tokens.json'));
    expect(await server.ask('ada', 'acquire_lock', { path: 'a.txt' })).toMatchObject({ result: { enforced: false } });
    expect(await server.ask('bob', 'edit_file', { path: 'a.txt', content: '' })).toMatchObject({ outcome: 'done' });
    await server.end();
  });

  it('takes agents and profiles of a contract', async () => {
    const { room, base } = given();
    const coordination = {
      agents: [{ name: 'reader', profile: 'careful' }, { name: 'writer' }],
      profiles: { careful: { trust_level: 0 } },
    };
    const contract = writeContract(room, smallContract({ coordination }));
    const server = await serve([...base, '--contract', contract], join(room, 'tokens.json'));
    expect(Object.keys(server.tokens)).toEqual(['reader', 'writer']);
    const memory = { text: 'x' };
    expect([
      await server.ask('reader', 'remember', memory),
      await server.ask('writer', 'remember', memory),
    ]).toMatchObject([{ outcome: 'denied', code: 'insufficient_trust_level' }, { outcome: 'done' }]);
    await server.end();
    const { error } = await type([...base, '--contract', contract, '--agent', 'writr'], room);
    expect(error).toContain('has no agent "writr" – did you mean "writer"?');
  });
});

describe('mcp says in one line what is wrong', () => {
  it('with folders, files and ports', async () => {
    const { room, workspace, base } = given({ 'a.txt': '' });
    const other = given();
    const tokens = join(room, 'tokens.json');
    const server = await serve(base, tokens);
    const tampered = join(room, 'tampered');
    await server.ask('agent', 'remember', { text: 'innocent' });
    cpSync(join(room, 'record'), tampered, { recursive: true });
    writeFileSync(
      join(tampered, 'events.jsonl'),
      readFileSync(join(tampered, 'events.jsonl'), 'utf8').replace('innocent', 'guilty'),
    );
    writeFileSync(join(tampered, '.lock'), ofTheGone(join(tampered, '.lock')));
    const open = join(room, 'open.json');
    cpSync(tokens, open);
    chmodSync(open, 0o644);
    const sealed = write(join(room, 'sealed'), { 'events.jsonl': '' });
    const broken = write(join(room, 'broken'), { 'coordination.json': '{}' });
    const on = (...more: string[]) => ['serve', 'mcp', '-w', workspace, '--cache', join(room, 'cache'), ...more];
    const fresh = join(room, 'fresh');
    const cases: [string[], string][] = [
      [['serve', 'mcp', '-w', join(room, 'no'), '-r', fresh], 'is not a folder that agents can work in'],
      [['serve', 'mcp', '-w', join(workspace, 'a.txt'), '-r', fresh], 'is not a folder that agents can work in'],
      [['serve', 'mcp', '-w', '/', '-r', fresh], 'is not a folder that agents can work in'],
      [on('-r', join(workspace, 'record')), 'lies in the workspace, where agents could change it'],
      [on('-r', join(workspace, 'a.txt')), 'cannot be written (EEXIST)'],
      [on('-r', '/proc/record'), 'cannot be written (EROFS)'],
      [on('-r', join(room, 'record')), 'another server is writing to'],
      [
        ['serve', 'mcp', '-w', other.workspace, '-r', tampered],
        `is the record of ${workspace}, not of ${other.workspace}`,
      ],
      [on('-r', tampered), 'events.jsonl:3:1'],
      [on('-r', sealed), 'is the record of something else'],
      [on('-r', broken), 'cannot be read (it is not what this version writes)'],
      [on('-r', fresh, '--port', server.port), `port ${server.port} of 127.0.0.1 is taken`],
      [on('-r', fresh, '--port', '70000'), 'must be at most 65535'],
      [on('-r', fresh, '--port', '0', '--tokens', open), 'others may read the tokens'],
      [on('-r', fresh, '--port', '0', '--tokens', join(workspace, 't')), 'lies in the workspace'],
      [on('-r', fresh, '--port', '0', '--tokens', join(broken, 'coordination.json')), 'others may read'],
      [on('-r', fresh, '--port', '0', '--tokens', room), 'is not a file'],
      [on('-r', fresh, '--tokens', tokens), 'over stdio there are no tokens'],
      [on('-r', fresh, '--agent', 'ada', '--agent', 'ada'), 'agent "ada" is named twice'],
      [on('-r', fresh, '--agent', 'a b'), 'must be a name'],
      [on('-r', fresh, '--ablate', 'gravity'), '"gravity" is no mechanism'],
      [on('-r', fresh, '--trust', '5'), 'must be at most 4'],
      [on('-r', fresh, '--sandbox', 'none'), 'running without isolation was asked for'],
      [on('-r', fresh, '--contract', join(room, 'no.yml')), 'no.yml'],
    ];
    for (const [argv, says] of cases) {
      const { code, error } = await type(argv, room);
      expect({ argv, code, error }).toEqual({ argv, code: 2, error: expect.stringContaining(says) });
      expect(error.split('\n').length).toBeLessThanOrEqual(2);
    }
    await server.end();
  });
});
