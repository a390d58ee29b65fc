import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../../src/contract/input/user_error.js';
import { sha256 } from '../../../../src/record/json/compute_digest.js';
import { chooseAgent } from '../../../../src/run/agents/catalog/choose_agent.js';
import { readContract } from '../../../../src/run/contract_files/read_contract.js';
import { cleanUp, givenRoom, write } from '../../../given.js';
import { GOLDEN, smallContract, writeContract } from '../../../given_task.js';
import { commit, gitIn, givenHistory } from '../../../workspace/given_history.js';

const room = givenRoom();
const around = { cwd: room, cache: join(room, 'cache'), search_path: '' };
beforeAll(() => {
  write(room, {
    'a.patch': GOLDEN,
    'same.patch': GOLDEN,
    'b.patch': `${GOLDEN}\n`,
    'script.yml': 'name: writer\noperations:\n  - {write: a, content: b}\n',
    'bad.yml': 'operations:\n  - {wirte: a, content: b}\n',
    'task/golden.patch': GOLDEN,
  });
  writeContract(join(room, 'task'), smallContract({ golden_patch: 'golden.patch' }));
});
afterAll(cleanUp);
const patchOf = async (name: string) => {
  const agent = await chooseAgent(name, around);
  if (!('patch' in agent)) throw new Error(`${name} brings no patch`);
  return Buffer.from(await agent.patch(readContract('task/contract.yml', room))).toString();
};
const complaint = async (name: string) =>
  chooseAgent(name, around).then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof UserError) return error.text;
      throw error;
    },
  );

// Holds A1
describe('the agent that a name stands for', () => {
  it.each<[string, string, string]>([
    ['noop', 'noop', ''],
    ['golden', 'golden', GOLDEN],
    ['patch:a.patch', 'patch', GOLDEN],
  ])('%s brings its patch', async (name, kind, patch) => {
    expect([(await chooseAgent(name, around)).kind, await patchOf(name)]).toEqual([kind, patch]);
  });

  it('asks in one wire format where the loop agent is told one, and in any of them else', async () => {
    expect(await chooseAgent('loop', around)).toMatchObject({
      name: 'loop',
      dialects: ['chat', 'responses', 'messages', 'gemini'],
    });
    const { identity } = await chooseAgent('loop', around);
    const told = await chooseAgent('loop:messages', around);
    expect(told).toMatchObject({ name: 'loop:messages', dialects: ['messages'] });
    expect(told.identity).not.toBe(identity);
    expect(await complaint('loop:mesages')).toContain('no such wire format – did you mean "messages"?');
  });

  it('has a kind, a name for people, and the facts that define it', async () => {
    const { kind, name, detail } = await chooseAgent('patch:a.patch', around);
    expect({ kind, name, detail }).toEqual({
      kind: 'patch',
      name: 'patch:a.patch',
      detail: { file: 'a.patch', sha256: sha256(GOLDEN), bytes: GOLDEN.length },
    });
    const long = await chooseAgent(`command:${'x'.repeat(100)}`, around);
    expect([long.name, long.detail]).toEqual([`command:${'x'.repeat(57)}…`, { command: 'x'.repeat(100) }]);
    expect(await chooseAgent('script:script.yml', around)).toMatchObject({
      kind: 'scripted',
      name: 'writer',
      detail: { operations: 1 },
    });
    expect(await chooseAgent('command: cat a:b ', around)).toMatchObject({ detail: { command: 'cat a:b' } });
  });

  it('is the same agent for the same content, and another for other content', async () => {
    const identity = async (name: string) => (await chooseAgent(name, around)).identity;
    expect(await identity('patch:a.patch')).toBe(await identity('patch:same.patch'));
    const names = ['noop', 'golden', 'patch:a.patch', 'patch:b.patch', 'command:a', 'command:b', 'script:script.yml'];
    expect(new Set(await Promise.all(names.map(identity))).size).toBe(names.length);
  });

  it.each<[string, string]>([
    [
      'nop',
      'unknown agent "nop" – did you mean "noop"?\n  Known: noop, golden, pull-request, loop, loop:FORMAT, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, command:"…", and those of `gatebench agents list`.',
    ],
    [
      'goldne',
      'unknown agent "goldne" – did you mean "golden"?\n  Known: noop, golden, pull-request, loop, loop:FORMAT, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, command:"…", and those of `gatebench agents list`.',
    ],
    [
      '',
      'unknown agent ""\n  Known: noop, golden, pull-request, loop, loop:FORMAT, patch:FILE, predictions:FILE, trajectory:FILE, script:FILE, agent:FILE, command:"…", and those of `gatebench agents list`.',
    ],
    ['patch:', 'agent "patch:" needs something after the colon'],
    ['command', 'agent "command" needs something after the colon'],
    ['command:  ', 'agent "command:  " needs something after the colon'],
    [
      'patch:gone',
      'patch file gone cannot be read (ENOENT)\n  Name a file, or a folder with one <contract id>.patch per contract.',
    ],
    ['script:gone', 'script gone does not exist'],
    ['script:bad.yml', 'bad.yml:2:6  unknown key "wirte" – did you mean "write"?'],
    [
      'pull-request',
      'agent "pull-request" needs a pull request\n  Run it from a workflow on: pull_request, or give --base and --head.',
    ],
  ])('%j is a mistake', async (name, expected) => {
    expect(await complaint(name)).toBe(expected);
  });

  it.each([
    ['sleep 100', 'sleep 100'],
    ['"sleep 100"', 'sleep 100'],
    ["'sleep 100'", 'sleep 100'],
    ['"my-agent --say \\"hi\\""', 'my-agent --say "hi"'],
    ['"my agent" "$TASK"', '"my agent" "$TASK"'],
    ["'my agent' '$TASK'", "'my agent' '$TASK'"],
    [`sh -c "echo 'a'"`, `sh -c "echo 'a'"`],
    [`"echo 'a' && echo 'b'"`, `echo 'a' && echo 'b'`],
    ['"unclosed', '"unclosed'],
  ])('command:%s runs the program %s: quotes around all of it are none of its own', async (given, program) => {
    const agent = await chooseAgent(`command:${given}`, around);
    expect(agent).toMatchObject({ name: `command:${program}`, detail: { command: program } });
    expect(agent.identity).toBe((await chooseAgent(`command:${program}`, around)).identity);
  });

  it.each(['', '""', "''", '" "'])('command:%s is no program', async (given) => {
    expect(await complaint(`command:${given}`)).toMatch(/needs something after the colon/);
  });

  it('golden needs a reference solution', async () => {
    writeContract(join(room, 'task'), smallContract());
    await expect(patchOf('golden')).rejects.toThrow(
      new UserError('task/contract.yml: has no golden_patch, which agent "golden" needs'),
    );
    writeContract(join(room, 'task'), smallContract({ golden_patch: 'golden.patch' }));
  });
});

