import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFilesTogether } from '../../../../src/commands/init/files/write_files_together.js';
import { cleanUp, givenRoom } from '../../../given.js';

afterAll(cleanUp);

it('writes the files that are not there, and keeps the others', () => {
  const room = givenRoom();
  writeFileSync(join(room, 'kept'), 'own');
  const [kept, made] = [join(room, 'kept'), join(room, 'a/b/made')];
  expect(
    writeFilesTogether([
      [kept, 'new'],
      [made, 'new'],
    ]),
  ).toEqual([made]);
  expect([readFileSync(kept, 'utf8'), readFileSync(made, 'utf8')]).toEqual(['own', 'new']);
  expect(readdirSync(join(room, 'a/b'))).toEqual(['made']);
});

it('leaves none where one cannot be written', () => {
  const room = givenRoom();
  mkdirSync(join(room, 'folder'));
  writeFileSync(join(room, 'file'), '');
  const first = join(room, 'folder/first');
  expect(() =>
    writeFilesTogether([
      [first, 'text'],
      [join(room, 'file/second'), 'text'],
    ]),
  ).toThrow();
  expect([existsSync(first), readdirSync(join(room, 'folder'))]).toEqual([false, []]);
});
