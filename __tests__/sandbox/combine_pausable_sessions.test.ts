// Needs: sandbox
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { combinePausableSessions } from '../../src/sandbox/sandbox_backend.js';
import { bubblewrap, givenFolder, order, removeFolders, shell } from './given.js';

afterAll(removeFolders);

const size = (folder: string) => statSync(join(folder, 'loop'), { throwIfNoEntry: false })?.size ?? 0;
async function moves(folders: readonly string[]): Promise<void> {
  const from = folders.map(size);
  while (folders.some((folder, i) => size(folder) <= from[i]!)) await delay(2);
}

describe('sessions that act side by side', () => {
  it('stand still together and go on together; where one cannot, none does', async () => {
    const backend = bubblewrap();
    const folders = [givenFolder(), givenFolder()];
    const sessions = await Promise.all(folders.map((folder) => backend.open(order(folder))));
    const argv = ['/bin/sh', '-c', 'while :; do echo x >> loop; done'];
    const running = sessions.map((session) => session.exec({ argv, timeout_ms: 600_000 }));
    await moves(folders);
    const both = combinePausableSessions(sessions);
    await both.pause!();
    const before = folders.map(size);
    await shell(backend, 'true'); // meanwhile others work
    expect(folders.map(size)).toEqual(before);
    await both.resume!();
    await moves(folders);

    const closed = {
      pause: () => Promise.reject(new Error('it is gone')),
      resume: () => Promise.reject(new Error('it was never paused')),
    };
    await expect(combinePausableSessions([...sessions, closed]).pause!()).rejects.toThrow('it is gone');
    await moves(folders);
    await expect(combinePausableSessions([...sessions, {}]).pause!()).rejects.toThrow('this sandbox cannot pause');
    await moves(folders);
    await Promise.all(sessions.map((session) => session.close()));
    await Promise.all(running);
  });
});
