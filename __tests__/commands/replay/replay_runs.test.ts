// Needs: sandbox
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask } from '../../given_task.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
afterAll(cleanUp);

const type = (...argv: string[]) => typeCommand(room, [...argv, ...cache]);
/** Replays, and reads what was written. */
async function replay(...argv: string[]) {
  const typed = await type('score', '--rerun', ...argv);
  return { ...typed, lines: typed.log.split('\n') };
}

beforeAll(async () => {
  await givenRecorded('challenged', room);
});

// Holds R16
it('comes to the same for an attempt that passes and one that fails, and leaves records of its own', async () => {
  const { code, lines } = await replay('out');
  expect(lines).toEqual([
    expect.stringMatching(/^out\/runs\/task-golden-\S+ {2}same: 1 check compared, under the same conditions$/),
    expect.stringMatching(/^out\/runs\/task-noop-\S+ {2}same: 1 check compared, under the same conditions$/),
    '2 of 2 replays the same, 0 different',
  ]);
  expect(code).toBe(0);
  expect((await typeCommand(room, ['verify', 'gatebench-replay'])).code).toBe(0);
  const manifests = readdirSync(join(room, 'gatebench-replay/runs')).map((name) =>
    JSON.parse(readFileSync(join(room, 'gatebench-replay/runs', name, 'manifest.json'), 'utf8')),
  );
  expect(manifests.map(({ agent, harness }) => [agent.name, harness.entrypoint])).toEqual(
    expect.arrayContaining([
      ['replay:golden', 'replay'],
      ['replay:noop', 'replay'],
    ]),
  );
});

itInFull(
  'names the conditions that differ, such as the sandbox, and says that results are not comparable',
  async () => {
    const { code, log } = await replay('out', '--sandbox', 'none', '--unsafe-no-sandbox');
    expect(log).toContain('under other conditions');
    expect(log).toMatch(/condition sandbox backend: bubblewrap → none/);
    expect(log).toMatch(/condition isolation: isolated → not isolated/);
    expect([0, 3]).toContain(code);
  },
);

it('finds the contract under another path, as on another machine', async () => {
  const other = givenRoom();
  cpSync(join(room, 'out'), join(other, 'downloaded'), { recursive: true });
  cpSync(join(room, 'task'), join(other, 'contracts/task'), { recursive: true });
  const without = await typeCommand(other, ['score', '--rerun', 'downloaded', ...cache]);
  expect(without.code).toBe(3);
  expect(without.log).toContain('name the contract with --contract');
  const named = await typeCommand(other, ['score', '--rerun', 'downloaded', '--contract', 'contracts/task', ...cache]);
  expect([named.code, named.log.split('\n').at(-1)]).toEqual([0, '2 of 2 replays the same, 0 different']);
});

itInFull('shows check by check what differs now', async () => {
  // The check passes in every second run, so twenty replays that are all the same come once in a million times.
  const run = 'case $(cat /proc/sys/kernel/random/uuid) in [0-7]*) exit 1;; esac';
  await givenShellTask(room, 'unsteady', { contract: { acceptance: [{ id: 'luck', run }] } });
  await type('run', 'unsteady', '--agent', 'golden', '--trials', '20', '--out', 'steady');
  const { code, log } = await replay('steady', '--out', 'again', '--json');
  const { replays } = JSON.parse(log);
  expect([code, replays.length]).toEqual([1, 20]);
  const differing = replays.filter(({ same }: { same: boolean }) => !same);
  for (const { differences } of differing)
    expect(differences.map(({ what }: { what: string }) => what)).toEqual(['gate G3', 'check luck']);
  expect(JSON.parse(readFileSync(join(room, 'again/replay.json'), 'utf8')).replays).toEqual(replays);
});

describe('a record that cannot be replayed is named with the reason, and the others are replayed', () => {
  const copyOut = (name: string) => {
    cpSync(join(room, 'out'), join(room, name), { recursive: true });
    return readdirSync(join(room, name, 'runs')).map((run) => join(room, name, 'runs', run));
  };

  it('one that was changed', async () => {
    const [first] = copyOut('changed');
    appendFileSync(join(first!, 'patch.diff'), '\n');
    const { code, lines } = await replay('changed');
    expect(code).toBe(3);
    expect(lines[0]).toMatch(/not replayed: the record was changed: /);
    expect(lines.at(-1)).toBe('1 of 2 replays the same, 0 different, 1 not replayed');
  });

  it('one that was never finished', async () => {
    const [first] = copyOut('unfinished');
    rmSync(join(first!, 'report.json'));
    rmSync(join(room, 'unfinished/results.jsonl'));
    expect((await replay('unfinished')).lines[0]).toMatch(/not replayed: the attempt was never finished/);
  });

  it('one whose hidden tests are others now', async () => {
    const other = givenRoom();
    cpSync(join(room, 'out'), join(other, 'out'), { recursive: true });
    cpSync(join(room, 'task'), join(other, 'task'), { recursive: true });
    writeFileSync(join(other, 'task/hidden/check.sh'), 'exit 0\n');
    const { code, log } = await typeCommand(other, ['score', '--rerun', 'out', ...cache]);
    expect(code).toBe(3);
    expect(log).toMatch(
      /task\/contract\.yml is another version than the record's \([0-9a-f]{12}\): hidden .*check\.sh differ/,
    );
  });

  it('one whose patch did not apply is replayed, and fails in the same way', async () => {
    const other = givenRoom();
    await givenRecorded('inapplicable', other);
    expect((await typeCommand(other, ['score', '--rerun', 'out', ...cache])).log).toMatch(/same: 1 check compared/);
  });
});

it('never removes the records that it is to replay', async () => {
  await replay('out', '--out', 'kept');
  for (const name of ['kept', join('kept/runs', readdirSync(join(room, 'kept/runs'))[0]!)])
    expect(await replay(name, '--out', 'kept', '--replace')).toMatchObject({
      code: 2,
      error: expect.stringContaining('lies in kept, where the new records go'),
    });
  expect(readdirSync(join(room, 'kept/runs'))).toHaveLength(2);
});

it('has one clear error for a mistake', async () => {
  expect(await replay('nowhere')).toMatchObject({ code: 2, error: expect.stringContaining('neither a run directory') });
  expect(await replay('out', '--contract', 'nothing.yml')).toMatchObject({ code: 2 });
});
