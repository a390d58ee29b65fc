import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../src/system/write_atomically.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);

describe('writing a file in one step', () => {
  it('replaces the old content and leaves nothing beside it', () => {
    const room = givenRoom();
    writeAtomically(join(room, 'a'), 'old');
    writeAtomically(join(room, 'a'), Buffer.from('new'));
    expect(readdirSync(room)).toEqual(['a']);
    expect(readFileSync(join(room, 'a'), 'utf8')).toBe('new');
    expect(statSync(join(room, 'a')).mode & 0o777).toBe(0o644);
  });

  it('writes large and empty content whole', () => {
    const room = givenRoom();
    const large = Buffer.alloc(5_000_000, 'x');
    writeAtomically(join(room, 'large'), large);
    writeAtomically(join(room, 'empty'), '');
    expect(readFileSync(join(room, 'large')).equals(large)).toBe(true);
    expect(readFileSync(join(room, 'empty')).length).toBe(0);
  });

  it('follows no link that somebody put under its temporary name', () => {
    const room = givenRoom();
    writeFileSync(join(room, 'mine'), 'precious');
    symlinkSync(join(room, 'mine'), join(room, `a.${process.pid}.tmp`));
    expect(() => writeAtomically(join(room, 'a'), 'new')).toThrow('ELOOP');
    expect(readFileSync(join(room, 'mine'), 'utf8')).toBe('precious');
    expect(readdirSync(room)).toEqual(['mine']);
  });

  it('leaves the old file and no rest when it fails', () => {
    const room = givenRoom();
    mkdirSync(join(room, 'folder'));
    writeFileSync(join(room, 'folder', 'inside'), 'x');
    expect(() => writeAtomically(join(room, 'folder'), 'text')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(() => writeAtomically(join(room, 'gone', 'a'), 'text')).toThrow('ENOENT');
    expect(readdirSync(room)).toEqual(['folder']);
    expect(existsSync(join(room, 'folder', 'inside'))).toBe(true);
  });
});
