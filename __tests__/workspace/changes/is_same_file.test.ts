import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameFile } from '../../../src/workspace/changes/is_same_file.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('two paths hold the same', () => {
  const large = Buffer.alloc(3 * (1 << 20) + 17, 'x');
  const file =
    (content: string | Buffer, mode = 0o644) =>
    (path: string) => {
      writeFileSync(path, content);
      chmodSync(path, mode);
    };
  const link = (target: string) => (path: string) => symlinkSync(target, path);

  it.each<[string, boolean, (path: string) => void, (path: string) => void]>([
    ['the same bytes', true, file('a\n'), file('a\n')],
    ['the same bytes, larger than a piece', true, file(large), file(large)],
    ['another last byte', false, file(large), file(Buffer.concat([large.subarray(1), Buffer.from('y')]))],
    ['another size', false, file('a\n'), file('a')],
    [
      'another time',
      true,
      file('a\n'),
      (path) => {
        file('a\n')(path);
        utimesSync(path, 1, 1);
      },
    ],
    ['another executable bit', false, file('a\n'), file('a\n', 0o755)],
    ['another mode bit that git does not keep', true, file('a\n'), file('a\n', 0o600)],
    ['the same link', true, link('x'), link('x')],
    ['another link', false, link('x'), link('y')],
    ['a link to a file of the same bytes', false, file('a\n'), link('a')],
    ['a folder', false, file('a\n'), (path) => mkdirSync(path)],
    ['two folders', false, (path) => mkdirSync(path), (path) => mkdirSync(path)],
    ['nothing', false, file('a\n'), () => {}],
  ])('%s: %s', (_, same, one, two) => {
    const room = givenRoom();
    one(join(room, 'a'));
    two(join(room, 'b'));
    expect(isSameFile(Buffer.from(join(room, 'a')), Buffer.from(join(room, 'b')))).toBe(same);
  });

  it('not when a folder on the way to one is a file', () => {
    const room = givenRoom();
    writeFileSync(join(room, 'a'), 'a\n');
    expect(isSameFile(Buffer.from(join(room, 'a')), Buffer.from(join(room, 'a/b')))).toBe(false);
  });
});
