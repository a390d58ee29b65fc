import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../src/contract/input/user_error.js';
import { lockFolder } from '../../src/system/lock_folder.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

describe('an output folder belongs to one run at a time', () => {
  it('refuses a second run, and serves it once the first is done', () => {
    const folder = givenRoom();
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(UserError);
    unlock();
    expect(existsSync(join(folder, '.lock'))).toBe(false);
    lockFolder(folder)();
  });

  it('takes over from a run that was killed', () => {
    const folder = givenRoom();
    const unlock = lockFolder(folder);
    const [namespace] = readFileSync(join(folder, '.lock'), 'utf8').split('-');
    unlock();
    const gone = spawnSync('true').pid;
    writeFileSync(join(folder, '.lock'), `${namespace}-${gone}-1`);
    expect(() => lockFolder(folder)()).not.toThrow();
  });
});
