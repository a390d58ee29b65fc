import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTrajectoryLibrary } from '../../../src/adapters/trajectories/open_trajectory_library.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { readSession } from './given_sessions.js';
import { atifTrajectory, openhandsRow } from './given_trajectories.js';

const room = givenRoom();
afterAll(cleanUp);
const row = JSON.stringify(openhandsRow);
const open = (name: string) => openTrajectoryLibrary(join(room, name), name);

describe('a file that cannot be read has one line with its place', () => {
  it.each<[string, string | Buffer | undefined, string]>([
    ['none.traj', undefined, 'trajectory none.traj is not there'],
    ['bad.jsonl', `${row}\n{"instance_id": \n`, 'bad.jsonl:2:17  is not JSON from here on'],
    ['two.jsonl', `${row}\n\n${row}\n`, 'two.jsonl:3  is a trajectory of "shell", as two.jsonl:1 is'],
    ['wide.traj', Buffer.from('\ufeff{}', 'utf16le'), 'wide.traj  is UTF-16'],
    ['latin.traj', Buffer.from([0x7b, 0x0a, 0x22, 0xe9, 0x22]), 'latin.traj:2  is not UTF-8'],
    ['latin.jsonl', Buffer.concat([Buffer.from(`${row}\n`), Buffer.from([0xe9])]), 'latin.jsonl:2  is not UTF-8'],
    ['empty.jsonl', '\n\n', 'empty.jsonl has no trajectories'],
  ])('%s', async (name, content, message) => {
    if (content !== undefined) writeFileSync(join(room, name), content);
    await expect(open(name)).rejects.toThrow(message);
  });

  itInFull('a file or a line that is too large', async () => {
    for (const name of ['huge.traj', 'huge.jsonl']) {
      writeFileSync(join(room, name), '');
      truncateSync(join(room, name), (name === 'huge.traj' ? 257 : 65) * 2 ** 20);
    }
    await expect(open('huge.traj')).rejects.toThrow('trajectory huge.traj cannot be read (larger than 256 MiB)');
    await expect(open('huge.jsonl')).rejects.toThrow('huge.jsonl:1  the line has more than 64 MiB');
  });

  it('a folder without trajectories', async () => {
    mkdirSync(join(room, 'bare'));
    writeFileSync(join(room, 'bare', 'notes.json'), '{}');
    await expect(open('bare')).rejects.toThrow('bare has no file that is named like a trajectory');
  });
});

it('names the task by the row, else by the file or its folder', async () => {
  mkdirSync(join(room, 'all', 'Task-B', 'agent'), { recursive: true });
  writeFileSync(join(room, 'all', 'owner__task-1.trajectory.json'), JSON.stringify(atifTrajectory));
  writeFileSync(join(room, 'all', 'Task-B', 'agent', 'trajectory.json'), JSON.stringify(atifTrajectory));
  writeFileSync(join(room, 'all', 'output.jsonl'), `\ufeff${row}\r\n`);
  const library = await open('all');
  expect([...library.tasks.keys()].sort()).toEqual(['owner__task-1', 'shell', 'task-b']);
  expect(library).toMatchObject({ single: false });
  expect((await library.read('owner/task-1'))!.document).toEqual(atifTrajectory);
  expect((await library.read('Shell'))!.place).toBe('output.jsonl:1');
  expect(await library.read('other')).toBeUndefined();
});

describe('lines of one session are one trajectory', () => {
  it('whatever the file is called, also where it is cut off in the middle of a character', async () => {
    const text = readSession('claude-code-session.jsonl');
    const cut = Buffer.from(`${text}{"type":"user","message":{"content":"ä`).subarray(0, -1);
    for (const name of ['rollout.jsonl', 'printed.ndjson']) {
      writeFileSync(join(room, name), cut);
      const library = await open(name);
      expect(library).toMatchObject({ single: true, agent: 'claude-code/scripted' });
      const { place, document } = (await library.read('any'))!;
      expect([place, document.steps.length, document.notes]).toEqual([name, 4, 'its last line is cut off']);
    }
    writeFileSync(join(room, 'printed.log'), text);
    expect((await (await open('printed.log')).read('any'))!.format).toBe('claude-code');
  });

  it('in a folder every session is found by its content, and other lines are left alone', async () => {
    mkdirSync(join(room, 'sessions'));
    for (const name of ['codex-exec', 'opencode-run'])
      writeFileSync(join(room, 'sessions', `${name}.jsonl`), readSession(`${name}.jsonl`));
    writeFileSync(join(room, 'sessions', 'measures.jsonl'), '{"a":1}\n{"a":2}\n');
    writeFileSync(join(room, 'sessions', 'opencode-run.patch'), 'diff');
    const library = await open('sessions');
    expect([...library.tasks.keys()].sort()).toEqual(['codex-exec', 'opencode-run']);
    expect(await library.read('codex-exec')).toMatchObject({ format: 'codex', patch: null });
    expect(await library.read('opencode-run')).toMatchObject({ format: 'opencode', patch: Buffer.from('diff') });
  });
});
