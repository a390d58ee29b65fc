import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../../../src/record/json/compute_digest.js';
import {
  getAttemptFolder,
  listStoredOriginals,
  logAccess,
  openRestrictedStore,
  readAccessLog,
  readStoredOriginal,
} from '../../../../src/run/redaction/restricted_store/open_restricted_store.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const SECRET = 'the original, ü';

describe('R14: the store of originals', () => {
  it('keeps each original once, under its digest, for its owner alone', () => {
    const room = givenRoom();
    const store = openRestrictedStore('deep/store', room, [join(room, 'out')]);
    const one = store.openAttempt('attempt-1');
    one.keep(sha256(SECRET), SECRET);
    one.keep(sha256(SECRET), SECRET);
    one.keep(sha256('x'), Buffer.from('x'));
    const path = join(room, 'deep/store');
    expect(store.warnings).toEqual([]);
    expect(
      ['', 'attempt-1', 'attempt-1/kept.jsonl', `attempt-1/${sha256('x')}`].map((name) => modeOf(join(path, name))),
    ).toEqual(['700', '700', '600', '600']);
    expect(readdirSync(join(path, 'attempt-1'))).toHaveLength(3);
    expect(listStoredOriginals(path, 'attempt-1').map(({ sha256, bytes, there }) => [sha256, bytes, there])).toEqual([
      [sha256(SECRET), 16, true],
      [sha256('x'), 1, true],
    ]);
    expect(readStoredOriginal(path, 'attempt-1', sha256(SECRET))).toEqual({ bytes: Buffer.from(SECRET) });
    expect(listStoredOriginals(path, 'attempt-2')).toEqual([]);
  });

  it('goes on with a store that is there', () => {
    const room = givenRoom();
    openRestrictedStore('s', room, []).openAttempt('a').keep(sha256('x'), 'x');
    openRestrictedStore('s', room, []).openAttempt('b').keep(sha256('x'), 'x');
    expect(readdirSync(join(room, 's')).sort()).toEqual(['a', 'b']);
  });

  it.each([
    ['out', 'out'],
    ['out/store', 'out'],
    ['link/store', 'out'],
    ['out/../out/runs/../x', 'out'],
  ])('refuses %s, which lies in %s', (dir, apart) => {
    const room = givenRoom();
    mkdirSync(join(room, 'out/runs'), { recursive: true });
    symlinkSync('out', join(room, 'link'));
    expect(() => openRestrictedStore(dir, room, [apart])).toThrow(
      `the restricted store ${dir} lies in out, which others`,
    );
    expect(readdirSync(join(room, 'out'))).toEqual(['runs']);
  });

  it('takes a folder whose name only begins like the one of the records', () => {
    const room = givenRoom();
    expect(openRestrictedStore('out-originals', room, ['out']).warnings).toEqual([]);
  });

  it('refuses a folder that others can look into, and one that is none', () => {
    const room = givenRoom();
    mkdirSync(join(room, 'open'));
    chmodSync(join(room, 'open'), 0o755);
    expect(() => openRestrictedStore('open', room, [])).toThrow('the restricted store open can be read by others');
    writeFileSync(join(room, 'file'), '');
    expect(() => openRestrictedStore('file', room, [])).toThrow('is not a folder');
    expect(() => openRestrictedStore('file/s', room, [])).toThrow('cannot be made (ENOTDIR)');
  });

  it('tells of folders above that others can write to', () => {
    const room = givenRoom();
    mkdirSync(join(room, 'shared'));
    chmodSync(join(room, 'shared'), 0o777);
    expect(openRestrictedStore('shared/s', room, []).warnings).toEqual([
      `restricted store shared/s: others can write to ${join(room, 'shared')}, and so put another folder in its place`,
    ]);
    chmodSync(join(room, 'shared'), 0o1777);
    expect(openRestrictedStore('shared/s', room, []).warnings).toEqual([]);
  });

  it.each(['../x', 'a/b', '..', '.', ''])('an attempt named %j leads nowhere else', (id) => {
    expect(getAttemptFolder('/s', id)).toBe(`/s/${sha256(id)}`);
  });

  it('does not believe an original that was changed', () => {
    const room = givenRoom();
    openRestrictedStore('s', room, []).openAttempt('a').keep(sha256('x'), 'x');
    writeFileSync(join(room, 's/a', sha256('x')), 'y');
    expect(readStoredOriginal(join(room, 's'), 'a', sha256('x'))).toEqual({
      fault: `was changed: its digest is ${sha256('y')}`,
    });
  });
});

describe('R14: the log of readings', () => {
  const access = (reason: string) => ({
    at: '2026-11-22T00:00:00.000Z',
    by: 'ada',
    attempt_id: 'a',
    sha256: sha256('x'),
    reason,
  });
  function givenLog() {
    const store = givenRoom();
    for (const reason of ['one', 'two', 'three']) logAccess(store, access(reason));
    return { store, file: join(store, 'access.jsonl') };
  }

  it('has a line for each, chained, for the owner alone', () => {
    const { store, file } = givenLog();
    const lines = readAccessLog(store);
    expect(lines.map(({ seq, by, reason }) => [seq, by, reason])).toEqual([
      [0, 'ada', 'one'],
      [1, 'ada', 'two'],
      [2, 'ada', 'three'],
    ]);
    expect(lines[1]!.prev).toBe(lines[0]!.hash);
    expect(modeOf(file)).toBe('600');
    expect(readdirSync(store)).toEqual(['access.jsonl']);
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['edited', ([a, b, c]) => [a!, b!.replace('two', 'to'), c!], ':2  was changed after it was written'],
    ['dropped', ([a, , c]) => [a!, c!], ':2  does not follow from the line before it'],
    ['moved', ([a, b, c]) => [b!, a!, c!], ':1  does not follow from the line before it'],
    ['cut', ([a, b]) => [a!, b!.slice(0, 20)], ':2  is no line that was written by gatebench'],
    ['spaced', ([a, b, c]) => [a!, b!.replace(',', ', '), c!], ':2  is no line that was written by gatebench'],
  ])('with a line that was %s allows no further reading', (_, change, what) => {
    const { store, file } = givenLog();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${change(lines).join('\n')}\n`);
    expect(() => logAccess(store, access('four'))).toThrow(`${file}${what}`);
    expect(readFileSync(file, 'utf8')).not.toContain('four');
    expect(readdirSync(store)).toEqual(['access.jsonl']);
  });

  it('allows none either after a line that was torn off', () => {
    const { store, file } = givenLog();
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    expect(() => logAccess(store, access('four'))).toThrow(':3  ends in the middle of a line');
  });
});