describe('the diff of a pull request', () => {
  it('is what its head changed since it left the base, whatever the base gained', async () => {
    const repo = givenHistory();
    commit(repo, { a: 'a\n' });
    gitIn(repo, 'checkout', '-q', '-b', 'topic');
    const head_sha = commit(repo, { b: new Uint8Array([0, 1, 2]), c: { content: 'x\n', executable: true } });
    gitIn(repo, 'checkout', '-q', 'main');
    const base_sha = commit(repo, { a: 'moved on\n' });
    const agent = await chooseAgent('pull-request', around, { base_sha, head_sha, workspace: repo });
    if (!('patch' in agent)) throw new Error('brings no patch');
    const patch = Buffer.from(await agent.patch(readContract('task/contract.yml', room))).toString();
    expect(patch.match(/^diff --git .*/gm)).toEqual(['diff --git a/b b/b', 'diff --git a/c b/c']);
    expect(patch).toContain('GIT binary patch');
    expect(agent.detail).toEqual({ base_sha, head_sha, sha256: sha256(patch), bytes: patch.length });
  });

  it('of commits that the clone does not have is a mistake with the mend', async () => {
    const repo = givenHistory();
    const base_sha = commit(repo, { a: 'a\n' });
    const asked = chooseAgent('pull-request', around, { base_sha, head_sha: 'a'.repeat(40), workspace: repo });
    await expect(asked).rejects.toMatchObject({
      text: expect.stringMatching(
        /^the pull request's diff cannot be made: .*\n {2}Check the repository out with `fetch-depth: 0`/,
      ),
    });
  });
});

it('a patch file is read once: what it becomes later is not the agent', async () => {
  writeFileSync(join(room, 'changing.patch'), 'first');
  const agent = await chooseAgent('patch:changing.patch', around);
  writeFileSync(join(room, 'changing.patch'), 'second');
  expect('patch' in agent && Buffer.from(await agent.patch(readContract('task/contract.yml', room))).toString()).toBe(
    'first',
  );
});

describe('a folder of patches', () => {
  it('has one per contract, by id, and its identity is that of all of them', async () => {
    mkdirSync(join(room, 'answers'), { recursive: true });
    const { contract } = readContract('task/contract.yml', room);
    writeFileSync(join(room, 'answers', `${contract.id}.patch`), 'mine');
    writeFileSync(join(room, 'answers', 'other.patch'), 'not mine');
    const agent = await chooseAgent('patch:answers', around);
    expect('patch' in agent && Buffer.from(await agent.patch(readContract('task/contract.yml', room))).toString()).toBe(
      'mine',
    );
    writeFileSync(join(room, 'answers', 'other.patch'), 'changed');
    expect((await chooseAgent('patch:answers', around)).identity).not.toBe(agent.identity);
  });

  it('without one for a contract is a mistake that names the file', async () => {
    mkdirSync(join(room, 'none'), { recursive: true });
    const agent = await chooseAgent('patch:none', around);
    const asked = async () => 'patch' in agent && agent.patch(readContract('task/contract.yml', room));
    await expect(asked()).rejects.toThrow(/^task\/contract\.yml: none has no .*\.patch$/);
  });
});
